import { largest, smallest } from '../../engine/async/extremes';
import { MAX_VARIABLES_PER_CALL } from '../../engine/contract/limits';
import type { CellContent } from '../../engine/places/cell';
import type { PanePorts } from '../pane/parts/pane-ports';
import { askedSize, filledSize } from '../functions/call-elements';
import {
  cellAddress,
  cellName,
  contains,
  formatArea,
  parseArea,
  type CellArea,
} from '../spreadsheet/cell-address';
import { asTyped, locusCalls } from '../spreadsheet/locus-calls';
import type { CannotDo, LocatedFormula } from '../spreadsheet/sheet';
import { argumentOf, placeArguments, takesPlaces } from '../spreadsheet/signatures';

/** Which cells a person means, from the one that is selected. */
export type RenewalScope = 'selection' | 'column' | 'sheet';

export interface RenewalPlan {
  readonly kind: 'plan';
  readonly formulas: readonly LocatedFormula[];
  /** The cells that they fill, spilled ones too. */
  readonly cells: readonly RenewedCell[];
  /** The most calls that it may take. */
  readonly calls: number;
}

/** Its row and column are zero-based. */
export type RenewedCell = Pick<LocatedFormula, 'address' | 'sheet' | 'row' | 'column'>;

export interface Change extends RenewedCell {
  readonly before: number;
  readonly after: number;
  /** How much it changed, as a share of what it was. */
  readonly share: number;
}

export interface RenewalEnd {
  /** Numbers before and after, by size of change; those that stayed the same are only counted. */
  readonly changes: readonly Change[];
  /** All cells that held a number, with what it was. */
  readonly before: readonly (RenewedCell & { readonly before: number })[];
}

export type RenewPorts = Pick<PanePorts, 'host' | 'held' | 'renew'>;

/** What renewing would cost at most. Nothing is asked. */
export async function planRenewal(
  scope: RenewalScope,
  { sheet, selection }: RenewPorts['host'],
): Promise<RenewalPlan | CannotDo> {
  const selected = parseArea(selection.current() ?? '');
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const formulas = reading.formulas.filter(
    (located) =>
      selected !== undefined &&
      isMeant(located, selected, scope) &&
      locusCalls(located.formula).some(({ name }) => takesPlaces(name)),
  );
  const written = new Set(reading.formulas.map(placeOf));
  const cells = formulas.flatMap((located) => [
    located,
    ...spilledFrom(located).filter((cell) => !written.has(placeOf(cell))),
  ]);
  return { kind: 'plan', formulas, cells, calls: callsOf(formulas) };
}

/** Asks again for all of it, and says what has changed. */
export async function renewValues(
  { formulas, cells, calls }: RenewalPlan,
  { host, held, renew }: RenewPorts,
): Promise<RenewalEnd> {
  const numbersBefore = await numbersOf(cells, host);
  // The person has seen this number beside the button.
  const end = held.approveAhead({ calls, covers: () => true });
  try {
    await renew(formulas.map(({ address }) => address));
  } finally {
    end();
  }
  const after = await numbersOf(cells, host);
  const before = cells.flatMap((cell) => {
    const was = numbersBefore.get(placeOf(cell));
    return was === undefined ? [] : [{ ...cell, before: was }];
  });
  const changes: Change[] = [];
  for (const cell of before) {
    const was = cell.before;
    const is = after.get(placeOf(cell));
    if (is === undefined || is === was) continue;
    const share = was === 0 ? Number.POSITIVE_INFINITY : Math.abs(is - was) / Math.abs(was);
    changes.push({ ...cell, after: is, share });
  }
  changes.sort((one, other) => other.share - one.share);
  return { changes, before };
}

function placeOf({ sheet, row, column }: Pick<RenewedCell, 'sheet' | 'row' | 'column'>): string {
  return JSON.stringify([sheet, row, column]);
}

/** The other cells of a formula that begins with a call, as one for a whole list does. */
function spilledFrom({ sheet, row, column, formula }: LocatedFormula): readonly RenewedCell[] {
  const [call] = locusCalls(formula);
  if (call === undefined || !asTyped(formula).slice(1).trim().toUpperCase().startsWith(call.name))
    return [];
  const { rows, columns } = filledSize(call);
  return Array.from({ length: rows * columns }, (_, index) => {
    const at = { row: row + Math.floor(index / columns), column: column + (index % columns) };
    return { sheet, ...at, address: cellAddress(sheet, at.row, at.column) };
  });
}

function isMeant(located: LocatedFormula, area: CellArea, scope: RenewalScope): boolean {
  if (located.sheet !== area.sheet) return false;
  if (scope === 'sheet') return true;
  return contains(area, scope === 'column' ? { ...located, row: area.startRow } : located);
}

/** Formulas with the same place arguments share calls; a range of places is a call for each. */
function callsOf(formulas: readonly LocatedFormula[]): number {
  const names = new Map<string, { names: number; places: number }>();
  let scores = 0;
  for (const { sheet, formula } of formulas) {
    for (const call of locusCalls(formula)) {
      if (!takesPlaces(call.name)) continue;
      const asked = askedSize(call);
      if (argumentOf(call, 'variables') === undefined) {
        scores += asked.places;
        continue;
      }
      const key = [sheet, ...placeArguments(call)].join('\n').toUpperCase();
      const known = names.get(key) ?? { names: 0, places: asked.places };
      known.names += asked.names;
      names.set(key, known);
    }
  }
  return [...names.values()].reduce(
    (sum, each) => sum + each.places * Math.ceil(each.names / MAX_VARIABLES_PER_CALL),
    scores,
  );
}

/** What the cells show, if it is a number. */
async function numbersOf(
  cells: readonly RenewedCell[],
  { sheet }: RenewPorts['host'],
): Promise<ReadonlyMap<string, number>> {
  const [first] = cells;
  if (first === undefined) return new Map();
  const rows = cells.map(({ row }) => row);
  const columns = cells.map(({ column }) => column);
  const area = {
    sheet: first.sheet,
    startRow: smallest(rows),
    startColumn: smallest(columns),
    endRow: largest(rows),
    endColumn: largest(columns),
  };
  const reading = await sheet.readBlock(formatArea(area));
  if (reading.kind !== 'block') return new Map();
  const { block } = reading;
  const at = ({ row, column }: RenewedCell): CellContent =>
    block.values[row - block.row]?.[column - block.column] ?? null;
  return new Map(
    cells.flatMap((cell) => {
      const shown = at(cell);
      return typeof shown === 'number' ? [[placeOf(cell), shown] as const] : [];
    }),
  );
}

/** `B7`, for a list of one sheet's cells. */
export function shortAddress(address: string): string {
  const area = parseArea(address);
  return area === undefined ? address : cellName(area.startRow, area.startColumn);
}
