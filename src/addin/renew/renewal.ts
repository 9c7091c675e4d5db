import { MAX_VARIABLES_PER_CALL } from '../../engine/contract/limits';
import type { CellContent } from '../../engine/places/cell';
import type { PanePorts } from '../pane/parts/pane-ports';
import { markOf, placesOf, readContents, type Contents } from '../functions/place-contents';
import { askedSize, callAt, filledSize } from '../functions/call-elements';
import { cellAddress, contains, parseArea, type CellArea } from '../spreadsheet/cell-address';
import { asTyped, isCalculating, locusCalls } from '../spreadsheet/locus-calls';
import type { CannotDo, LocatedFormula, Sheet } from '../spreadsheet/sheet';
import { mayAsk } from './taken-branches';
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
export interface RenewedCell extends Pick<LocatedFormula, 'address' | 'sheet' | 'row' | 'column'> {
  /** Where its formula finds the place. Read when it is needed: a formula may fill whole columns. */
  places(): readonly CellArea[];
}

/** A cell that held a number, with what it was and the place it was about. */
export interface ValueBefore extends RenewedCell {
  readonly before: number;
  readonly about: string;
}

export interface Change extends ValueBefore {
  /** Undefined where the cell shows no number now. */
  readonly after: number | undefined;
  /** How much it changed, as a share of what it was. */
  readonly share: number;
}

export interface RenewalEnd {
  /** Numbers before and after, by size of change; those that stayed the same are only counted. */
  readonly changes: readonly Change[];
  /** All cells that held a number and are still about the same place. */
  readonly before: readonly ValueBefore[];
  /** How many held a number and were sorted or edited meanwhile. */
  readonly moved: number;
  /** How many values could not be had anew, and stay as they were. */
  readonly old: number;
}

export type RenewPorts = Pick<PanePorts, 'clock' | 'host' | 'held' | 'renew'>;

/** What renewing would cost at most. Nothing is asked. */
export async function planRenewal(
  scope: RenewalScope,
  { sheet, selection }: RenewPorts['host'],
): Promise<RenewalPlan | CannotDo> {
  const selected = parseArea(selection.current() ?? '');
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const written = new Set(reading.formulas.map(({ address }) => address));
  const meant = reading.formulas.flatMap((located) => {
    const isAsking = locusCalls(located.formula).some(({ name }) => takesPlaces(name));
    if (selected === undefined || located.sheet !== selected.sheet || !isAsking) return [];
    const cells = filledBy(located).filter(
      ({ address }, index) => index === 0 || !written.has(address),
    );
    return cells.some((cell) => isMeant(cell, selected, scope)) ? [{ located, cells }] : [];
  });
  const now = await readCells(
    meant.flatMap(({ cells }) => cells),
    { sheet },
  );
  if ('kind' in now) return now;
  // What shows nothing has asked for nothing, as `IF(A2="","",LOCATTR(…))` of an empty row. Nor
  // does a branch that is not taken ask.
  let at = 0;
  const asking = meant.filter(({ located, cells }) => {
    const shown = now.cells.slice(at, (at += cells.length));
    return shown.some((cell) => cell.shown !== '') && mayAsk(located.formula, now);
  });
  const formulas = asking.map(({ located }) => located);
  const cells = asking.flatMap((each) => each.cells);
  return { kind: 'plan', formulas, cells, calls: callsOf(formulas) };
}

/** Asks again for all of it, and says what has changed. */
export async function renewValues(
  { formulas, cells, calls }: RenewalPlan,
  { clock, host, held, renew }: RenewPorts,
): Promise<RenewalEnd | CannotDo> {
  const first = await readCells(cells, host);
  if ('kind' in first) return first;
  // The person has seen this number beside the button.
  const end = held.approveAhead({ calls, covers: () => true });
  let old;
  try {
    old = await renew(
      formulas.map(({ address }) => address),
      markOf(formulas, first),
    );
  } finally {
    end();
  }
  const then = await readWhenShown(cells, { clock, host });
  if ('kind' in then) return then;
  const numbers = cells.flatMap((cell, index) => {
    const [was, now] = [first.cells[index], then.cells[index]];
    return typeof was?.shown === 'number'
      ? [{ ...cell, before: was.shown, about: was.about(), now }]
      : [];
  });
  const before = numbers.filter(({ about, now }) => now?.about() === about);
  const changes = before.flatMap((cell) => {
    const { before: was, now } = cell;
    const after = typeof now?.shown === 'number' ? now.shown : undefined;
    if (after === was) return [];
    const share = was === 0 || after === undefined ? Infinity : Math.abs((after - was) / was);
    return [{ ...cell, after, share }];
  });
  // Infinity less itself is NaN, which counts as equal.
  changes.sort((one, other) => other.share - one.share);
  return { changes, before, moved: numbers.length - before.length, old };
}

/** A host may show its last results some time after it has them. */
async function readWhenShown(
  cells: readonly RenewedCell[],
  { clock, host }: Pick<RenewPorts, 'clock' | 'host'>,
): Promise<CellsNow | CannotDo> {
  for (let looks = 1; ; looks += 1) {
    const now = await readCells(cells, host);
    const isShown = 'kind' in now || !now.cells.some(({ shown }) => isBusy(shown));
    if (isShown || looks === MOST_LOOKS) return now;
    await new Promise<void>((resolve) => clock.schedule(LOOK_MS, resolve));
  }
}

function isBusy(shown: CellContent): boolean {
  return typeof shown === 'object' && shown !== null && isCalculating(shown.error);
}

const LOOK_MS = 1_000;
const MOST_LOOKS = 30;

/** What the cells of their sheet hold now; undefined if these are about other places by now. */
export async function readAround(
  cells: readonly ValueBefore[],
  host: { readonly sheet: Pick<Sheet, 'readBlock'> },
): Promise<CellsNow['contentOf'] | undefined> {
  const now = await readCells(cells, host);
  const isSame =
    !('kind' in now) && cells.every(({ about }, at) => now.cells[at]?.about() === about);
  return isSame ? now.contentOf : undefined;
}

/** The formula's own cell, then the others if it begins with a call, as one for a whole list does. */
function filledBy({ sheet, row, column, formula, address }: LocatedFormula): RenewedCell[] {
  const calls = locusCalls(formula);
  const [call] = calls;
  if (call === undefined || !asTyped(formula).slice(1).trim().toUpperCase().startsWith(call.name))
    return [{ sheet, row, column, address, places: () => placesOf(calls) }];
  const { rows, columns } = filledSize(call);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [down, across] = [Math.floor(index / columns), index % columns];
    const at = { row: row + down, column: column + across };
    const places = () => placesOf([callAt(call, down, across) ?? call]);
    return { sheet, ...at, address: cellAddress(sheet, at.row, at.column), places };
  });
}

function isMeant(cell: RenewedCell, area: CellArea, scope: RenewalScope): boolean {
  return (
    scope === 'sheet' || contains(area, scope === 'column' ? { ...cell, row: area.startRow } : cell)
  );
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

interface CellsNow extends Pick<Contents, 'contentOf'> {
  /** In their order. */
  readonly cells: readonly CellLook[];
}

interface CellLook {
  /** "" where it shows nothing. */
  readonly shown: CellContent;
  /** What stands where its formula finds the place. */
  about(): string;
}

async function readCells(
  cells: readonly RenewedCell[],
  { sheet }: { readonly sheet: Pick<Sheet, 'readBlock'> },
): Promise<CellsNow | CannotDo> {
  const [first] = cells;
  if (first === undefined) return { cells: [], contentOf: () => [] };
  const contents = await readContents(first.sheet, sheet);
  if (contents.kind === 'failed') return contents;
  const { contentOf } = contents;
  const looks = cells.map(({ row, column, places }) => {
    const own = { startRow: row, endRow: row, startColumn: column, endColumn: column };
    return {
      shown: contentOf({ sheet: undefined, ...own })[0]?.[0] ?? '',
      about: () => JSON.stringify(places().map(contentOf)),
    };
  });
  return { cells: looks, contentOf };
}
