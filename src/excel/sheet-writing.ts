import { t } from '../engine/language/speech';
import {
  blockFault,
  isFormula,
  occupiedCells,
  wantedWidths,
} from '../addin/spreadsheet/block-writing';
import { formatArea } from '../addin/spreadsheet/cell-address';
import { toCellArea } from '../addin/spreadsheet/sheet-region';
import { NOTHING_LEFT, undoArea, undoOutcome, undoPlan } from '../addin/spreadsheet/undo-plan';
import type {
  BlockToWrite,
  CannotDo,
  CellInput,
  SheetArea,
  UndoResult,
  WriteResult,
  WrittenBlock,
} from '../addin/spreadsheet/sheet';
import { toExcelInput } from './cell-input';
import { cannotDo, inExcel } from './failure';
import { inParts, markedRuns } from './payload-limits';
import { readInputs } from './sheet-reading';
import { spilledInto } from './spilled-cells';
import { isFormulaAsText, setNumberFormat } from './text-format';
import { inUndoGroup } from './undo-group';

/** Excel measures in points: 72 to an inch, where CSS has 96 pixels. */
export const POINTS = 72 / 96;

type Cells = readonly (readonly CellInput[])[];

/** Where something is written: the sheet, and the first cell. */
interface Place {
  readonly context: Excel.RequestContext;
  /** With its id loaded. */
  readonly sheet: Excel.Worksheet;
  readonly row: number;
  readonly column: number;
  /**
   * The inputs of the cells, of which those that nothing is written to must stay as they are. Blank
   * where nothing is given; undefined if they may change.
   */
  readonly left: Cells | undefined;
}

/** Writes a block, as `Sheet.write` promises. */
export async function writeBlock(
  block: BlockToWrite,
  shouldOverwrite: boolean,
): Promise<WriteResult> {
  const message = blockFault(block);
  if (message !== undefined) return { kind: 'failed', message };
  return changeSheet(block.sheet, async (context, sheet) => {
    const { row, column, cells, spill, formats, headerLike } = block;
    const extent = {
      row,
      column,
      rows: Math.max(cells.length, spill?.rows ?? 0),
      columns: Math.max(cells[0]?.length ?? 0, spill?.columns ?? 0),
    };
    const range = sheet.getRangeByIndexes(row, column, extent.rows, extent.columns);
    const used = range.getUsedRangeOrNullObject(true);
    const wanted = wantedWidths(block, ({ length }) => length * LETTER + MARGINS);
    const present = wanted.map((width, at) =>
      width === 0
        ? undefined
        : sheet.getRangeByIndexes(row, column + at, 1, 1).format.load('columnWidth'),
    );
    await context.sync();
    const widths = present.map((format, at) => {
      const { columnWidth = 0 } = format ?? {};
      // A hidden column has no width, and stays hidden.
      const isNarrow = columnWidth > 0 && columnWidth < (wanted[at] ?? 0) * POINTS;
      return isNarrow ? columnWidth : undefined;
    });
    // Mostly the cells are empty, and then nothing needs to be read.
    const before = used.isNullObject ? [] : await readInputs(context, sheet, extent);
    const occupied = occupiedCells(sheet.name, block, before);
    if (occupied.count > 0) {
      const inTheWay = shouldOverwrite ? await spilledInto(context, sheet, block) : occupied;
      if (inTheWay.count > 0) return { kind: 'occupied', ...inTheWay };
    }
    if (spill !== undefined && (await isBesideTable(context, sheet, extent))) {
      return { kind: 'failed', message: wouldJoin() };
    }
    const columns = cells[0]?.length ?? 0;
    // What spills changes the cells that are left alone.
    const left = spill === undefined ? before : undefined;
    const place = { context, sheet, row, column, left };
    const after = await putOrTakeBack(place, cells, before, (target) => {
      // Before the header wraps: its row then has the height that it needs.
      setWidths(
        target,
        block,
        widths.map((width, at) => width && (wanted[at] ?? 0) * POINTS),
      );
      if (headerLike !== undefined) {
        const like = target.getRangeByIndexes(row, headerLike, 1, 1);
        const headers = target.getRangeByIndexes(row, column, 1, columns);
        headers.copyFrom(like, 'Formats');
        headers.format.wrapText = true;
      }
      for (const [at, each] of formats?.entries() ?? []) {
        if (each === undefined) continue;
        setNumberFormat(target.getRangeByIndexes(row, column + at, extent.rows, 1), each);
      }
    });
    if ('kind' in after) return after;
    const area = {
      sheet: sheet.name,
      row,
      column,
      rows: cells.length,
      columns,
    };
    const written: WrittenBlock = {
      ...area,
      sheetId: sheet.id,
      after,
      before: occupied.count > 0 ? before : undefined,
      ...(formats && { formats }),
      ...(headerLike !== undefined && { headerLike }),
      widths,
    };
    return { kind: 'written', address: formatArea(toCellArea(area)), written };
  });
}

/**
 * Undoes what `writeBlock` wrote.
 *
 * @param isForeseen whether only to say what an undo would do.
 */
export function undoBlock(block: WrittenBlock, isForeseen = false): Promise<UndoResult> {
  const undo: Change<UndoResult> = async (context, sheet) => {
    const now = await readInputs(context, sheet, undoArea(block));
    const plan = undoPlan(block, now);
    if (!isForeseen && plan.restored > 0) {
      const place = { context, sheet, row: block.row, column: block.column, left: now };
      await put(place, plan.cells);
      await clearFormats(place, block, plan.isBack);
    }
    return undoOutcome(plan);
  };
  return isForeseen
    ? changeSheet(block.sheetId, undo, NOTHING_LEFT)
    : changeSheet(block.sheetId, undo);
}

interface PutOptions {
  /** Called with each request, with how many rows it may have written so far. */
  readonly isTried?: (rows: number) => void;
  /** Formats what was written. If that fails, the cells are there all the same. */
  readonly format?: (sheet: Excel.Worksheet) => void;
}

/**
 * Writes in parts, each its own request. Excel fills a table's column with a formula that was
 * written to some of its cells (office-js issue 2093): the cells left alone get back what they
 * held.
 *
 * @returns how the cells read after they were written; null where nothing was written.
 */
export async function put(
  place: Place,
  cells: Cells,
  options: PutOptions = {},
): Promise<CellInput[][]> {
  await write(place, cells, options);
  const { context, sheet, row, column, left } = place;
  const columns = cells[0]?.length ?? 0;
  const read = await readInputs(context, sheet, { row, column, rows: cells.length, columns });
  if (left !== undefined) {
    const filled = cells.map((line, r) =>
      line.map((input, c) => {
        const formula = left[r]?.[c] ?? '';
        const now = read[r]?.[c] ?? '';
        return input === null && isFormula(now) && now !== formula ? formula : null;
      }),
    );
    if (filled.flat().some((input) => input !== null)) await write(place, filled, {});
  }
  return cells.map((line, r) =>
    line.map((input, c) => (input === null ? null : (read[r]?.[c] ?? ''))),
  );
}

async function write(
  { sheet, row, column }: Place,
  cells: Cells,
  { isTried, format }: PutOptions,
): Promise<void> {
  const columns = cells[0]?.length ?? 0;
  await inUndoGroup(async (group) => {
    const target = group.workbook.worksheets.getItem(sheet.id);
    await inParts(cells.length, columns, async ({ start, count }) => {
      const part = cells.slice(start, start + count);
      const range = target.getRangeByIndexes(row + start, column, count, columns);
      range.formulas = part.map((line) => line.map(toExcelInput));
      isTried?.(start + count);
      await group.sync();
    });
    format?.(target);
    await group.sync().catch(() => undefined);
  });
}

/** Whether Excel might take these cells into a table, in which nothing spills. */
async function isBesideTable(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: Omit<SheetArea, 'sheet'>,
): Promise<boolean> {
  const [up, back] = [Math.min(row, 1), Math.min(column, 1)];
  const near = [
    sheet.getRangeByIndexes(row - up, column, rows + up, columns),
    sheet.getRangeByIndexes(row, column - back, rows, columns + back),
  ].map((range) => range.getTables(false));
  for (const tables of near) tables.load('items/name');
  await context.sync();
  return near.some(({ items }) => items.length > 0);
}

/**
 * So many runs make a request of a few hundred kilobytes, if somebody has changed every other cell.
 */
const RUNS_AT_ONCE = 1_000;

/**
 * Clears only the formats of cells that are back: other cells have formats of their own. The number
 * formats that blank cells had before are not known, because reading them for a long block takes as
 * long as writing the block.
 */
async function clearFormats(
  { context, sheet, row, column }: Place,
  { formats = [], headerLike, widths = [] }: WrittenBlock,
  isBack: readonly (readonly boolean[])[],
): Promise<void> {
  try {
    const isColumnBack = (at: number) => isBack.every((line) => line[at] === true);
    setWidths(
      sheet,
      { row, column },
      widths.map((width, at) => (isColumnBack(at) ? width : undefined)),
    );
    if (headerLike !== undefined) {
      for (const { start, count } of markedRuns(isBack[0] ?? []))
        sheet.getRangeByIndexes(row, column + start, 1, count).clear('Formats');
    }
    let runs = 0;
    for (const [at, each] of formats.entries()) {
      if (each === undefined) continue;
      for (const { start, count } of markedRuns(isBack.map((line) => line[at] === true))) {
        const range = sheet.getRangeByIndexes(row + start, column + at, count, 1);
        setNumberFormat(range, 'General');
        runs += 1;
        if (runs % RUNS_AT_ONCE === 0) await context.sync();
      }
    }
    await context.sync();
  } catch {
    // The cells are back, whatever they look like.
  }
}

/** The width of a letter in Excel's own font and the margins of a cell, in CSS pixels. */
const LETTER = 7;
const MARGINS = 8;

/** Gives columns these widths, in points; undefined leaves a column as it is. */
function setWidths(
  sheet: Excel.Worksheet,
  { row, column }: Pick<SheetArea, 'row' | 'column'>,
  widths: readonly (number | undefined)[],
): void {
  for (const [at, width] of widths.entries()) {
    if (width === undefined) continue;
    sheet.getRangeByIndexes(row, column + at, 1, 1).format.columnWidth = width;
  }
}

/** Writes, and takes back as far as it went what fails or what Excel silently drops. */
async function putOrTakeBack(
  place: Place,
  cells: Cells,
  before: Cells,
  format: (sheet: Excel.Worksheet) => void,
): Promise<CellInput[][] | CannotDo> {
  let rows = 0;
  const isTried = (count: number): void => void (rows = Math.max(rows, count));
  try {
    const write = (): Promise<CellInput[][]> => put(place, cells, { isTried, format });
    let after = await write();
    const texts = textColumns(cells, after);
    if (texts.length > 0) {
      const { sheet, row, column } = place;
      for (const at of texts) {
        setNumberFormat(sheet.getRangeByIndexes(row, column + at, cells.length, 1), 'General');
      }
      await place.context.sync();
      after = await write();
    }
    if (isWhole(cells, after)) return after;
    return (await takeBack(place, cells, before, rows)) ?? { kind: 'failed', message: dropped() };
  } catch (error) {
    return (await takeBack(place, cells, before, rows)) ?? cannotDo(error);
  }
}

/**
 * Microsoft's script sends cells in pieces of 1,500, so a request that failed may have written some
 * of them. Puts back every cell that has changed.
 */
async function takeBack(
  place: Place,
  cells: Cells,
  before: Cells,
  rows: number,
): Promise<CannotDo | undefined> {
  const area = { row: place.row, column: place.column, rows, columns: cells[0]?.length ?? 0 };
  try {
    const now = rows === 0 ? [] : await readInputs(place.context, place.sheet, area);
    const changed = now.map((line, r) =>
      line.map((input, c) => {
        const old = before[r]?.[c] ?? '';
        return input === old || (cells[r]?.[c] ?? null) === null ? null : old;
      }),
    );
    const isChanged = changed.some((line) => line.some((input) => input !== null));
    if (isChanged) await put({ ...place, left: now }, changed);
    return undefined;
  } catch {
    const left = formatArea({ ...toCellArea({ ...area, sheet: '' }), sheet: undefined });
    return {
      kind: 'failed',
      message: t('Excel stopped partway. Check {left} and clear it manually.', { left }),
    };
  }
}

const wouldJoin = (): string =>
  t(
    'A table is next to these cells, and Excel could take them into it. Clear “One formula for all attributes”, then try again.',
  );
const dropped = (): string => t('Excel didn’t keep the changes. Merged cells may be in the way.');

/**
 * Excel silently writes nothing to a cell that is hidden under a merged one, and may keep a formula
 * as text.
 */
function isWhole(cells: Cells, after: Cells): boolean {
  return cells.every((line, r) =>
    line.every((input, c) => {
      if (input === null || input === '') return true;
      const read = after[r]?.[c];
      return read !== '' && !(isFormula(input) && isFormulaAsText(read));
    }),
  );
}

/** Columns in which a formula reads as text: cells formatted as text, such as for postcodes. */
function textColumns(cells: Cells, after: Cells): number[] {
  const found = new Set<number>();
  cells.forEach((line, r) =>
    line.forEach((input, c) => {
      if (isFormula(input) && isFormulaAsText(after[r]?.[c])) found.add(c);
    }),
  );
  return [...found];
}

type Change<Result> = (
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
) => Promise<Result | CannotDo>;

/**
 * Changes a sheet.
 *
 * @param key the sheet's name or its id.
 * @param gone the result where the sheet no longer exists.
 */
async function changeSheet<Result>(
  key: string,
  change: Change<Result>,
  gone: Result | CannotDo = { kind: 'failed', message: t('The sheet no longer exists.') },
): Promise<Result | CannotDo> {
  return inExcel<Result | CannotDo>(async (context) => {
    const sheet = context.workbook.worksheets.getItemOrNullObject(key);
    sheet.load('name,id');
    await context.sync();
    return sheet.isNullObject ? gone : change(context, sheet);
  });
}
