import type { FrozenArea } from '../workbook/frozen-formulas';
import { staysInRow, stripReference, tellsRows } from './followed-reference';
import type { Strip, StripReference } from './followed-reference';
import type { FormulaPart } from '../spreadsheet/formula-parts';

/** A formula that is to be frozen, cut into its parts. */
export interface FreezableFormula {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Of all that it fills. */
  readonly rows: number;
  readonly columns: number;
  readonly parts: readonly FormulaPart[];
}

/** Formulas of one column, the same ones told once. */
export interface FormulaStrip extends Strip {
  readonly references: readonly StripReference[];
  /** Text, and numbers that stand for references. */
  readonly formulas: readonly (readonly (string | number)[])[];
  /** The formula in each row; -1 where none is to be frozen. */
  readonly byRow: readonly number[];
}

/**
 * Few strips that hold the formulas, none of which spills. Up to so many rows between two formulas
 * belong to a strip: every strip costs a name or two, and every sheet has rows without a value.
 */
export function formulaStrips(
  formulas: readonly FreezableFormula[],
  mostRows = MOST_ROWS,
): FormulaStrip[] {
  const columns = new Map<string, FreezableFormula[]>();
  for (const formula of formulas) {
    const key = `${formula.column},${formula.sheet}`;
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [formula]);
    else column.push(formula);
  }
  return [...columns.values()].flatMap((column) => {
    const sorted = [...column].sort((one, other) => one.row - other.row);
    const strips = runsOf(sorted, MOST_BETWEEN, mostRows);
    // A column that is pierced all over: its parts would need too many names.
    return (strips.length > MOST_STRIPS ? runsOf(sorted, Infinity, mostRows) : strips).flatMap(
      stripsOf,
    );
  });
}

/** A strip of one formula that fills more than its own cell. */
export function spillStrip(formula: FreezableFormula): FormulaStrip | undefined {
  const [strip] = stripsOf([formula]);
  return strip;
}

/** By what the rows of a strip are told from one another. */
export interface MarkKind {
  /** The references whose cells count. */
  readonly references: readonly number[];
  /** Whether what stands around counts too: some of the formulas read nothing in their row. */
  readonly isAround: boolean;
}

export interface MarkKinds {
  /** For formulas that read no row but their own: they go wherever it goes. */
  readonly loose: MarkKind;
  /** For those that read others, and so are right only where no row has moved. */
  readonly rigid: MarkKind;
}

type Formulas = Pick<FormulaStrip, 'references' | 'formulas'>;

/** @param area the strip as it was when it was frozen. */
export function markKinds(strip: Formulas, area: FrozenArea): MarkKinds {
  const kindOf = (wanted: boolean): MarkKind => {
    const own = new Set<number>();
    let isAround = false;
    strip.formulas.forEach((parts, formula) => {
      if (isRigid(strip, area, formula) !== wanted) return;
      const telling = parts.filter((part): part is number => {
        const reference = typeof part === 'number' ? strip.references[part] : undefined;
        return reference !== undefined && tellsRows(reference);
      });
      for (const reference of telling) own.add(reference);
      isAround ||= telling.length === 0;
    });
    return { references: [...own].sort((one, other) => one - other), isAround };
  };
  return { loose: kindOf(false), rigid: kindOf(true) };
}

/** Whether the formula reads other rows than its own. */
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
const MOST_STRIPS = 200;
/** Well within what one part of a workbook holds. */
const MOST_ROWS = 40_000;

function runsOf(
  sorted: readonly FreezableFormula[],
  between: number,
  mostRows: number,
): FreezableFormula[][] {
  const runs: FreezableFormula[][] = [];
  for (const formula of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const first = run?.[0];
    const isNear =
      last !== undefined && first !== undefined && formula.row - last.row <= between + 1;
    if (run !== undefined && isNear && formula.row - first.row < mostRows) run.push(formula);
    else runs.push([formula]);
  }
  return runs;
}

/** One strip, and one for each formula that cannot be told for all of its rows. */
function stripsOf(run: readonly FreezableFormula[]): FormulaStrip[] {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return [];
  const { sheet, row, column } = first;
  const strip = { sheet, row, column, rows: last.row - row + 1 };
  const references: StripReference[] = [];
  const referenceIndex = new Map<string, number>();
  const formulas: (string | number)[][] = [];
  const formulaIndex = new Map<string, number>();
  const byRow = new Array<number>(strip.rows).fill(-1);
  const alone: FreezableFormula[] = [];
  for (const formula of run) {
    const parts = partsFor(formula, strip);
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
  const own = run.length > 1 ? alone.flatMap((formula) => stripsOf([formula])) : [];
  return formulas.length === 0 ? own : [{ ...strip, references, formulas, byRow }, ...own];
}

function partsFor(
  { parts, row }: FreezableFormula,
  strip: Strip,
): (string | StripReference)[] | undefined {
  const told: (string | StripReference)[] = [];
  for (const part of parts) {
    const reference = typeof part === 'string' ? part : stripReference(part, row, strip);
    if (reference === undefined) return undefined;
    told.push(reference);
  }
  return told;
}

function keyOf({ area, form, isQualified, fixed }: StripReference): string {
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
