import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICellData } from '@univerjs/core';
import type { SavedWorkbook } from '../../../src/workbench/saved-workbook';
import { readWhole, write } from './file-steps';

const FOLDER = join(__dirname, '../../field/files');
const FILES = readdirSync(FOLDER).filter((name) => /\.(?:xlsx|csv)$/.test(name));

/** What each cell of each sheet holds, without how it looks. */
function content({ sheetOrder = [], sheets = {} }: SavedWorkbook) {
  return sheetOrder.map((id) => {
    const { name, cellData = {} } = sheets[id] ?? {};
    const cells: unknown[] = [];
    for (const [row, line] of Object.entries(cellData)) {
      for (const [column, { v, t, f }] of Object.entries(line as Record<string, ICellData>)) {
        if (v !== undefined || f) cells.push([Number(row), Number(column), v, t, f]);
      }
    }
    return { name, cells };
  });
}

test.each(FILES)('%s has the same cells once it has been opened and saved', async (name) => {
  const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
  const { saved } = await readWhole(bytes, name);
  const again = await readWhole(await write(saved), 'again.xlsx');
  expect(content(saved).flatMap(({ cells }) => cells)).not.toEqual([]);
  expect(content(again.saved)).toEqual(content(saved));
});
