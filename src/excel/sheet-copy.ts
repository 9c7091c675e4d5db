import { textAsInput } from '../addin/spreadsheet/block-writing';
import type { CellInput, LocatedFormula } from '../addin/spreadsheet/sheet';
import { copyName, countErrors, type CopyAsValues } from '../addin/spreadsheet/sheet-copy';
import type { CellContent } from '../engine/places/cell';
import { toExcelInput } from './cell-input';
import { inExcel } from './failure';
import { coveringAreas, inRequests, type Area } from './formula-areas';
import { readLocusFormulas } from './formula-reading';
import { hasExcelApi, inParts } from './payload-limits';
import { readAreas } from './special-cells';

/**
 * Copies a sheet as values. They are read from the sheet, because Excel may recalculate the copy.
 */
export const copyAsValues: CopyAsValues = async (name) => {
  const reading = await readLocusFormulas();
  if (reading.kind === 'failed') return reading;
  const formulas = reading.formulas.filter(({ sheet }) => sheet === name);
  if (formulas.length === 0) return { kind: 'nothing' };
  return inExcel(async (context) => {
    const { worksheets } = context.workbook;
    const sheet = worksheets.getItem(name);
    worksheets.load('items/name');
    sheet.load('name');
    const spills = await spillsOf(context, sheet, formulas);
    // A formula that spills comes first: what it fills cannot be written while it is there.
    const areas = [...inRequests(spills), ...coveringAreas(formulas, 0)];
    const contents = new Map<string, CellContent>();
    await readAreas(context, sheet, areas, ({ row, column, value }) => {
      contents.set(`${row},${column}`, contentOf(value));
    });
    const { errors, waiting } = countErrors([...contents.values()]);
    if (waiting > 0) return { kind: 'waiting', cells: waiting };
    const copy = sheet.copy(Excel.WorksheetPositionType.after, sheet);
    copy.name = copyName(
      name,
      worksheets.items.map((each) => each.name),
    );
    copy.load('name');
    await context.sync();
    try {
      for (const area of areas) await writeValues(context, copy, area, contents);
    } catch (error) {
      copy.delete();
      await context.sync();
      throw error;
    }
    return { kind: 'copied', sheet: copy.name, formulas: formulas.length, errors };
  });
};

/** `#N/A` or `#DIV/0!`: in a cell with a formula, a text like this is an error. */
const ERROR = /^#\p{Lu}[^ ]*$/u;

function contentOf(value: unknown): CellContent {
  if (typeof value === 'string' && ERROR.test(value)) return { error: value };
  const isKnown = typeof value === 'string' || typeof value === 'number';
  return isKnown || typeof value === 'boolean' ? value : null;
}

/** What the formulas of a sheet fill beyond their own cells. Mostly there is nothing. */
async function spillsOf(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  formulas: readonly LocatedFormula[],
): Promise<Area[]> {
  // Before ExcelApi 1.12 no formula spills, or Excel cannot say so.
  if (!hasExcelApi('1.12')) return [];
  const used = sheet.getUsedRangeOrNullObject(true);
  used.load('hasSpill');
  await context.sync();
  // `hasSpill` is null if only some of the cells spill.
  const hasSpill: boolean | null = used.isNullObject ? false : used.hasSpill;
  if (hasSpill === false) return [];
  const spills: Area[] = [];
  for (let start = 0; start < formulas.length; start += AT_ONCE) {
    const ranges = formulas
      .slice(start, start + AT_ONCE)
      .map(({ row, column }) =>
        sheet.getRangeByIndexes(row, column, 1, 1).getSpillingToRangeOrNullObject(),
      );
    for (const range of ranges) range.load('rowIndex,columnIndex,rowCount,columnCount');
    await context.sync();
    for (const range of ranges) {
      if (range.isNullObject) continue;
      const { rowIndex: row, columnIndex: column, rowCount: rows, columnCount: columns } = range;
      spills.push({ row, column, rows, columns });
    }
  }
  return spills;
}

/** Ranges in one request. */
const AT_ONCE = 500;

async function writeValues(
  context: Excel.RequestContext,
  sheet: Excel.Worksheet,
  { row, column, rows, columns }: Area,
  contents: ReadonlyMap<string, CellContent>,
): Promise<void> {
  await inParts(rows, columns, async ({ start, count }) => {
    const range = sheet.getRangeByIndexes(row + start, column, count, columns);
    range.formulas = Array.from({ length: count }, (_, r) =>
      Array.from({ length: columns }, (__, c) =>
        inputOf(contents.get(`${row + start + r},${column + c}`) ?? null),
      ),
    );
    await context.sync();
  });
}

/** Excel turns the name of an error into the error. */
function inputOf(content: CellContent): CellInput {
  if (content === null) return '';
  if (typeof content === 'object') return content.error;
  return typeof content === 'string' ? toExcelInput(textAsInput(content)) : content;
}
