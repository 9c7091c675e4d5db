import { t } from '../../engine/language/speech';
import { parseArea } from '../spreadsheet/cell-address';
import type { Host } from '../spreadsheet/host';
import type { Notice } from '../spreadsheet/notice';
import type { BlockToWrite, Sheet, WriteResult } from '../spreadsheet/sheet';
import { planFormula } from './name-formula';
import type { SheetCell } from './name-formula';
import { undoBlock, type UndoParts } from './taking-back';

/** `text`: all in one cell · `header`: a column for each · `formula`: a formula that asks. */
export type InsertionForm = 'text' | 'header' | 'formula';

/**
 * Puts names into the selected cells, without overwriting anything.
 */
export async function insertNames(
  { selection, sheet }: Pick<Host, 'selection' | 'sheet'>,
  names: readonly string[],
  form: InsertionForm,
  later: UndoParts['later'],
): Promise<Notice> {
  const cell = selectedCell(selection.current());
  if (cell === undefined) return bad(t('Select a cell in the sheet first.'));
  if (form === 'formula') return insertFormula(sheet, cell, names, later);
  const cells = form === 'text' ? [[names.join(',')]] : [names];
  const result = await sheet.write({ ...cell, cells });
  const about = t('{names, plural, one {# name} other {# names}}', { names: names.length });
  return noticeOf(result, (address) => t('{about} added in {address}.', { about, address }), {
    sheet,
    later,
  });
}

/** How many columns to try beside a list. */
const COLUMNS_TRIED = 50;

async function insertFormula(
  sheet: Sheet,
  cell: SheetCell,
  names: readonly string[],
  later: UndoParts['later'],
): Promise<Notice> {
  const plan = await planFormula(sheet, cell, names);
  if (plan.kind === 'failed') return bad(plan.message);
  let result: WriteResult = await sheet.write(plan.block);
  for (let moved = 1; plan.canMove && moved < COLUMNS_TRIED; moved += 1) {
    if (result.kind !== 'occupied') break;
    result = await sheet.write(movedBy(plan.block, moved));
  }
  return noticeOf(
    result,
    (address) => t('The formula is in {address}. {note}', { address, note: plan.note }),
    { sheet, later },
  );
}

function movedBy(block: BlockToWrite, columns: number): BlockToWrite {
  return { ...block, column: block.column + columns };
}

function noticeOf(
  result: WriteResult,
  done: (address: string) => string,
  parts: UndoParts,
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
  return {
    tone: 'good',
    text: done(address),
    action: undoBlock(written, parts, {
      done: t('Undone.'),
      except: (kept) =>
        t('Undone, except {kept, plural, one {# cell} other {# cells}} changed since.', { kept }),
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
