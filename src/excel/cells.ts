import { contains, formatArea, parseArea } from '../addin/spreadsheet/cell-address';
import type { Cells, Recalculation, RecalculationFailure } from '../addin/spreadsheet/host';
import { cannotDo } from './failure';
import { coveringAreas, inRequests, type Cell } from './formula-areas';
import { calculateAgain, type AreasOfSheet } from './recalculation';
import { createSheetNames, type NamedSheet } from './sheet-names';
import { addressesIn, formulaAreas } from './special-cells';

/** Up to this many cells between two wanted ones are read along with them. */
const GAP = 20;

/** Gives the pane the workbook's formulas, through Excel's own API. */
export function createCells(): Cells {
  const names = createSheetNames();
  return {
    recalculate: (addresses) =>
      recalculate(addresses, async () => {
        const find = await Excel.run(DELAYED, (context) => names.lookUp(context));
        return wantedAreas(addresses, find);
      }),
    recalculateAll: () => recalculate([], allAreas),
    async goTo(address) {
      const area = parseArea(address);
      if (area?.sheet === undefined) throw new RangeError('goTo: no such address');
      const { sheet: name } = area;
      await Excel.run(async (context) => {
        const sheet = (await names.lookUp(context))(name);
        if (sheet === undefined) throw new RangeError('goTo: no such sheet');
        const worksheet = context.workbook.worksheets.getItem(sheet.id);
        worksheet.activate();
        worksheet.getRange(formatArea({ ...area, sheet: undefined })).select();
        await context.sync();
      });
    },
  };
}

/** Recalculates the Locus formulas among the selected cells. */
export function recalculateSelected(): Promise<Recalculation> {
  return recalculate([], selectedAreas);
}

/** Waits until a person has left the cell that they are typing into. */
const DELAYED: Excel.RunOptions = { delayForCellEdit: true };

async function recalculate(
  addresses: readonly string[],
  find: () => Promise<readonly AreasOfSheet[]>,
): Promise<Recalculation> {
  let count = 0;
  const failures: RecalculationFailure[] = [];
  try {
    for (const areas of await find()) {
      const result = await calculateAgain(areas);
      count += result.count;
      for (const failure of result.failures) failures.push(failure);
    }
    if (count > 0) await calculateWhereManual();
  } catch (error) {
    failures.push({ message: cannotDo(error).message, addresses });
  }
  return { count, failures };
}

/** With manual calculation, dirty cells would wait for a key that nobody presses. */
async function calculateWhereManual(): Promise<void> {
  await Excel.run(DELAYED, async (context) => {
    const { application } = context.workbook;
    application.load('calculationMode');
    await context.sync();
    if (application.calculationMode !== 'Manual') return;
    application.calculate('Recalculate');
    await context.sync();
  });
}

function wantedAreas(
  addresses: readonly string[],
  find: (name: string) => NamedSheet | undefined,
): AreasOfSheet[] {
  const bySheet = new Map<string, { sheet: NamedSheet; cells: Map<string, Cell> }>();
  for (const address of addresses) {
    const area = parseArea(address);
    const sheet = area?.sheet === undefined ? undefined : find(area.sheet);
    if (area === undefined || sheet === undefined) continue;
    const wanted = bySheet.get(sheet.id) ?? { sheet, cells: new Map<string, Cell>() };
    bySheet.set(sheet.id, wanted);
    // A formula is in the first cell of the area that it fills.
    const cell = { row: area.startRow, column: area.startColumn };
    wanted.cells.set(`${cell.row},${cell.column}`, cell);
  }
  return [...bySheet.values()].map(({ sheet, cells }) => ({
    sheet,
    areas: coveringAreas([...cells.values()], GAP),
    isWanted: ({ row, column }) => cells.has(`${row},${column}`),
  }));
}

async function allAreas(): Promise<AreasOfSheet[]> {
  return Excel.run(DELAYED, async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/id,items/name');
    await context.sync();
    const found: AreasOfSheet[] = [];
    for (const sheet of worksheets.items) {
      const areas = inRequests(await formulaAreas(context, sheet));
      const { id, name } = sheet;
      if (areas.length > 0) found.push({ sheet: { id, name }, areas, isWanted: () => true });
    }
    return found;
  });
}

async function selectedAreas(): Promise<AreasOfSheet[]> {
  return Excel.run(DELAYED, async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    sheet.load('id,name');
    const ranges = context.workbook.getSelectedRanges();
    ranges.load('address');
    await context.sync();
    const { id, name } = sheet;
    const selected = addressesIn(ranges.address, name).flatMap((a1) => parseArea(a1) ?? []);
    const isWanted = (cell: Cell): boolean => selected.some((area) => contains(area, cell));
    const areas = inRequests(await formulaAreas(context, sheet));
    return [{ sheet: { id, name }, areas, isWanted }];
  });
}
