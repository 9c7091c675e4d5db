import { groupBy } from '../engine/async/groups';
import { anchorArea, anchorText } from '../addin/spreadsheet/sheet-region';
import { exchangeInParts, type ExchangePart } from '../addin/spreadsheet/cell-exchange';
import type {
  Anchoring,
  CellBlock,
  CellExchange,
  CellsRead,
  Exchanging,
  FrozenCells,
  NewContent,
  FilledFormula,
  FilledFormulaReading,
} from '../addin/spreadsheet/frozen-cells';
import type { CellInput, SheetArea, LocatedFormula } from '../addin/spreadsheet/sheet';
import { fromExcelInput, toContent, toExcelInput } from './cell-input';
import { inExcel } from './failure';
import { hasExcelApi, inParts, rowParts, type Rows } from './payload-limits';
import { clearTextFormat, isKeptAsText } from './text-format';
import { inUndoGroup } from './undo-group';
import { coveringAreas, halves, type Area } from './formula-areas';
import { readLocusFormulas } from './formula-reading';

/** The workbook's cells through Excel's own API, for freezing. */
export function createFrozenCells(): FrozenCells {
  return {
    formulas: readFilledFormulas,
    read: (areas) =>
      inExcel(async (context) => {
        const blocks: CellBlock[] = [];
        for (const area of areas) blocks.push(await readBlock(context, area));
        return { kind: 'cells', blocks };
      }),
    exchange: (exchange) => inExcel((context) => exchangeCells(context, exchange)),
    anchor: (anchors) =>
      inExcel(async (context) => {
        const { names } = context.workbook;
        for (let start = 0; start < anchors.length; start += NAMES_AT_ONCE) {
          for (const { name, area } of anchors.slice(start, start + NAMES_AT_ONCE)) {
            names.add(name, `=${anchorText(area)}`).visible = false;
          }
          await context.sync();
        }
        return ANCHORED;
      }),
    anchors: (prefix) =>
      inExcel(async (context) => {
        const { names } = context.workbook;
        names.load('items/name,items/formula');
        await context.sync();
        const areas = new Map<string, SheetArea | undefined>();
        for (const { name, formula } of names.items) {
          if (name.startsWith(prefix)) areas.set(name, anchorArea(String(formula)));
        }
        return { kind: 'anchors', areas };
      }),
    release: (gone) =>
      inExcel(async (context) => {
        const { names } = context.workbook;
        names.load('items/name');
        await context.sync();
        const unwanted = new Set(gone);
        const held = names.items.filter(({ name }) => unwanted.has(name));
        for (let start = 0; start < held.length; start += NAMES_AT_ONCE) {
          for (const name of held.slice(start, start + NAMES_AT_ONCE)) name.delete();
          await context.sync();
        }
        return ANCHORED;
      }),
  };
}

const ANCHORED: Anchoring = { kind: 'anchored' };
/** In one request. */
const NAMES_AT_ONCE = 200;

async function readBlock(context: Excel.RequestContext, area: SheetArea): Promise<CellBlock> {
  return { area, ...(await readRows(context, area, { start: 0, count: area.rows })) };
}

/** Reads some of an area's rows, in as many requests as long texts need. */
async function readRows(
  context: Excel.RequestContext,
  area: SheetArea,
  { start, count }: ExchangePart,
): Promise<CellsRead> {
  const inputs: CellsRead['inputs'][number][] = [];
  const contents: CellsRead['contents'][number][] = [];
  await inParts(count, area.columns, async (part) => {
    const range = rangeOf(context, area, { start: start + part.start, count: part.count });
    range.load('formulas,values,valueTypes');
    await context.sync();
    const formulas: unknown[][] = range.formulas;
    const types: unknown[][] = range.valueTypes;
    const values: unknown[][] = range.values;
    for (const [r, line] of values.entries()) {
      inputs.push(line.map((value, c) => fromExcelInput(formulas[r]?.[c], value)));
      contents.push(line.map((value, c) => toContent(value, types[r]?.[c])));
    }
  });
  return { inputs, contents };
}

async function exchangeCells(
  context: Excel.RequestContext,
  exchange: CellExchange,
): Promise<Exchanging> {
  const { area } = exchange;
  await exchangeInParts<CellsRead>(exchange, rowParts(area.rows, area.columns), {
    read: (part) => readRows(context, area, part),
    write: (cells, { start, count }) =>
      inParts(count, area.columns, (part) =>
        writeRows(context, area, cells.slice(part.start, part.start + part.count), {
          start: start + part.start,
          count: part.count,
        }),
      ),
  });
  return { kind: 'exchanged' };
}

/** In cells that a person has formatted as text, what is not text is written once more. */
async function writeRows(
  context: Excel.RequestContext,
  area: SheetArea,
  lines: readonly (readonly NewContent[])[],
  rows: Rows,
): Promise<void> {
  const inputs = lines.map((line) => line.map(toTyping));
  await inUndoGroup(async (group) => {
    rangeOf(group, area, rows).formulas = inputs;
    await group.sync();
  });
  const now = await readRows(context, area, rows);
  const texts = lines.map((line, r) =>
    line.map((content, c) =>
      isKeptAsText(content, now.inputs[r]?.[c] ?? '', now.contents[r]?.[c] ?? null),
    ),
  );
  if (!texts.some((line) => line.includes(true))) return;
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  clearTextFormat(sheet, { row: area.row + rows.start, column: area.column }, texts);
  rangeOf(context, area, rows).formulas = inputs.map((line, r) =>
    line.map((input, c) => (texts[r]?.[c] === true ? input : null)),
  );
  await context.sync();
}

function rangeOf(
  context: Excel.RequestContext,
  area: SheetArea,
  { start, count }: Rows,
): Excel.Range {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  return sheet.getRangeByIndexes(area.row + start, area.column, count, area.columns);
}

/** Excel turns the name of an error into the error. */
function toTyping(content: NewContent): CellInput {
  return typeof content === 'object' && content !== null ? content.error : toExcelInput(content);
}

/** Every Locus formula, with the size of the area that it fills. */
async function readFilledFormulas(): Promise<FilledFormulaReading> {
  const reading = await readLocusFormulas();
  if (reading.kind === 'failed') return reading;
  // Before ExcelApi 1.12 no formula fills more than its cell, or Excel cannot say so.
  if (!hasExcelApi('1.12')) return { kind: 'formulas', formulas: reading.formulas.map(single) };
  const bySheet = groupBy(reading.formulas, ({ sheet }) => sheet);
  return inExcel(async (context) => {
    const formulas: FilledFormula[] = [];
    for (const [name, found] of bySheet) {
      const sheet = context.workbook.worksheets.getItem(name);
      for (const each of await filledOf(context, sheet, found)) formulas.push(each);
    }
    return { kind: 'formulas', formulas };
  });
}

/** Ranges in one request. */
const AT_ONCE = 500;

function single(formula: LocatedFormula): FilledFormula {
  return { ...formula, rows: 1, columns: 1 };
}

async function filledOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  formulas: readonly LocatedFormula[],
): Promise<FilledFormula[]> {
  const spilling = await spillingAreas(context, sheet, coveringAreas(formulas, 0));
  const isSpilling = ({ row, column }: LocatedFormula): boolean =>
    spilling.some(
      (area) =>
        row >= area.row &&
        row < area.row + area.rows &&
        column >= area.column &&
        column < area.column + area.columns,
    );
  const asked = formulas.filter(isSpilling);
  const sizes = new Map<LocatedFormula, { readonly rows: number; readonly columns: number }>();
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    const part = asked.slice(start, start + AT_ONCE).map((formula) => ({
      formula,
      fill: sheet
        .getRangeByIndexes(formula.row, formula.column, 1, 1)
        .getSpillingToRangeOrNullObject(),
    }));
    for (const { fill } of part) fill.load('rowCount,columnCount');
    await context.sync();
    for (const { formula, fill } of part) {
      if (fill.isNullObject) continue;
      sizes.set(formula, { rows: fill.rowCount, columns: fill.columnCount });
    }
  }
  return formulas.map((formula) => ({ ...single(formula), ...sizes.get(formula) }));
}

/** The areas in which every cell spills. Mostly there are none, as one request shows. */
async function spillingAreas(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  areas: readonly Area[],
): Promise<Area[]> {
  const spilling: Area[] = [];
  let waiting = [...areas];
  while (waiting.length > 0) {
    const asked = waiting.slice(0, AT_ONCE).map((area) => ({
      area,
      range: sheet.getRangeByIndexes(area.row, area.column, area.rows, area.columns),
    }));
    waiting = waiting.slice(AT_ONCE);
    for (const { range } of asked) range.load('hasSpill');
    await context.sync();
    for (const { area, range } of asked) {
      // Null if only some of the cells do.
      const hasSpill: boolean | null = range.hasSpill;
      if (hasSpill === true) spilling.push(area);
      else if (hasSpill === null) for (const half of halves(area) ?? []) waiting.push(half);
    }
  }
  return spilling;
}
