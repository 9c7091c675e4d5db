import type { FrozenArea } from '../workbook/frozen-formulas';
import { staysInRow, runReference, tellsRows } from './followed-reference';
import type { RunArea, RunReference } from './followed-reference';
import type { FormulaPart } from '../spreadsheet/formula-parts';

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

/** Formulas of one column; equal ones are kept once. */
export interface FormulaRun extends RunArea {
  readonly references: readonly RunReference[];
  /** Text, and indexes of `references`. */
  readonly formulas: readonly (readonly (string | number)[])[];
  /** The index of the formula in each row; -1 for a row without one to freeze. */
  readonly byRow: readonly number[];
}

/**
 * Groups formulas that do not spill into a few runs. A run may include a few rows between two
 * formulas: every run costs a name or two, and every sheet has rows without a value.
 */
export function formulaRuns(
  formulas: readonly FreezableFormula[],
  mostRows = MOST_ROWS,
): FormulaRun[] {
  const columns = new Map<string, FreezableFormula[]>();
  for (const formula of formulas) {
    const key = `${formula.column},${formula.sheet}`;
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [formula]);
    else column.push(formula);
  }
  return [...columns.values()].flatMap((column) => {
    const sorted = [...column].sort((one, other) => one.row - other.row);
    const groups = nearbyGroups(sorted, MOST_BETWEEN, mostRows);
    // A column with gaps all over is one run: its parts would need too many names.
    return (groups.length > MOST_RUNS ? nearbyGroups(sorted, Infinity, mostRows) : groups).flatMap(
      runsOf,
    );
  });
}

/** A run of one formula that fills more than its own cell. */
export function spillRun(formula: FreezableFormula): FormulaRun | undefined {
  const [run] = runsOf([formula]);
  return run;
}

/** What distinguishes the rows of a run. */
export interface RowHashKind {
  /** The references whose cells count. */
  readonly references: readonly number[];
  /** Whether the cells around count too, because some formulas read nothing in their row. */
  readonly isAround: boolean;
}

export interface RowHashKinds {
  /** For formulas that read only their own row, and so can move with it. */
  readonly loose: RowHashKind;
  /** For formulas that read other rows, and so are right only if no row has moved. */
  readonly rigid: RowHashKind;
}

type Formulas = Pick<FormulaRun, 'references' | 'formulas'>;

/** @param area the run's area when it was frozen. */
export function rowHashKinds(run: Formulas, area: FrozenArea): RowHashKinds {
  const kindOf = (wanted: boolean): RowHashKind => {
    const own = new Set<number>();
    let isAround = false;
    run.formulas.forEach((parts, formula) => {
      if (isRigid(run, area, formula) !== wanted) return;
      const telling = parts.filter((part): part is number => {
        const reference = typeof part === 'number' ? run.references[part] : undefined;
        return reference !== undefined && tellsRows(reference);
      });
      for (const reference of telling) own.add(reference);
      isAround ||= telling.length === 0;
    });
    return { references: [...own].sort((one, other) => one - other), isAround };
  };
  return { loose: kindOf(false), rigid: kindOf(true) };
}

/** Whether the formula reads rows other than its own. */
export function isRigid(
  { references, formulas }: Formulas,
  area: FrozenArea,
  formula: number,
): boolean {
  return (formulas[formula] ?? []).some((part) => {
    const reference = typeof part === 'number' ? references[part] : undefined;
    return reference !== undefined && !staysInRow(reference, area);
  });
}

const MOST_BETWEEN = 3;
const MOST_RUNS = 200;
/** Well within what one part of a workbook holds. */
const MOST_ROWS = 40_000;

function nearbyGroups(
  sorted: readonly FreezableFormula[],
  between: number,
  mostRows: number,
): FreezableFormula[][] {
  const groups: FreezableFormula[][] = [];
  for (const formula of sorted) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const first = group?.[0];
    const isNear =
      last !== undefined && first !== undefined && formula.row - last.row <= between + 1;
    if (group !== undefined && isNear && formula.row - first.row < mostRows) group.push(formula);
    else groups.push([formula]);
  }
  return groups;
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
      return indexOf(referenceIndex, keyOf(part), () => references.push(part) - 1);
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
  const told: (string | RunReference)[] = [];
  for (const part of parts) {
    const reference = typeof part === 'string' ? part : runReference(part, row, run);
    if (reference === undefined) return undefined;
    told.push(reference);
  }
  return told;
}

function keyOf({ area, form, isQualified, fixed }: RunReference): string {
  const { sheet, row, column, rows, columns } = area;
  return JSON.stringify([sheet, row, column, rows, columns, form, isQualified, fixed]);
}

function indexOf(known: Map<string, number>, key: string, add: () => number): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const index = add();
  known.set(key, index);
  return index;
}
