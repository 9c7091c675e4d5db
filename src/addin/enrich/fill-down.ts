import { leftOut, textOf } from '../../engine/places/list-frame';
import type { CellContent } from '../../engine/places/cell';
import { columnLetters } from '../../engine/places/column-letters';
import { t } from '../../engine/language/speech';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { textAsInput } from '../spreadsheet/block-writing';
import { formatArea } from '../spreadsheet/cell-address';
import type { CellInput, Sheet } from '../spreadsheet/sheet';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { PlaceList } from './place-list';
import { undoBlock, type UndoParts } from './undo';

interface FillingParts extends UndoParts {
  readonly sheet: Pick<Sheet, 'readBlock' | 'write' | 'undo' | 'foreseeUndo'>;
}

/**
 * Writes what stands in the first row of each group into the rows below it, in one column of a list.
 * Rows without a place, such as totals, stay blank. Nothing is asked for.
 *
 * @param column of the list, from 0.
 */
export async function fillDown(
  { block, columns, headRows }: PlaceList,
  column: number,
  parts: FillingParts,
): Promise<Notice> {
  const { sheet, row, rows } = block;
  const area = { ...block, row: row + headRows, rows: rows - headRows };
  const reading = await parts.sheet.readBlock(formatArea(toCellArea(area)));
  if (reading.kind === 'failed') return { tone: 'bad', text: reading.message };
  const lines = reading.kind === 'block' ? reading.block.values : [];
  const headers = columns.columns.map(({ header }) => header);
  const { address = column } = columns.roles;
  let above: CellContent = '';
  let count = 0;
  const cells = lines.map((line): [CellInput] => {
    const own = line[column] ?? '';
    if (textOf(own) !== '') above = own;
    const isPlace = textOf(line[address]) !== '' && leftOut(headers, line) === undefined;
    if (textOf(own) !== '' || !isPlace || textOf(above) === '') return [null];
    count += 1;
    return [inputOf(above)];
  });
  if (count === 0) return { tone: 'bad', text: t('Nothing is left to fill down.') };
  const at = { sheet, row: area.row, column: block.column + column };
  const result = await parts.sheet.write({ ...at, cells });
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  if (result.kind === 'occupied') {
    return {
      tone: 'bad',
      text: t('Nothing was filled. The list may have changed. Select Refresh.'),
    };
  }
  return {
    tone: 'good',
    text: t('{count, plural, one {# cell} other {# cells}} filled in column {column}.', {
      count,
      column: columnLetters(at.column),
    }),
    action: undoBlock(result.written, parts, {
      done: t('Undone.'),
      except: (kept) =>
        t('Undone, except {kept, plural, one {# cell} other {# cells}} changed since.', { kept }),
    }),
  };
}

function inputOf(content: CellContent): CellInput {
  if (typeof content === 'string') return textAsInput(content);
  return typeof content === 'object' ? null : content;
}
