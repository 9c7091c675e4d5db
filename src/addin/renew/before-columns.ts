import { largest, smallest } from '../../engine/async/extremes';
import { t } from '../../engine/language/speech';
import { columnLetters } from '../../engine/places/column-letters';
import { freeColumn, SCORE_FORMAT, undoColumns } from '../enrich';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { textAsInput } from '../spreadsheet/block-writing';
import { cellName } from '../spreadsheet/cell-address';
import type { CellInput, Sheet } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import { readAround, type RenewalEnd } from './renewal';

export interface BeforeParts {
  readonly sheet: Pick<Sheet, 'readBlock' | 'write' | 'undo' | 'foreseeUndo'>;
  /** Shows the new columns. */
  reveal?: ((address: string) => void) | undefined;
  /** Runs a step that a person takes later, and shows its notice. */
  later(run: () => Promise<Notice>): void;
}

/**
 * Puts what was before, and the change in percent, beside the list: two columns for each column in
 * which something changed. The change is a formula over the values now and before.
 */
export async function writeBeforeColumns(
  { changes, before }: RenewalEnd,
  parts: BeforeParts,
): Promise<Notice> {
  const { sheet } = parts;
  const [first] = before;
  if (first === undefined) return NO_ROOM;
  const contentOf = await readAround(before, parts);
  if (contentOf === undefined) return EDITED;
  const changed = [...new Set(changes.map(({ column }) => column))].sort((one, two) => one - two);
  const firstRow = smallest(before.map(({ row }) => row));
  const lastColumn = largest(before.map((cell) => cell.column));
  // With the headers, which stand above the first value.
  const top = Math.max(0, firstRow - 1);
  const rows = largest(before.map(({ row }) => row)) - top + 1;
  const list = { sheet: first.sheet, row: top, rows, column: 0, columns: lastColumn + 1 };
  const column = await freeColumn(list, list.columns, sheet);
  if (column === undefined) return NO_ROOM;
  const cells = Array.from({ length: rows }, () => Array<CellInput>(changed.length * 2).fill(null));
  const put = (row: number, index: number, pair: [CellInput, CellInput]): void => {
    const line = cells[row - top] ?? [];
    [line[index * 2], line[index * 2 + 1]] = pair;
  };
  for (const [index, of] of changed.entries()) {
    if (firstRow > 0) {
      const text = contentOf(toCellArea({ ...list, rows: 1, column: of, columns: 1 }))[0]?.[0];
      const header =
        typeof text === 'string' && text.trim() !== ''
          ? text.trim()
          : t('Column {letters}', { letters: columnLetters(of) });
      put(top, index, [
        textAsInput(t('{header}: before', { header })),
        textAsInput(t('{header}: change in %', { header })),
      ]);
    }
    for (const cell of before) {
      if (cell.column !== of) continue;
      const [now, was] = [cellName(cell.row, of), cellName(cell.row, column + index * 2)];
      const change = `IF(${was}=0,"",(${now}-${was})/ABS(${was})*100)`;
      put(cell.row, index, [cell.before, `=IF(ISNUMBER(${now}),${change},"")`]);
    }
  }
  const result = await sheet.write({
    ...{ sheet: first.sheet, row: top, column, cells },
    formats: changed.flatMap(() => [SCORE_FORMAT, '0.0']),
    ...(firstRow > 0 && { headerLike: lastColumn }),
  });
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  if (result.kind === 'occupied') return NO_ROOM;
  parts.reveal?.(result.address);
  return {
    tone: 'good',
    text: t('Before and change added in {address}.', { address: result.address }),
    address: result.address,
    action: undoColumns(result.written, parts),
  };
}

const EDITED: Notice = {
  tone: 'bad',
  text: t('The list was sorted or edited since. Renew again to compare.'),
};
const NO_ROOM: Notice = { tone: 'bad', text: t('There is no room beside the list.') };
