import { t } from '../../engine/language/speech';
import { nothingTakenBack } from '../spreadsheet/block-writing';
import { parseArea } from '../spreadsheet/cell-address';
import type { Host } from '../spreadsheet/host';
import type { Notice } from '../spreadsheet/notice';
import type { BlockToWrite, Sheet, WriteResult, WrittenBlock } from '../spreadsheet/sheet';
import { planFormula } from './name-formula';
import type { SheetCell } from './name-formula';

/** `text`: all in one cell · `header`: a column for each · `formula`: a formula that asks. */
export type InsertionForm = 'text' | 'header' | 'formula';

/**
 * Puts names into the selected cells, without overwriting anything.
 *
 * @param tell shows the notice of a step that the person takes later.
 */
export async function insertNames(
  { selection, sheet }: Pick<Host, 'selection' | 'sheet'>,
  names: readonly string[],
  form: InsertionForm,
  tell: (notice: Notice) => void,
): Promise<Notice> {
  const cell = selectedCell(selection.current());
  if (cell === undefined) return bad(t('Select a cell in the sheet first.'));
  if (form === 'formula') return insertFormula(sheet, cell, names, tell);
  const cells = form === 'text' ? [[names.join(',')]] : [names];
  const result = await sheet.write({ ...cell, cells });
  const about = t('{names, plural, one {# name} other {# names}}', { names: names.length });
  return noticeOf(
    sheet,
    result,
    (address) => t('{about} added in {address}.', { about, address }),
    tell,
  );
}

/** How many columns to try beside a list. */
const COLUMNS_TRIED = 50;

async function insertFormula(
  sheet: Sheet,
  cell: SheetCell,
  names: readonly string[],
  tell: (notice: Notice) => void,
): Promise<Notice> {
  const plan = await planFormula(sheet, cell, names);
  if (plan.kind === 'failed') return bad(plan.message);
  let result: WriteResult = await sheet.write(plan.block);
  for (let moved = 1; plan.canMove && moved < COLUMNS_TRIED; moved += 1) {
    if (result.kind !== 'occupied') break;
    result = await sheet.write(movedBy(plan.block, moved));
  }
  return noticeOf(
    sheet,
    result,
    (address) => t('The formula is in {address}. {note}', { address, note: plan.note }),
    tell,
  );
}

function movedBy(block: BlockToWrite, columns: number): BlockToWrite {
  return { ...block, column: block.column + columns };
}

function noticeOf(
  sheet: Sheet,
  result: WriteResult,
  done: (address: string) => string,
  tell: (notice: Notice) => void,
): Notice {
  if (result.kind === 'failed') return bad(result.message);
  if (result.kind === 'occupied') {
    const [first = ''] = result.addresses;
    const others = result.count - 1;
    return bad(
      t(
        'Nothing was added, because {first} {others, plural, =0 {isn’t} one {and # more cell aren’t} other {and # more cells aren’t}} empty. Select empty cells.',
        { first, others },
      ),
    );
  }
  const { written, address } = result;
  return { tone: 'good', text: done(address), action: undoing(sheet, written, tell) };
}

function undoing(
  sheet: Sheet,
  written: WrittenBlock,
  tell: (notice: Notice) => void,
): NonNullable<Notice['action']> {
  return { title: t('Undo'), run: () => void undo(sheet, written, tell).then(tell) };
}

async function undo(
  sheet: Sheet,
  written: WrittenBlock,
  tell: (notice: Notice) => void,
): Promise<Notice> {
  const result = await sheet.undo(written);
  const action = undoing(sheet, written, tell);
  if (result.kind === 'failed') return { ...bad(result.message), action };
  if (result.restored === 0) return { ...bad(nothingTakenBack()), action };
  if (result.kept === 0) return { tone: 'good', text: t('Undone.') };
  return {
    tone: 'good',
    text: t('Undone, except {kept, plural, one {# cell} other {# cells}} changed since.', {
      kept: result.kept,
    }),
  };
}

function bad(text: string): Notice {
  return { tone: 'bad', text };
}

/** The first of the selected cells. */
function selectedCell(address: string | undefined): SheetCell | undefined {
  const area = address === undefined ? undefined : parseArea(address);
  if (area?.sheet === undefined) return undefined;
  return { sheet: area.sheet, row: area.startRow, column: area.startColumn };
}
