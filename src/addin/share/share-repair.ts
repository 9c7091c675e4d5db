import { groupBy } from '../../engine/async/groups';
import { createSlicer, type Clock } from '../../engine/lookup';
import { columnRuns, type ColumnRun } from '../spreadsheet/block-writing';
import { ShownPrice } from '../spreadsheet/shown-price';
import type { CellInput, Sheet } from '../spreadsheet/sheet';
import type { CellTexts, WorkbookContents } from '../spreadsheet/workbook-contents';
import { type KeySearch, repairedCell, repairedPlace } from './key-search';
import type { CheckedWorkbook, FindingLocation, FoundCell } from './share-check';

export interface ShareRepairParts {
  readonly contents: WorkbookContents;
  readonly sheet: Pick<Sheet, 'write'>;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
}

/**
 * Takes the keys out of these findings' places, if they are still there. Never rejects; returns
 * what could not be done, in sentences for a person.
 */
export async function repairFindings(
  parts: ShareRepairParts,
  checked: Pick<CheckedWorkbook, 'locationOf' | 'search'>,
  ids: readonly number[],
): Promise<readonly string[]> {
  const { contents, clock } = parts;
  const slice = createSlicer(clock);
  const troubles = new Set<string>();
  const locations = ids.flatMap((id) => checked.locationOf(id) ?? []);
  for (const location of locations) {
    if (location.kind !== 'text') continue;
    const { place, text } = location.text;
    const change = await contents.change(place, text, repairedPlace(place, text, checked.search));
    if (change.kind === 'failed') troubles.add(change.message);
    await slice();
  }
  for (const [area, cells] of byArea(locations)) {
    for (const message of await repairCells(parts, area, cells, checked.search)) {
      troubles.add(message);
    }
  }
  return [...troubles];
}

function byArea(locations: readonly FindingLocation[]): Map<string, FoundCell[]> {
  const cells = locations.flatMap((location) => (location.kind === 'cell' ? location.cell : []));
  return groupBy(cells, ({ area }) => area);
}

/** Repairs from the top down what the cells hold now, as somebody may have changed them. */
async function repairCells(
  { contents, sheet }: ShareRepairParts,
  area: string,
  cells: readonly FoundCell[],
  search: KeySearch,
): Promise<string[]> {
  const troubles: string[] = [];
  let rest = [...cells].sort((one, other) => one.row - other.row);
  while (rest.length > 0) {
    const from = rest[0]?.row ?? 0;
    const block = await contents.read(area, from);
    if (block.kind === 'failed') return [...troubles, block.message];
    if (block.kind !== 'cells') return troubles;
    const end = block.row + block.values.length;
    const isHere = ({ row }: FoundCell): boolean => row === from || row < end;
    const repaired = rest.filter(isHere).flatMap((cell) => repairedIn(block, cell, search));
    const write = async (run: ColumnRun): Promise<void> => {
      const written = await sheet.write(run, { shouldOverwrite: true, price: ShownPrice.none });
      if (written.kind === 'failed') troubles.push(written.message);
      // What a formula spills is gone once it is gone from the cells that the formula reads.
      if (written.kind !== 'occupied' || run.cells.length === 1) return;
      for (const [at, line] of run.cells.entries()) {
        await write({ ...run, row: run.row + at, cells: [line] });
      }
    };
    for (const run of columnRuns(repaired)) await write(run);
    rest = rest.filter((found) => !isHere(found));
  }
  return troubles;
}

interface RepairedCell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly input: CellInput;
}

function repairedIn(
  { values, formulas, ...block }: CellTexts,
  { row, column, as }: FoundCell,
  search: KeySearch,
): RepairedCell[] {
  const at = (texts: CellTexts['values']): string =>
    texts[row - block.row]?.[column - block.column] ?? '';
  const input = repairedCell(as, at(values), at(formulas), search);
  return input === undefined ? [] : [{ sheet: block.sheet, row, column, input }];
}
