import type { FrozenFormulas } from '../workbook/frozen-formulas';
import { isFormula } from '../spreadsheet/block-writing';
import type { CellInput, SheetArea } from '../spreadsheet/sheet';
import type { CellContent } from '../places/cell';
import { BLANK_HASH, cellHash, jointHash } from './cell-hash';
import { followedText, isInStep } from './followed-reference';
import { formulaFault } from './formula-fault';
import { isRigid } from './formula-runs';
import type { RowHashKinds } from './formula-runs';
import { entriesOf, groupsOf } from './run-entries';
import type { Entry, Group } from './run-entries';

/** The cells that a run's hidden name covers now. */
export interface RunNow {
  readonly area: SheetArea;
  /** By row of the area; also rows before and after it, if the list may have been sorted there. */
  readonly cells: ReadonlyMap<number, RunCell>;
  /** Where each reference's cells are; undefined for those that are gone. */
  readonly references: readonly (SheetArea | undefined)[];
  /** The hash that identifies a row. */
  rowHash(kind: keyof RowHashKinds, row: number): number;
}

export interface RunCell {
  readonly input: CellInput;
  readonly content: CellContent;
}

/** Why a formula has no place: Locus then lists it, and never guesses a cell for it. */
export type LeftReason =
  /** No cell shows what it showed: its row is gone, or somebody typed over it. */
  | 'changed'
  /** Several cells show it, and they had different formulas. */
  | 'alike'
  /** Cells that it reads are gone, or no longer line up with its own. */
  | 'apart'
  /** It may not be typed into a cell. */
  | 'refused';

export interface RunPlacement {
  /** For each frozen cell of the run, in order: the row its formula goes to, or is in already. */
  readonly rows: readonly (number | undefined)[];
  readonly reasons: ReadonlyMap<number, LeftReason>;
  /** What to type, by row; a copy of a row gets its formula too. */
  readonly formulas: ReadonlyMap<number, string>;
}

type Placing<T = void> = Generator<undefined, T, undefined>;

const CELLS_A_TURN = 500;

/**
 * Decides which formula belongs in which cell. What a cell shows and what the formula reads in its
 * row identify it, so sorted, inserted, deleted and copied rows make no difference; a row whose
 * inputs have changed is identified by its neighbours. If two formulas are possible, none is used.
 *
 * Yields every few hundred cells, so that its caller can yield to the page.
 */
export function* placeRun(frozen: FrozenFormulas, now: RunNow): Placing<RunPlacement> {
  const entries = entriesOf(frozen);
  const rows: (number | undefined)[] = entries.map(() => undefined);
  const reasons = new Map<number, LeftReason>();
  const formulas = new Map<number, string>();
  /** The entry found for each row of the area now. */
  const found = new Map<number, Entry>();
  const rigid = frozen.formulas.map((_, formula) => isRigid(frozen, frozen.area, formula));
  const others = new Set(frozen.otherHashes);
  const isUniform = frozen.formulas.length === 1;
  const hashes = new Map<number, number | 'formula'>();
  const rowHashes = { loose: new Map<number, number>(), rigid: new Map<number, number>() };
  let looked = 0;

  /** Between two cells: whether it is time to yield to the page. */
  const isTurn = (): boolean => (looked += 1) % CELLS_A_TURN === 0;

  const isFree = ({ index }: Entry): boolean => rows[index] === undefined;

  /**
   * Whether a row shows what the entry did, or has its formula already. An empty cell alone says
   * nothing: a new row may have been sorted there.
   */
  function reads(entry: Entry, row: number): boolean {
    const hash = hashes.get(row);
    if (hash === BLANK_HASH) return entry.hash === BLANK_HASH && isRowKnown({ ...entry, row });
    if (hash !== 'formula') return hash === entry.hash;
    return formulaText(frozen, now, entry.formula, row) === now.cells.get(row)?.input;
  }

  /** @param isIts false for a copy: the row gets the formula, but is not the entry's own row. */
  function find(entry: Entry, row: number, isIts = true): void {
    const text = formulaText(frozen, now, entry.formula, row);
    if (text === 'apart' || text === 'refused') {
      if (isIts) reasons.set(entry.index, text);
      return;
    }
    if (isIts) {
      rows[entry.index] = row;
      reasons.delete(entry.index);
      found.set(row, entry);
    }
    if (hashes.get(row) !== 'formula') formulas.set(row, text);
  }

  function isRowKnown({ formula, row, rowHash }: Entry): boolean {
    const kind = rigid[formula] === true ? 'rigid' : 'loose';
    return hashes.get(row) === 'formula' || rowHashOf(kind, row) === rowHash;
  }

  function rowHashOf(kind: keyof RowHashKinds, row: number): number {
    let rowHash = rowHashes[kind].get(row);
    if (rowHash === undefined) rowHashes[kind].set(row, (rowHash = now.rowHash(kind, row)));
    return rowHash;
  }

  /** Places formulas if nothing has moved: every cell shows what it did, or has its formula. */
  function* placeInPlace(): Placing {
    if (now.area.rows !== frozen.area.rows) return;
    for (const entry of entries) {
      if (isTurn()) yield;
      if (!reads(entry, entry.row)) return;
    }
    let isLooseInPlace = true;
    if (!isUniform) {
      for (const entry of entries) {
        if (isTurn()) yield;
        isLooseInPlace &&= rigid[entry.formula] === true || isRowKnown(entry);
      }
    }
    for (const [index, entry] of entries.entries()) {
      if (isTurn()) yield;
      // The other rows that it reads must not have moved either; the rows beside it confirm this.
      const isInPlace =
        rigid[entry.formula] === true
          ? entries.slice(Math.max(0, index - 1), index + 2).every(isRowKnown)
          : isLooseInPlace;
      if (isInPlace) find(entry, entry.row);
    }
  }

  function* placeByRowHashes(groups: ReadonlyMap<number, Group>): Placing {
    const beyond = new Map<readonly Entry[], number[]>();
    for (const [row, hash] of hashes) {
      if (isTurn()) yield;
      if (hash === 'formula') continue;
      const rowHash = rowHashOf('loose', row);
      const group = groups.get(rowHash);
      const alike = group?.byHash.get(hash);
      const [first] = alike ?? [];
      if (group === undefined || alike === undefined || first === undefined) continue;
      if (group.isMixed || others.has(jointHash(hash, rowHash))) {
        for (const { index } of alike) reasons.set(index, 'alike');
      } else if (row < 0 || row >= now.area.rows) {
        beyond.set(alike, [...(beyond.get(alike) ?? []), row]);
      } else {
        // In row order, so that neighbours stay neighbours; for a copy of a row none is free.
        const free = alike.find(isFree);
        find(free ?? first, row, free !== undefined);
      }
    }
    for (const [alike, places] of beyond) {
      const missing = alike.filter(isFree);
      // More cells than formulas: some were never frozen.
      if (places.length > missing.length) continue;
      places.forEach((row, index) => {
        const entry = missing[index];
        if (entry !== undefined) find(entry, row);
      });
    }
  }

  /**
   * Between two cells that were found as many rows apart as before, nothing has moved. This
   * identifies a row whose inputs have changed, if there is only one formula that it can have had.
   */
  function* placeBetweenNeighbours(groups: ReadonlyMap<number, Group>): Placing {
    const entryAt = new Map(entries.map((entry) => [entry.row, entry]));
    let before = { was: -1, is: -1 };
    const inside = [...found].filter(([row]) => row >= 0 && row < now.area.rows);
    const pairs = inside
      .sort(([one], [other]) => one - other)
      .map(([is, { row: was }]) => ({ was, is }));
    for (const pair of [...pairs, { was: frozen.area.rows, is: now.area.rows }]) {
      const apart = pair.is - before.is;
      for (let step = 1; pair.was - before.was === apart && step < apart; step += 1) {
        if (isTurn()) yield;
        const entry = entryAt.get(before.was + step);
        const row = before.is + step;
        if (entry === undefined || !isFree(entry) || rigid[entry.formula] === true) continue;
        const isAnother = groups.has(rowHashOf('loose', row)) && !isRowKnown({ ...entry, row });
        if (!isAnother && reads(entry, row)) find(entry, row);
      }
      before = pair;
    }
  }

  /** Cells that show nothing cannot be told apart: they are placed only if all still match. */
  function* placeBlanks(): Placing {
    if (now.area.rows !== frozen.area.rows) return;
    const left = entries.filter(isFree);
    const blanks = [...hashes].flatMap(([row, hash]) =>
      hash === BLANK_HASH && row >= 0 && row < now.area.rows && !found.has(row) ? [row] : [],
    );
    const isBlank = left.every(({ hash }) => hash === BLANK_HASH);
    if (!isBlank || blanks.length !== left.length) return;
    for (const [position, entry] of left.entries()) {
      if (isTurn()) yield;
      const row = blanks[position];
      if (row !== undefined && rigid[entry.formula] === false && isRowKnown({ ...entry, row })) {
        find(entry, row);
      }
    }
  }

  for (const [row, cell] of now.cells) {
    if (isTurn()) yield;
    hashes.set(row, hashOfCell(cell));
  }
  yield* placeInPlace();
  if (entries.some(isFree)) {
    const groups = groupsOf(entries.filter(({ formula }) => rigid[formula] === false));
    yield* placeByRowHashes(groups);
    if (isUniform) {
      yield* placeBetweenNeighbours(groups);
      yield* placeBlanks();
    }
  }
  for (const entry of entries) {
    if (isFree(entry) && !reasons.has(entry.index)) reasons.set(entry.index, 'changed');
  }
  return { rows, reasons, formulas };
}

/** The formula as it reads in a row now, or why it cannot be put there. */
export function formulaText(
  { formulas, references, area }: Pick<FrozenFormulas, 'formulas' | 'references' | 'area'>,
  now: Pick<RunNow, 'area' | 'references'>,
  formula: number,
  row: number,
): string {
  let text = '';
  for (const part of formulas[formula] ?? []) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const reference = references[part];
    const place = now.references[part];
    if (reference === undefined || place === undefined) return 'apart';
    const { sheet, rows } = now.area;
    if (!isInStep(reference, area, place, rows)) return 'apart';
    text += followedText(reference, place, row, { sheet, rows });
  }
  return formulaFault(text) === undefined ? text : 'refused';
}

function hashOfCell({ input, content }: RunCell): number | 'formula' {
  return isFormula(input) ? 'formula' : cellHash(content);
}
