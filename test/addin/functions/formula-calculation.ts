import { ErrorLiteral, parseArea, parseFormula } from './formula-parser';
import type { Area, Expression, Literal } from './formula-parser';
import { FUNCTION_NAMES, parametersOf } from '../../../src/addin/spreadsheet/signatures';
import type { FunctionName } from '../../../src/addin/spreadsheet/signatures';
import type { Content, FormulaRow } from './formula-table';

/** How a host passes a blank cell: on its own, and inside a range. */
export interface BlankStyle {
  readonly name: string;
  readonly alone: 0 | null;
  readonly inRange: 0 | null | '' | object;
}

export const ON_THE_WEB: BlankStyle = { name: 'the web', alone: null, inRange: '' };
export const ON_THE_DESKTOP: BlankStyle = { name: 'the desktop', alone: 0, inRange: 0 };
/** To a function that takes data types: `Excel.EmptyCellValue`. */
export const AS_DATA: BlankStyle = {
  name: 'data types',
  alone: null,
  inRange: { type: 'Empty', basicType: 'Empty', basicValue: '' },
};
export const IN_THE_WORKBENCH: BlankStyle = { name: 'the workbench', alone: null, inRange: null };

/** Whether a row of the table applies where blanks arrive like this. */
export function holdsFor({ blanks }: FormulaRow, { alone }: BlankStyle): boolean {
  return blanks === undefined || (blanks === 'zero') === (alone === 0);
}

/** A host without formulas of its own: it calls functions with the values of their arguments. */
export interface FunctionCaller {
  readonly blanks: BlankStyle;
  /** How many rows of a whole column it passes. */
  readonly columnRows: number;
  /** An error among the arguments, as the host passes it: `#REF!`. */
  error(text: string): unknown;
  /** Called with as many arguments as the function has; null for one left out. */
  call(id: FunctionId, args: readonly unknown[]): Promise<unknown[][]>;
}

export type FunctionId = FunctionName;

/** Calculates as a spreadsheet does: the arguments first, then one call of the function. */
export function calculate(row: FormulaRow, caller: FunctionCaller): Promise<unknown[][]> {
  const cells = cellsOf(row);

  async function valueOf(expression: Expression): Promise<unknown[][] | null> {
    switch (expression.kind) {
      case 'omitted':
        return null;
      case 'value':
        return expression.rows.map((line) => line.map((literal) => passedLiteral(literal, caller)));
      case 'reference':
        return rangeOf(cells, expression.area, caller);
      case 'call': {
        const id = functionId(expression.id);
        const passed: unknown[] = [];
        for (const argument of expression.arguments) passed.push(await valueOf(argument));
        while (passed.length < parametersOf(id).length) passed.push(null);
        return caller.call(id, passed);
      }
    }
  }

  return valueOf(parseFormula(row.formula)) as Promise<unknown[][]>;
}

function functionId(text: string): FunctionId {
  if (FUNCTION_NAMES.includes(text as FunctionId)) return text as FunctionId;
  throw new Error(`No such function: ${text}`);
}

/**
 * Cells in use, by row and column: a whole column has a million cells, nearly all of them blank.
 */
type Cells = ReadonlyMap<number, ReadonlyMap<number, Content>>;

function cellsOf(row: FormulaRow): Cells {
  const cells = new Map<number, Map<number, Content>>();
  for (const [start, block] of Object.entries(row.sheet ?? {})) {
    const corner = parseArea(start);
    block.forEach((line, y) => {
      const written = cells.get(corner.row + y) ?? new Map<number, Content>();
      line.forEach((content, x) => written.set(corner.column + x, content));
      cells.set(corner.row + y, written);
    });
  }
  return cells;
}

function rangeOf(cells: Cells, area: Area, caller: FunctionCaller): unknown[][] {
  const { row, column, columns } = area;
  const rows = Math.min(area.rows, caller.columnRows);
  const blank = rows * columns === 1 ? caller.blanks.alone : caller.blanks.inRange;
  const blankLine = new Array<unknown>(columns).fill(blank);
  return Array.from({ length: rows }, (_, y) => {
    const line = cells.get(row + y);
    if (line === undefined) return blankLine;
    return blankLine.map((_, x) => {
      const content = line.get(column + x) ?? null;
      return content === null ? blank : passedContent(content, caller);
    });
  });
}

function passedContent(content: Content, caller: FunctionCaller): unknown {
  return isErrorText(content) ? caller.error(content) : content;
}

/** Whether a cell of the table's sheet is meant to hold an error. */
export function isErrorText(content: Content): content is string {
  return typeof content === 'string' && /^#[A-Z/0]+[!?A]$/.test(content);
}

function passedLiteral(literal: Literal, caller: FunctionCaller): unknown {
  return literal instanceof ErrorLiteral ? caller.error(literal.text) : literal;
}
