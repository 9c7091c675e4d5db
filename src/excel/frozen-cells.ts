import { anchorArea, anchorText } from '../spreadsheet/anchor-text';
import { exchangeInParts } from '../spreadsheet/cell-exchange';
import type { ExchangePart } from '../spreadsheet/cell-exchange';
import type {
  Anchoring,
  CellBlock,
  CellExchange,
  CellsRead,
  Exchanging,
  FrozenCells,
  NewContent,
} from '../spreadsheet/frozen-cells';
import type { CannotDo, CellInput, SheetArea } from '../spreadsheet/sheet';
import { fromExcelInput, toContent, toExcelInput } from './cell-input';
import { cannotDo, changeExcel } from './failure';
import { readFilledFormulas } from './filled-formulas';
import { hasExcelApi, rowParts } from './range-parts';

/** The workbook's cells through Excel's own API, for freezing. */
export function createFrozenCells(): FrozenCells {
  return {
    formulas: readFilledFormulas,
    read: (areas) =>
      changeExcel(async (context) => {
        const blocks: CellBlock[] = [];
        for (const area of areas) blocks.push(await readBlock(context, area));
        return { kind: 'cells', blocks };
      }),
    exchange: (exchange) => changeExcel((context) => exchangeCells(context, exchange)),
    anchor: (anchors) =>
      withNames(async (context) => {
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
      withNames(async (context) => {
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
      withNames(async (context) => {
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
  const inputs: CellsRead['inputs'][number][] = [];
  const contents: CellsRead['contents'][number][] = [];
  for (const part of rowParts(area.rows, area.columns)) {
    const read = await readPart(context, area, part);
    inputs.push(...read.inputs);
    contents.push(...read.contents);
  }
  return { area, inputs, contents };
}

interface RangeRead extends CellsRead {
  readonly range: Excel.Range;
}

async function readPart(
  context: Excel.RequestContext,
  area: SheetArea,
  { start, count }: ExchangePart,
): Promise<RangeRead> {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  const range = sheet.getRangeByIndexes(area.row + start, area.column, count, area.columns);
  range.load('formulas,values,valueTypes');
  await context.sync();
  const formulas: unknown[][] = range.formulas;
  const types: unknown[][] = range.valueTypes;
  const values: unknown[][] = range.values;
  return {
    range,
    inputs: values.map((line, r) =>
      line.map((value, c) => fromExcelInput(formulas[r]?.[c], value)),
    ),
    contents: values.map((line, r) => line.map((value, c) => toContent(value, types[r]?.[c]))),
  };
}

async function exchangeCells(
  context: Excel.RequestContext,
  exchange: CellExchange,
): Promise<Exchanging> {
  const { area } = exchange;
  await exchangeInParts<RangeRead>(exchange, rowParts(area.rows, area.columns), {
    read: (part) => readPart(context, area, part),
    async write(cells, _part, { range }) {
      range.formulas = cells.map((line) => line.map(toTyping));
      await context.sync();
    },
  });
  return { kind: 'exchanged' };
}

/** Excel turns the name of an error into the error. */
function toTyping(content: NewContent): CellInput {
  return typeof content === 'object' && content !== null ? content.error : toExcelInput(content);
}

/** ExcelApi 1.4 can add names, but only 1.7 can read what they refer to. */
async function withNames<Result>(
  run: (context: Excel.RequestContext) => Promise<Result>,
): Promise<Result | CannotDo> {
  return hasExcelApi('1.7') ? changeExcel(run) : cannotDo({ code: 'ApiNotFound' });
}
