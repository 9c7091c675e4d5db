import { filledSize } from '../functions/call-elements';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet, SheetBlock } from '../spreadsheet/sheet';
import { readColumns } from './column-roles';

/**
 * The block, told which of its columns hold values of ours, also spilled ones: those say where no
 * place is. Only looked for where no header says which columns the coordinates are.
 */
export async function withOwnColumns(
  block: SheetBlock,
  sheet: Pick<Sheet, 'formulas'>,
): Promise<SheetBlock> {
  if (!readColumns(block).isGuessed) return block;
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return block;
  const own = new Set<number>();
  for (const { sheet: name, row, column, formula } of reading.formulas) {
    if (name !== block.sheet) continue;
    for (const call of locusCalls(formula)) {
      const { rows, columns } = filledSize(call);
      if (row + rows <= block.row || row >= block.row + block.rows) continue;
      for (let at = column; at < column + columns; at += 1) own.add(at - block.column);
    }
  }
  return own.size === 0 ? block : { ...block, ownColumns: own };
}
