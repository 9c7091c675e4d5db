import type { Engine, Outcome, Question } from '../../engine/lookup';
import type { CellContent } from '../../engine/places/cell';
import type { PincodeRule } from '../../engine/places/pincode';
import { parseArea } from '../spreadsheet/cell-address';
import { formulaTokens, readLiteral, type FormulaToken } from '../spreadsheet/formula-tokens';
import type { CalculateKnown } from '../spreadsheet/frozen-cells';
import { ownName } from '../spreadsheet/locus-calls';
import { positionOf, takesPlaces, type Parameter } from '../spreadsheet/signatures';
import { attributeElements } from './attribute-elements';
import type { Elements } from './elements';
import { readGrid, type Grid } from './argument-grid';
import {
  addressLocations,
  coordinateLocations,
  type Locations,
  scoredAddressLocations,
} from './locations';
import { scoreElements, type Workbook } from './score-elements';
import { variablesElements } from './variables-elements';

export interface KnownCalculationParts extends AskedParts {
  readonly engine: Pick<Engine, 'peek' | 'knows' | 'ask'>;
}

/**
 * Calculates formulas from known answers, without a call: our functions with the same readers as in
 * a cell, operators, and the functions in `FUNCTIONS`. For any other formula it says nothing.
 */
export function createKnownCalculation(parts: KnownCalculationParts): CalculateKnown {
  const { engine } = parts;
  return async (formulas, sheet, contentAt) => {
    const unknown = new Map<string, Question>();
    const learnt = new Map<string, Outcome>();
    const calculate = (formula: string): Values | undefined => {
      let isKnown = true;
      const answerOf = (question: Question): CellContent => {
        const outcome = engine.peek(question, false) ?? learnt.get(JSON.stringify(question));
        if (outcome?.kind === 'found') return outcome.value;
        if (outcome?.kind === 'missing') return { error: '#N/A' };
        isKnown = false;
        unknown.set(JSON.stringify(question), question);
        return null;
      };
      const values = new Calculation(formula, sheet, contentAt, { ...parts, answerOf }).values();
      return isKnown ? values : undefined;
    };
    const first = formulas.map(calculate);
    if (unknown.size === 0) return first;
    // What memory does not hold, the device or the workbook may.
    const sought = [...unknown];
    const known = await engine.knows(sought.map(([, question]) => question));
    await Promise.all(
      sought.map(async ([key, question], index) => {
        if (known[index] === true) learnt.set(key, await engine.ask(question));
      }),
    );
    return learnt.size === 0
      ? first
      : formulas.map((formula, index) => first[index] ?? calculate(formula));
  };
}

/** Row by row; one value is a single row. */
type Values = readonly (readonly CellContent[])[];

interface CalculationParts extends AskedParts {
  answerOf(question: Question): CellContent;
}

/** Thrown for what is not calculated here. */
class Unsupported extends Error {}

/** Calculates while it reads, from left to right. Every argument is calculated, needed or not. */
class Calculation {
  private readonly tokens: readonly FormulaToken[];
  private at = 0;

  constructor(
    formula: string,
    private readonly sheet: string,
    private readonly contentAt: Parameters<CalculateKnown>[2],
    private readonly parts: CalculationParts,
  ) {
    this.tokens = formulaTokens(formula.slice(1)).filter(({ kind }) => kind !== 'space');
  }

  values(): Values | undefined {
    try {
      const values = this.operation(0);
      return this.at === this.tokens.length ? values : undefined;
    } catch (error) {
      if (error instanceof Unsupported) return undefined;
      throw error;
    }
  }

  /** Operators of this level and of all that bind tighter. */
  private operation(level: number): Values {
    const operators = LEVELS[level];
    if (operators === undefined) return this.signed();
    let values = this.operation(level + 1);
    for (;;) {
      const operator = this.operator();
      const calculate = operators[operator];
      if (calculate === undefined) return values;
      this.at += operator.length;
      values = joined(values, this.operation(level + 1), calculate);
    }
  }

  /** `<=` and its like are two tokens. */
  private operator(): string {
    const [one = '', other = ''] = [this.peek(), this.peek(1)];
    return /^(?:<[=>]|>=)$/.test(one + other) ? one + other : one;
  }

  private signed(): Values {
    if (this.take('-'))
      return joined(
        [[0]],
        this.signed(),
        numeric((zero, value) => zero - value),
      );
    if (this.take('+') || this.take('@')) return this.signed();
    let values = this.operand();
    while (this.take('%'))
      values = joined(
        values,
        [[100]],
        numeric((value, by) => value / by),
      );
    return values;
  }

  private operand(): Values {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Unsupported();
    const { kind, text } = token;
    this.at += 1;
    switch (kind) {
      case 'number':
        return [[Number(text)]];
      case 'text':
        return [[readLiteral(text) ?? '']];
      case 'error':
        return [[{ error: text }]];
      case 'reference':
        return this.cells(text);
      case 'sheet':
        this.at += 1;
        return this.cells(text + (this.tokens[this.at - 1]?.text ?? ''));
      case 'function':
        return this.call(text);
      case 'name':
        if (/^(?:TRUE|FALSE)$/i.test(text)) return [[text.toUpperCase() === 'TRUE']];
        throw new Unsupported();
      default: {
        if (text !== '(') throw new Unsupported();
        const values = this.operation(0);
        if (!this.take(')')) throw new Unsupported();
        return values;
      }
    }
  }

  private call(written: string): Values {
    const args = this.arguments();
    const name = ownName(written);
    if (name !== undefined) return this.shown(this.elements(name, args));
    const calculate = FUNCTIONS[written.toUpperCase()];
    if (calculate === undefined) throw new Unsupported();
    return calculate(args.map((values) => values ?? EMPTY));
  }

  /** Undefined for one that is left out. */
  private arguments(): (Values | undefined)[] {
    const args: (Values | undefined)[] = [];
    if (!this.take('(')) throw new Unsupported();
    if (this.take(')')) return args;
    for (;;) {
      const isLeftOut = this.peek() === ',' || this.peek() === ')';
      args.push(isLeftOut ? undefined : this.operation(0));
      if (this.take(')')) return args;
      if (!this.take(',')) throw new Unsupported();
    }
  }

  private elements(name: string, args: readonly (Values | undefined)[]): Elements {
    const grid = (parameter: Parameter): Grid => readGrid(args[positionOf(name, parameter)]);
    const isText = positionOf(name, 'values') >= 0;
    const elements = isText
      ? variablesElements(grid('names'), grid('values'))
      : askedElements(name, grid, this.parts);
    if (elements === undefined) throw new Unsupported();
    return elements;
  }

  private shown(elements: Elements): Values {
    const { rows, columns, count } = elements;
    const values = Array.from({ length: rows }, () => new Array<CellContent>(columns).fill(null));
    for (let index = 0; index < count; index += 1) {
      const one = elements.element(index);
      const at = elements.position(index);
      const line = values[Math.floor(at / columns)] ?? [];
      if (one.kind === 'question') line[at % columns] = this.parts.answerOf(one.question);
      else if (one.kind === 'text') line[at % columns] = one.text;
      else if (one.kind === 'fault') {
        line[at % columns] = { error: one.fault.kind === 'value' ? '#VALUE!' : '#N/A' };
      }
    }
    return values;
  }

  private cells(written: string): Values {
    const area = parseArea(written);
    if (area === undefined) throw new Unsupported();
    const { sheet = this.sheet, startRow, startColumn, endRow, endColumn } = area;
    const values: CellContent[][] = [];
    for (let row = startRow; row <= endRow; row += 1) {
      const line: CellContent[] = [];
      for (let column = startColumn; column <= endColumn; column += 1) {
        const content = this.contentAt(sheet, row, column);
        if (content === undefined) throw new Unsupported();
        line.push(content);
      }
      values.push(line);
    }
    return values;
  }

  private peek(ahead = 0): string | undefined {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'operator' ? token.text : undefined;
  }

  private take(operator: string): boolean {
    if (this.peek() !== operator) return false;
    this.at += 1;
    return true;
  }
}

type Operator = (one: CellContent, other: CellContent) => CellContent;

/** From the loosest to the tightest, as in Excel, where `-2^2` is 4. */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  {
    '=': compared((order) => order === 0),
    '<>': compared((order) => order !== 0),
    '<': compared((order) => order < 0),
    '>': compared((order) => order > 0),
    '<=': compared((order) => order <= 0),
    '>=': compared((order) => order >= 0),
  },
  { '&': (one, other) => textOf(one) + textOf(other) },
  { '+': numeric((one, other) => one + other), '-': numeric((one, other) => one - other) },
  {
    '*': numeric((one, other) => one * other),
    '/': numeric((one, other) => (other === 0 ? { error: '#DIV/0!' } : one / other)),
  },
  { '^': numeric((one, other) => one ** other) },
];

/** Each with the other's value in the same place; a single value is everywhere. */
function joined(one: Values, other: Values, calculate: Operator): Values {
  const isOne = (values: Values): boolean => values.length === 1 && values[0]?.length === 1;
  const larger = isOne(one) ? other : one;
  const isEqual = one.length === other.length && one[0]?.length === other[0]?.length;
  if (!isEqual && !isOne(one) && !isOne(other)) throw new Unsupported();
  return larger.map((line, row) =>
    line.map((_, column) => {
      const [left, right] = [one, other].map(
        (values) => (isOne(values) ? values[0]?.[0] : values[row]?.[column]) ?? null,
      );
      return errorIn([[left ?? null, right ?? null]]) ?? calculate(left ?? null, right ?? null);
    }),
  );
}

function numeric(calculate: (one: number, other: number) => CellContent): Operator {
  return (one, other) => calculate(numberOf(one), numberOf(other));
}

function compared(holds: (order: number) => boolean): Operator {
  return (one, other) => {
    if (typeof one === 'string' || typeof other === 'string') {
      const [left, right] = [textOf(one).toLowerCase(), textOf(other).toLowerCase()];
      // Excel sorts any text after any number.
      if ([one, other].some((value) => typeof value === 'number')) throw new Unsupported();
      return holds(left === right ? 0 : left < right ? -1 : 1);
    }
    return holds(numberOf(one) - numberOf(other));
  };
}

function numberOf(content: CellContent): number {
  if (typeof content === 'string') throw new Unsupported();
  return Number(content ?? 0);
}

function textOf(content: CellContent): string {
  if (typeof content === 'boolean') return content ? 'TRUE' : 'FALSE';
  if (typeof content === 'number') return String(Number(content.toPrecision(15)));
  return typeof content === 'string' ? content : '';
}

/** The first error among values. */
function errorIn(values: Values): CellContent | undefined {
  for (const line of values) {
    for (const content of line) if (typeof content === 'object' && content !== null) return content;
  }
  return undefined;
}

/** Excel's functions that people put around ours most often. */
const FUNCTIONS: Readonly<Record<string, (args: readonly Values[]) => Values>> = {
  IF: ([test = EMPTY, yes = EMPTY, no = [[false]]]) => {
    const error = errorIn(test);
    if (error !== undefined) return [[error]];
    return numberOf(single(test)) === 0 ? no : yes;
  },
  IFERROR: ([values = EMPTY, otherwise = EMPTY]) => replaced(values, otherwise, () => true),
  IFNA: ([values = EMPTY, otherwise = EMPTY]) =>
    replaced(values, otherwise, (error) => error === '#N/A'),
  ROUND: ([value = EMPTY, digits = [[0]]]) => joined(value, digits, numeric(rounded)),
  SUM: overNumbers((numbers) => numbers.reduce((sum, number) => sum + number, 0)),
  AVERAGE: overNumbers((numbers) =>
    numbers.length === 0
      ? { error: '#DIV/0!' }
      : numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
  ),
  MIN: overNumbers((numbers) => numbers.reduce((least, one) => Math.min(least, one), Infinity)),
  MAX: overNumbers((numbers) => numbers.reduce((most, one) => Math.max(most, one), -Infinity)),
};
const EMPTY: Values = [[null]];

function single(values: Values): CellContent {
  if (values.length !== 1 || values[0]?.length !== 1) throw new Unsupported();
  return values[0][0] ?? null;
}

function replaced(values: Values, otherwise: Values, isIts: (error: string) => boolean): Values {
  return values.map((line) =>
    line.map((content) => {
      const isError = typeof content === 'object' && content !== null && isIts(content.error);
      return isError ? single(otherwise) : content;
    }),
  );
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  // 1.005 times 100 is 100.49999999999999 to a processor, and 100.5 to Excel.
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / factor;
}

/** Texts and blanks in ranges do not count. */
function overNumbers(
  calculate: (numbers: readonly number[]) => CellContent,
): (args: readonly Values[]) => Values {
  return (args) => {
    const error = args.map(errorIn).find((found) => found !== undefined);
    if (error !== undefined) return [[error]];
    const result = calculate(args.flat(2).filter((content) => typeof content === 'number'));
    return [[typeof result === 'number' && !Number.isFinite(result) ? 0 : result]];
  };
}

/** What a call reads besides its arguments. */
interface AskedParts {
  readonly workbook: Workbook;
  readonly pincodes: PincodeRule;
}

/** What a call's argument of this role holds. */
export type GridOf = (parameter: Parameter) => Grid;

/**
 * What a call of one of our functions asks for, read from its arguments by their roles as the
 * function itself reads them. Undefined for a function that asks nothing.
 */
export function askedElements(
  name: string,
  grid: GridOf,
  { workbook, pincodes }: AskedParts,
): Elements | undefined {
  if (!takesPlaces(name)) return undefined;
  const locations = askedLocations(name, grid, pincodes);
  if (positionOf(name, 'variables') >= 0) return attributeElements(locations, grid('variables'));
  const [model, date] = [grid('model'), grid('date')];
  const scored = { model, date, customVariables: grid('custom_variables') };
  return scoreElements(locations, scored, workbook);
}

/** The places of a call that takes places. */
export function askedLocations(name: string, grid: GridOf, pincodes: PincodeRule): Locations {
  const takes = (parameter: Parameter): boolean => positionOf(name, parameter) >= 0;
  if (takes('lat')) return coordinateLocations(grid('lat'), grid('lng'));
  return takes('pincode')
    ? addressLocations(grid('address'), grid('pincode'), pincodes)
    : scoredAddressLocations(grid('address'), pincodes);
}
