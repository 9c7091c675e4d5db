import { anchorArea, anchorText } from '../spreadsheet/anchor-text';
import type {
  Anchoring,
  CellBlock,
  CellExchange,
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
  const inputs: CellInput[][] = [];
  const contents: CellBlock['contents'][number][] = [];
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  for (const { start, count } of rowParts(area.rows, area.columns)) {
    const range = sheet.getRangeByIndexes(area.row + start, area.column, count, area.columns);
    range.load('formulas,values,valueTypes');
    await context.sync();
    range.values.forEach((line: unknown[], r) => {
      const formulas: unknown[] = range.formulas[r] ?? [];
      const types: unknown[] = range.valueTypes[r] ?? [];
      inputs.push(line.map((value, c) => fromExcelInput(formulas[c], value)));
      contents.push(line.map((value, c) => toContent(value, types[c])));
    });
  }
  return { area, inputs, contents };
}

/** Each part is read again right before it is written: in between nothing else is asked. */
async function exchangeCells(
  context: Excel.RequestContext,
  { area, from, to }: CellExchange,
): Promise<Exchanging> {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  for (const { start, count } of rowParts(area.rows, area.columns)) {
    const wanted = to.slice(start, start + count);
    if (wanted.every((line) => line.every((content) => content === null))) continue;
    const range = sheet.getRangeByIndexes(area.row + start, area.column, count, area.columns);
    range.load('formulas,values');
    await context.sync();
    range.formulas = wanted.map((line, r) =>
      line.map((content, c) => {
        const now = fromExcelInput(range.formulas[r]?.[c], range.values[r]?.[c]);
        return content === null || now !== from[start + r]?.[c] ? null : toTyping(content);
      }),
    );
    await context.sync();
  }
  return { kind: 'exchanged' };
}

/** Excel makes an error of its name. */
function toTyping(content: NewContent): CellInput {
  return typeof content === 'object' && content !== null ? content.error : toExcelInput(content);
}

/** Names can be added since ExcelApi 1.4, and asked for what they stand for since 1.7. */
async function withNames<Result>(
  run: (context: Excel.RequestContext) => Promise<Result>,
): Promise<Result | CannotDo> {
  return hasExcelApi('1.7') ? changeExcel(run) : cannotDo({ code: 'ApiNotFound' });
}
