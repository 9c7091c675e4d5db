import { createLazyWorkbook } from '../../src/excel/lazy-workbook';
import type { WorkbookPorts } from '../../src/excel/workbook';
import { createFakeSheet } from '../addin/spreadsheet/fake-sheet';
import { createFakeWorkbookParts } from '../addin/spreadsheet/fake-workbook-parts';

const BLOCK = { sheet: 'S', row: 0, column: 0, cells: [['a']] };

function open(failures = 0) {
  const sheet = createFakeSheet({ S: [] });
  const shown: string[] = [];
  const ports: WorkbookPorts = {
    sheet: sheet.sheet,
    parts: createFakeWorkbookParts().parts,
    cells: {
      recalculate: (addresses) => Promise.resolve({ count: addresses.length, failures: [] }),
      recalculateAll: () => Promise.resolve({ count: 7, failures: [] }),
      goTo: (address) => Promise.resolve(void shown.push(address)),
    },
  };
  let fetches = 0;
  const workbook = createLazyWorkbook(() => {
    fetches += 1;
    return fetches > failures ? Promise.resolve(ports) : Promise.reject(new Error('offline'));
  });
  return { workbook, sheet, shown, fetches: () => fetches };
}

test('the code of the workbook’s ports is fetched once, when one of them is first used', async () => {
  const { workbook, sheet, shown, fetches } = open();
  expect(fetches()).toBe(0);
  const [written, recalculated] = await Promise.all([
    workbook.sheet.write(BLOCK),
    workbook.cells.recalculate(['S!A1', 'S!A2']),
    workbook.cells.goTo('S!A1'),
  ]);
  expect(written.kind).toBe('written');
  expect(sheet.read('S!A1')).toEqual([['a']]);
  expect(recalculated.count).toBe(2);
  expect(shown).toEqual(['S!A1']);
  expect((await workbook.parts.read('urn:x')).kind).toBe('parts');
  expect(fetches()).toBe(1);
});

test('each port says in its own way that its code could not be fetched, and asks for it again', async () => {
  const { workbook, sheet } = open(6);
  const message = 'Part of Locus couldn’t load. Check your network and try again.';
  const failed = { kind: 'failed', message };
  expect(await workbook.sheet.readSelection()).toEqual(failed);
  expect(await workbook.sheet.write(BLOCK)).toEqual(failed);
  expect(await workbook.parts.write('urn:x', [])).toEqual(failed);
  expect(await workbook.cells.recalculate(['S!A1'])).toEqual({
    count: 0,
    failures: [{ message, addresses: ['S!A1'] }],
  });
  expect((await workbook.cells.recalculateAll()).failures).toHaveLength(1);
  await expect(workbook.cells.goTo('S!A1')).rejects.toThrow('offline');
  expect(sheet.read('S!A1')).toEqual([['']]);
  expect((await workbook.sheet.write(BLOCK)).kind).toBe('written');
});
