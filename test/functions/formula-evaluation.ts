import * as functions from '../../src/functions/functions';
import { provideFunctionHost } from '../../src/functions/host-promise';
import { ErrorLiteral, parseArea, parseFormula } from './formula-parser';
import type { Area, Expression, Literal } from './formula-parser';
import type { Content, FormulaRow } from './formula-table';
import { RuledService } from './ruled-service';
import { TestCellError, createTestHost, settled, shownRows } from './test-host';

/** How a host hands over a blank cell: by itself, and inside a range. */
export interface BlankStyle {
  readonly name: string;
  readonly alone: 0 | null;
  readonly inRange: 0 | null | '';
}

export const BLANK_STYLES: readonly BlankStyle[] = [
  { name: 'the web', alone: null, inRange: '' },
  { name: 'the workbench', alone: null, inRange: null },
  { name: 'the desktop', alone: 0, inRange: 0 },
];

export interface Evaluation {
  readonly shows: unknown[][];
  readonly sent: readonly Record<string, unknown>[];
}

/** Calculates a formula as a host does: arguments first, then one invocation. */
export async function evaluate(row: FormulaRow, blanks: BlankStyle): Promise<Evaluation> {
  const service = new RuledService();
  const { host, clock } = createTestHost(service, {
    uses1904Dates: () => row.uses1904Dates === true,
  });
  provideFunctionHost(host);
  const cells = cellsOf(row);

  async function valueOf(expression: Expression): Promise<unknown> {
    switch (expression.kind) {
      case 'omitted':
        return null;
      case 'value':
        return expression.rows.map((line) => line.map(passedLiteral));
      case 'reference':
        return rangeOf(cells, expression.area, blanks);
      case 'call': {
        const run = functionOf(expression.id);
        const passed: unknown[] = [];
        for (const argument of expression.arguments) passed.push(await valueOf(argument));
        while (passed.length < PARAMETER_COUNTS[expression.id as FunctionId]) passed.push(null);
        const invocation = { address: 'Sheet1!Z1', functionName: expression.id };
        return settled(clock, run(...passed, invocation));
      }
    }
  }

  const shows = (await valueOf(parseFormula(row.formula))) as unknown[][];
  return { shows: shownRows(shows), sent: service.sent };
}

type FunctionId = keyof typeof functions;

const PARAMETER_COUNTS: Readonly<Record<FunctionId, number>> = {
  LOCATTR: 3,
  LOCATTR_ADDRESS: 3,
  LOCSCORE: 4,
  LOCSCORE_COORDS: 5,
  LOCVARS: 2,
  LOCCATALOG: 1,
};

function functionOf(id: string): (...args: unknown[]) => Promise<unknown[][]> {
  const run = functions[id as FunctionId] as unknown;
  if (typeof run !== 'function') throw new Error(`No such function: ${id}`);
  return run as (...args: unknown[]) => Promise<unknown[][]>;
}

/** Cells in use by row and column: a whole column has a million of which hardly any is. */
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

function rangeOf(cells: Cells, area: Area, blanks: BlankStyle): unknown[][] {
  const { row, column, rows, columns } = area;
  const blank = rows * columns === 1 ? blanks.alone : blanks.inRange;
  const blankLine = new Array<unknown>(columns).fill(blank);
  return Array.from({ length: rows }, (_, y) => {
    const line = cells.get(row + y);
    if (line === undefined) return blankLine;
    return blankLine.map((_, x) => {
      const content = line.get(column + x) ?? null;
      return content === null ? blank : passedContent(content);
    });
  });
}

function passedContent(content: Content): unknown {
  const isError = typeof content === 'string' && /^#[A-Z/0]+[!?A]$/.test(content);
  return isError ? passedError(content) : content;
}

function passedLiteral(literal: Literal): unknown {
  return literal instanceof ErrorLiteral ? passedError(literal.text) : literal;
}

/** As the runtime hands over an error among the arguments: Excel's own object, with its code. */
function passedError(code: string): object {
  return Object.assign(new TestCellError('value', ''), { code });
}
