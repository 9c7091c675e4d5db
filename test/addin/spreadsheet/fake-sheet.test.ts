import { describeSheet } from './sheet-suite';
import { createFakeSheet } from './fake-sheet';

describeSheet('a fake', (sheets) => {
  const fake = createFakeSheet(Object.fromEntries(sheets.map((name) => [name, []])));
  return Promise.resolve({
    sheet: fake.sheet,
    set: (a1, rows) => Promise.resolve(fake.set(a1, rows)),
    read: (a1) => Promise.resolve(fake.read(a1)),
    select: (a1) => Promise.resolve(fake.select(a1)),
    show: (a1, error) => Promise.resolve(fake.show(a1, { error })),
    names: () => Promise.resolve(fake.names()),
    rename: (sheet, name) => Promise.resolve(fake.rename(sheet, name)),
    close: () => Promise.resolve(),
  });
});
