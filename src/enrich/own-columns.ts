import { callAt, filledSize, namesIn } from '../functions/call-elements';
import { formatArea, MAX_COLUMNS } from '../spreadsheet/cell-address';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet, SheetBlock } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { readColumns } from './column-roles';

/**
 * The block, told which of its columns hold values of ours, also spilled ones: those say where no
 * place is. Only looked for where no header says which columns the coordinates are.
 */
export async function withOwnColumns(
  block: SheetBlock,
  sheet: Pick<Sheet, 'formulas'>,
): Promise<SheetBlock> {
  const { isGuessed, hasHeader } = readColumns(block);
  if (!isGuessed && hasHeader) return block;
  const own = await ownColumns(block, sheet);
  return own.size === 0 ? block : { ...block, ownColumns: own };
}

/**
 * The same with the columns of ours that stand to its right: a list that was selected to its last
 * column has got longer by what was added. Other columns there are as much as not selected.
 */
export async function withAddedColumns(
  block: SheetBlock,
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<SheetBlock> {
  const beside = await filledBeside(block, sheet);
  const own = beside === 0 ? new Map<number, string>() : await ownColumns(block, sheet);
  const end = block.columns + beside;
  const last = Math.max(...[...own.keys()].filter((column) => column < end));
  if (last < block.columns) return withOwnColumns(block, sheet);
  const area = formatArea(toCellArea({ ...block, columns: last + 1 }));
  const reading = await sheet.readBlock(area, { rows: block.values.length });
  if (reading.kind !== 'block') return block;
  // No place is looked for in what a person left out.
  for (let at = block.columns; at <= last; at += 1) own.set(at, own.get(at) ?? '');
  return { ...reading.block, ownColumns: own };
}

/** How many columns to the right follow each other with something in their first rows. */
async function filledBeside(block: SheetBlock, sheet: Pick<Sheet, 'readBlock'>): Promise<number> {
  const column = block.column + block.columns;
  const columns = Math.min(COLUMNS_LOOKED_AT, MAX_COLUMNS - column);
  if (columns <= 0) return 0;
  const rows = Math.min(ROWS_LOOKED_AT, block.rows);
  const area = formatArea(toCellArea({ ...block, column, columns, rows }));
  const reading = await sheet.readBlock(area);
  if (reading.kind !== 'block') return 0;
  const { values } = reading.block;
  const filled = (at: number): boolean => values.some((row) => (row[at] ?? '') !== '');
  let count = 0;
  while (filled(count)) count += 1;
  return count;
}

const COLUMNS_LOOKED_AT = 200;
/** A first place may be blank, and then its value is. */
const ROWS_LOOKED_AT = 20;

/** By their numbers within the block, with the name or the model that a formula writes out. */
async function ownColumns(
  block: SheetBlock,
  sheet: Pick<Sheet, 'formulas'>,
): Promise<Map<number, string>> {
  const own = new Map<number, string>();
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return own;
  for (const { sheet: name, row, column, formula } of reading.formulas) {
    if (name !== block.sheet) continue;
    for (const call of locusCalls(formula)) {
      // What only helps another, such as LOCVARS, fills nothing.
      if (!/^LOC(?:ATTR|SCORE)/.test(call.name)) continue;
      const { rows, columns } = filledSize(call);
      if (row + rows <= block.row || row >= block.row + block.rows) continue;
      for (let across = 0; across < columns; across += 1) {
        const at = column + across - block.column;
        if (own.has(at)) continue;
        const { args = [] } = callAt(call, 0, across) ?? {};
        const what = call.name.startsWith('LOCSCORE') ? args[0] : args[2];
        own.set(at, namesIn(what ?? '').join());
      }
    }
  }
  return own;
}
