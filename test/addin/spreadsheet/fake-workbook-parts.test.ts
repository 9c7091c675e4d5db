import { describeWorkbookParts } from './workbook-parts-suite';
import { createFakeWorkbookParts } from './fake-workbook-parts';

describeWorkbookParts('a fake', () => {
  const fake = createFakeWorkbookParts();
  return Promise.resolve({
    parts: fake.parts,
    reopen: () => {
      fake.open([...fake.held]);
      return Promise.resolve(fake.parts);
    },
    close: () => Promise.resolve(),
  });
});
