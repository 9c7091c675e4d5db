import { describeWorkbookContents } from './workbook-contents-suite';
import { createFakeSheet } from './fake-sheet';
import { createFakeWorkbookContents } from './fake-workbook-contents';
import { createFakeWorkbookParts } from './fake-workbook-parts';

describeWorkbookContents('a fake', (names) => {
  const sheet = createFakeSheet(Object.fromEntries(names.map((name) => [name, []])));
  const parts = createFakeWorkbookParts();
  const fake = createFakeWorkbookContents(sheet, parts);
  return Promise.resolve({
    contents: fake.contents,
    set: (a1, rows) => Promise.resolve(sheet.set(a1, rows)),
    plant(kind, text) {
      if (kind === 'part') parts.held.push(text);
      else fake.plant(kind, 'Stores!A1', text);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  });
});
