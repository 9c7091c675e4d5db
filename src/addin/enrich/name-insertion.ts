import { t } from '../../engine/language/speech';
import {
  cellAddress,
  cellName,
  formatArea,
  parseArea,
  type SheetCell,
} from '../spreadsheet/cell-address';
import type { ShownPrice } from '../spreadsheet/shown-price';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { Host } from '../spreadsheet/host';
import { bad, type Notice } from '../pane/parts/use-noticed-steps';
import type { BlockToWrite, CannotDo, Sheet, SheetBlock, WriteResult } from '../spreadsheet/sheet';
import { occupiedMessage } from './column-writing';
import { undoBlock, type UndoParts } from './undo';
import { readColumns } from '../../engine/places/column-roles';
import {
  choiceFault,
  completeColumns,
  guessChoice,
  type PlaceColumns,
} from '../../engine/places/place-choice';
import { attributeCall } from './place-formula';
import { whyShownOtherwise } from './shown-places';
import { namesLiteral } from '../spreadsheet/formula-tokens';
import type { CellContent } from '../../engine/places/cell';

/**
 * How to insert names. `text`: all in one cell · `header`: a column for each · `formula`: a formula
 * that asks for them.
 */
export type InsertionForm = 'text' | 'header' | 'formula';

/** Inserts names into the selected cells. Overwrites nothing. */
export async function insertNames(
  { selection, sheet }: Pick<Host, 'selection' | 'sheet'>,
  names: readonly string[],
  form: InsertionForm,
  price: ShownPrice,
  later: UndoParts['later'],
): Promise<Notice> {
  const cell = selectedCell(selection.current());
  if (cell === undefined) return bad(t('Select a cell in the sheet first.'));
  if (form === 'formula') return insertFormula(sheet, cell, names, { price, later });
  const cells = form === 'text' ? [[names.join(',')]] : [names];
  const result = await sheet.write({ ...cell, cells });
  const about = t('{names, plural, one {# attribute} other {# attributes}}', {
    names: names.length,
  });
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
  { price, later }: Pick<UndoParts, 'later'> & { readonly price: ShownPrice },
): Promise<Notice> {
  const plan = await planFormula(sheet, cell, names);
  if (plan.kind === 'failed') return bad(plan.message);
  let result: WriteResult = await sheet.write(plan.block, { price });
  for (let moved = 1; plan.canMove && moved < COLUMNS_TRIED; moved += 1) {
    if (result.kind !== 'occupied') break;
    result = await sheet.write({ ...plan.block, column: plan.block.column + moved }, { price });
  }
  return noticeOf(
    result,
    (address) => t('The formula is in {address}. {note}', { address, note: plan.note }),
    { sheet, later },
  );
}

function noticeOf(
  result: WriteResult,
  done: (address: string) => string,
  parts: UndoParts,
): Notice {
  if (result.kind === 'failed') return bad(result.message);
  if (result.kind === 'occupied') return bad(occupiedMessage(result));
  const { written, address } = result;
  return {
    tone: 'good',
    text: done(address),
    address,
    action: undoBlock(written, parts, {
      done: t('Undone.'),
      except: (kept) =>
        t('Undone, except {kept, plural, one {# cell} other {# cells}} changed since.', { kept }),
    }),
  };
}

/** The first of the selected cells. */
function selectedCell(address: string | undefined): SheetCell | undefined {
  const area = address === undefined ? undefined : parseArea(address);
  if (area?.sheet === undefined) return undefined;
  return { sheet: area.sheet, row: area.startRow, column: area.startColumn };
}

/** A formula that is ready to be written. */
interface FormulaPlan {
  readonly kind: 'plan';
  readonly block: BlockToWrite;
  /** Whether a column further right will do, if something is in the way. */
  readonly canMove: boolean;
  /** What the person should know about the formula, or do. */
  readonly note: string;
}

/**
 * Plans a formula for the names at the selected row's place, if the selection is in a list of
 * places; else at two cells that the person has yet to fill.
 */
async function planFormula(
  sheet: Sheet,
  cell: SheetCell,
  names: readonly string[],
): Promise<FormulaPlan | CannotDo> {
  const reading = await sheet.readSelection({ rows: ROWS_READ });
  if (reading.kind === 'failed') return reading;
  const place = reading.kind === 'block' ? placeIn(reading.block, cell) : undefined;
  if (place === undefined || reading.kind !== 'block')
    return planOfPlaceholders(sheet, cell, names);
  const { block } = reading;
  const { row } = place;
  const message = await whyShownOtherwise({ ...block, row, rows: 1 }, place.columns, { sheet });
  if (message !== undefined) return { kind: 'failed', message };
  const isFree = cell.row === row && (await isBlank(sheet, cell, block));
  const column = isFree ? cell.column : block.column + block.columns;
  const write = (some: readonly string[]): string => place.formula(namesLiteral(some));
  // Formulas cannot spill inside a table.
  const cells = block.table === undefined ? [write(names)] : names.map((name) => write([name]));
  return {
    kind: 'plan',
    block: blockOf({ sheet: block.sheet, row, column }, cells, names.length),
    canMove: !isFree,
    note: t('It uses the place in row {row}. Fill it down for the others.', {
      row: String(row + 1),
    }),
  };
}

const ROWS_READ = 2_000;

interface RowPlace {
  readonly row: number;
  readonly columns: PlaceColumns;
  formula(names: string): string;
}

/** The place in the selected row or, if the list does not contain it, in the list's first row. */
function placeIn(block: SheetBlock, cell: SheetCell): RowPlace | undefined {
  const columns = readColumns(block);
  const first = block.row + (columns.hasHeader ? 1 : 0);
  const last = block.row + block.rows - 1;
  if (first > last) return undefined;
  const row = cell.row < first || cell.row > last ? first : cell.row;
  const at = (column: number): string => `$${cellName(row, block.column + column)}`;
  const choice = guessChoice({ block, columns });
  const place = completeColumns(choice, true);
  if (place === undefined || choiceFault(choice, true, columns) !== undefined) return undefined;
  return { row, columns: place, formula: (names) => `=${attributeCall(place, at)},${names})` };
}

/** Reads the cell if need be, because only the first rows of a long list have been read. */
async function isBlank(sheet: Sheet, cell: SheetCell, block: SheetBlock): Promise<boolean> {
  const line = block.values[cell.row - block.row];
  if (line !== undefined) return isBlankContent(line[cell.column - block.column] ?? null);
  const reading = await sheet.readBlock(cellAddress(cell.sheet, cell.row, cell.column));
  if (reading.kind !== 'block') return reading.kind === 'nothing';
  return isBlankContent(reading.block.values[0]?.[0] ?? null);
}

function isBlankContent(content: CellContent): boolean {
  return content === null || content === '';
}

/** Blank cells ask nothing, and the formula stays blank until they are filled. */
async function planOfPlaceholders(
  sheet: Sheet,
  cell: SheetCell,
  names: readonly string[],
): Promise<FormulaPlan | CannotDo> {
  const hasSpace = cell.column >= 2 && (await canHoldPlace(sheet, cell));
  const column = hasSpace ? cell.column - 2 : cell.column;
  const [latitude, longitude] = [column, column + 1].map((at) => cellName(cell.row, at));
  const formula = `=LOCATTR($${latitude ?? ''},$${longitude ?? ''},${namesLiteral(names)})`;
  return {
    kind: 'plan',
    block: blockOf({ ...cell, column: column + 2 }, [formula], names.length),
    canMove: false,
    note: t('Type a latitude in {latitude} and a longitude in {longitude}.', {
      latitude: latitude ?? '',
      longitude: longitude ?? '',
    }),
  };
}

/** Whether the two cells to the left are blank or hold numbers. */
async function canHoldPlace(sheet: Sheet, cell: SheetCell): Promise<boolean> {
  const area = toCellArea({ ...cell, column: cell.column - 2, rows: 1, columns: 2 });
  const reading = await sheet.readBlock(formatArea(area));
  if (reading.kind !== 'block') return reading.kind === 'nothing';
  return reading.block.values
    .flat()
    .every((content) => isBlankContent(content) || typeof content === 'number');
}

function blockOf(at: SheetCell, cells: readonly string[], width: number): BlockToWrite {
  return { ...at, cells: [cells], spill: { rows: 1, columns: width } };
}
