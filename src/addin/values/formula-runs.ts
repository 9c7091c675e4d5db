import type { FormulaPart } from '../spreadsheet/formula-parts';
import { runReference } from './followed-reference';
import type { RunArea, RunReference } from './followed-reference';

/** A formula that is to be frozen, cut into its parts. */
export interface FreezableFormula {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** The size of the area that it fills. */
  readonly rows: number;
  readonly columns: number;
  readonly parts: readonly FormulaPart[];
}

/** Formulas of one column that share a hidden name; equal ones are kept once. */
export interface FormulaRun extends RunArea {
  readonly references: readonly RunReference[];
  /** Text, and indexes of `references`. */
  readonly formulas: readonly (readonly (string | number)[])[];
  /** The index of the formula in each row; -1 for a row without one to freeze. */
  readonly byRow: readonly number[];
}

/** How many runs a column may have; one with more is cut by rows alone, into runs of many formulas. */
export interface ColumnCut {
  readonly mostRuns: number;
  readonly mostRows: number;
}

/**
 * Groups the formulas of a column that do not spill into runs. A column that was filled down is one
 * run of one formula: `=LOCATTR($B2,$C2,E$1)` in E2 and `=LOCATTR($B3,$C3,E$1)` in E3 are the same.
 *
 * @param column by row.
 */
export function columnRuns(
  column: readonly FreezableFormula[],
  { mostRuns, mostRows }: ColumnCut,
): FormulaRun[] {
  let before = '';
  const uniform = groups(column, (formula, last) => {
    const now = relative(formula);
    const isEqual = now === before;
    before = now;
    // A few rows between two formulas show an error, say, and stay as they are.
    return isEqual && formula.row - last.row <= MOST_BETWEEN + 1;
  });
  const cut =
    uniform.length <= mostRuns
      ? uniform
      : groups(column, (formula, _, first) => formula.row - first.row < mostRows);
  return cut.flatMap(runsOf);
}

/** A run of one formula that fills more than its own cell. */
export function spillRun(formula: FreezableFormula): FormulaRun | undefined {
  return runsOf([formula])[0];
}

const MOST_BETWEEN = 3;

/** @param isWith whether a formula belongs to the group of the one before it. */
function groups(
  column: readonly FreezableFormula[],
  isWith: (formula: FreezableFormula, last: FreezableFormula, first: FreezableFormula) => boolean,
): FreezableFormula[][] {
  const found: FreezableFormula[][] = [];
  for (const formula of column) {
    const group = found.at(-1) ?? [];
    const last = group.at(-1) ?? formula;
    const isNext = isWith(formula, last, group[0] ?? formula);
    if (isNext && last !== formula) group.push(formula);
    else found.push([formula]);
  }
  return found;
}

/** The formula with its references as distances: equal in all cells of a column filled down. */
function relative({ parts, row }: FreezableFormula): string {
  return JSON.stringify(
    parts.map((part) => {
      if (typeof part === 'string') return part;
      const { sheet, form, start, end } = part;
      const corners = [start, end].map(({ row: at, column, isRowFixed, isColumnFixed }) => [
        isRowFixed || form === 'columns' ? at : at - row,
        column,
        isRowFixed,
        isColumnFixed,
      ]);
      return [sheet, form, corners];
    }),
  );
}

/** One run, and another for each formula with a reference that does not fit all rows of the run. */
function runsOf(group: readonly FreezableFormula[]): FormulaRun[] {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const { sheet, row, column } = first;
  const run = { sheet, row, column, rows: last.row - row + 1 };
  const references: RunReference[] = [];
  const referenceIndex = new Map<string, number>();
  const formulas: (string | number)[][] = [];
  const formulaIndex = new Map<string, number>();
  const byRow = new Array<number>(run.rows).fill(-1);
  const alone: FreezableFormula[] = [];
  for (const formula of group) {
    const parts = partsFor(formula, run);
    if (parts === undefined) {
      alone.push(formula);
      continue;
    }
    const indexed = parts.map((part): string | number => {
      if (typeof part === 'string') return part;
      return indexOf(referenceIndex, JSON.stringify(part), () => references.push(part) - 1);
    });
    const key = JSON.stringify(indexed);
    byRow[formula.row - row] = indexOf(formulaIndex, key, () => formulas.push(indexed) - 1);
  }
  const own = group.length > 1 ? alone.flatMap((formula) => runsOf([formula])) : [];
  return formulas.length === 0 ? own : [{ ...run, references, formulas, byRow }, ...own];
}

function partsFor(
  { parts, row }: FreezableFormula,
  run: RunArea,
): (string | RunReference)[] | undefined {
  const found: (string | RunReference)[] = [];
  for (const part of parts) {
    const reference = typeof part === 'string' ? part : runReference(part, row, run);
    if (reference === undefined) return undefined;
    found.push(reference);
  }
  return found;
}

function indexOf(known: Map<string, number>, key: string, add: () => number): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const index = add();
  known.set(key, index);
  return index;
}
