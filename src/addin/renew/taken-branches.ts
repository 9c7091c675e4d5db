import type { CellContent } from '../../engine/places/cell';
import type { Contents } from '../functions/place-contents';
import { parseArea } from '../spreadsheet/cell-address';
import { formulaTokens, readLiteral } from '../spreadsheet/formula-tokens';
import {
  formulaCalls,
  isCalculating,
  locusName,
  type TokenRange,
} from '../spreadsheet/locus-calls';
import { takesPlaces } from '../spreadsheet/signatures';

/** What an argument comes to; undefined if only the spreadsheet can tell. */
type Value = CellContent | undefined;

/** The arguments that a function calculates, by number; undefined: perhaps all. */
type Branches = (read: (index: number) => Value, count: number) => readonly number[] | undefined;

/**
 * Whether a formula may ask for a value, as its sheet is now: `=IF(A2="","no address",LOCATTR(…))`
 * does not where A2 is blank. What cannot be told from the formula and single cells of its own sheet
 * may.
 */
export function mayAsk(formula: string, { contentOf }: Pick<Contents, 'contentOf'>): boolean {
  const tokens = formulaTokens(formula);
  const calls = new Map(formulaCalls(tokens).map(({ at, args }) => [at, args]));
  const nameAt = (at: number): string =>
    tokens[at]?.kind === 'function'
      ? (tokens[at]?.text ?? '').toUpperCase().replace('_XLFN.', '')
      : '';

  function asks([from, to]: TokenRange): boolean {
    for (let at = from; at < to; at += 1) {
      const name = locusName(tokens, at);
      if (name !== undefined && takesPlaces(name)) return true;
      const args = calls.get(at) ?? [];
      const end = args.at(-1)?.[1];
      const taken = BRANCHES[nameAt(at)]?.((index) => valueOf(args[index]), args.length);
      if (taken === undefined || end === undefined) continue;
      if (taken.some((index) => args[index] !== undefined && asks(args[index]))) return true;
      at = end;
    }
    return false;
  }

  function valueOf(range: TokenRange | undefined): Value {
    if (range === undefined) return undefined;
    let [at] = range;
    const next = (): string => {
      while (at < range[1] && tokens[at]?.kind === 'space') at += 1;
      return at < range[1] ? (tokens[at]?.text ?? '') : '';
    };
    const take = (texts: string): string => {
      const text = next();
      if (text.length !== 1 || !texts.includes(text)) return '';
      at += 1;
      return text;
    };

    function compared(): Value {
      const left = joined();
      const sign = take('=<>');
      const whole = sign + (sign === '' || sign === '=' ? '' : take('=>'));
      return whole === '' ? left : compare(left, joined(), whole);
    }

    function joined(): Value {
      let value = operand();
      while (take('&') !== '') {
        const other = operand();
        value = isPlain(value) && isPlain(other) ? `${value ?? ''}${other ?? ''}` : undefined;
      }
      return value;
    }

    function operand(): Value {
      if (take('(') !== '') {
        const value = compared();
        return take(')') === '' ? undefined : value;
      }
      const isNegative = take('-') !== '';
      const text = next();
      const kind = tokens[at]?.kind;
      const args = calls.get(at);
      const name = nameAt(at);
      at += 1;
      if (kind === 'number') return isNegative ? -Number(text) : Number(text);
      if (isNegative) return undefined;
      if (kind === 'text') return readLiteral(text);
      if (kind === 'error') return { error: text };
      if (kind === 'name' && /^(?:true|false)$/i.test(text)) return /^t/i.test(text);
      if (kind === 'reference') return cell(text);
      if (args === undefined || TESTS[name] === undefined) return undefined;
      at = (args.at(-1)?.[1] ?? at) + 1;
      return TESTS[name](args.map(valueOf));
    }

    const value = compared();
    return next() === '' && at <= range[1] ? known(value) : undefined;
  }

  function cell(text: string): Value {
    const area = parseArea(text);
    const isOne = area?.startRow === area?.endRow && area?.startColumn === area?.endColumn;
    // A sheet's cells end where its content does.
    return area === undefined || !isOne ? undefined : (contentOf(area)[0]?.[0] ?? null);
  }

  return asks([0, tokens.length]);
}

const BRANCHES: Readonly<Record<string, Branches>> = {
  IF: (read) => chosen(read(0), [0], (test) => (test ? 1 : 2)),
  IFERROR: (read) => onError(read(0), () => true),
  IFNA: (read) => onError(read(0), (error) => error === '#N/A'),
  CHOOSE(read) {
    const index = read(0);
    return typeof index === 'number' ? [0, Math.trunc(index)] : undefined;
  },
  IFS(read, count) {
    const seen: number[] = [];
    for (let index = 0; index + 1 < count; index += 2) {
      seen.push(index);
      const taken = chosen(read(index), seen, (test) => (test ? index + 1 : -1));
      if (taken?.at(-1) !== -1) return taken;
    }
    return seen;
  },
  SWITCH(read, count) {
    const seen = [0];
    for (let index = 1; index + 1 < count; index += 2) {
      seen.push(index);
      const taken = chosen(compare(read(0), read(index), '='), seen, (test) =>
        test ? index + 1 : -1,
      );
      if (taken?.at(-1) !== -1) return taken;
    }
    return count % 2 === 0 ? [...seen, count - 1] : seen;
  },
};

/** Functions that people test with. */
const TESTS: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  ISBLANK: ([value]) => (value === undefined ? undefined : value === null),
  ISNUMBER: ([value]) => (value === undefined ? undefined : typeof value === 'number'),
  ISTEXT: ([value]) => (value === undefined ? undefined : typeof value === 'string'),
  ISERROR: ([value]) => (value === undefined ? undefined : isError(value)),
  LEN: ([value]) => (isPlain(value) ? (value ?? '').length : undefined),
  TRIM: ([value]) => (isPlain(value) ? (value ?? '').replaceAll(/ +/g, ' ').trim() : undefined),
  NOT: ([value]) => truth(value, (is) => !is),
  AND: (values) => (values.every(isFlag) ? values.every(Boolean) : undefined),
  OR: (values) => (values.every(isFlag) ? values.some(Boolean) : undefined),
};

function chosen(
  test: Value,
  seen: readonly number[],
  branch: (isTrue: boolean) => number,
): readonly number[] | undefined {
  if (isError(test)) return seen;
  const taken = truth(test, branch);
  return taken === undefined ? undefined : [...seen, taken];
}

function onError(value: Value, isIt: (error: string) => boolean): readonly number[] | undefined {
  if (value === undefined) return undefined;
  return isError(value) && isIt(value.error) ? [0, 1] : [0];
}

function truth<Result>(value: Value, result: (is: boolean) => Result): Result | undefined {
  return value === null || isFlag(value) ? result(Boolean(value)) : undefined;
}

/** As Excel compares: texts whatever their case, and a blank cell as nothing of the other's kind. */
function compare(one: Value, other: Value, sign: string): Value {
  if (one === undefined || other === undefined) return undefined;
  if (isError(one)) return one;
  if (isError(other)) return other;
  const [left, right] = [filled(one, other), filled(other, one)];
  const isEqual = left === right;
  if (sign === '=') return isEqual;
  if (sign === '<>') return !isEqual;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (sign === '<') return left < right;
  if (sign === '>') return left > right;
  return sign === '<=' ? left <= right : sign === '>=' ? left >= right : undefined;
}

function filled(value: CellContent, other: CellContent): CellContent {
  if (typeof value === 'string') return value.toLowerCase();
  if (value !== null) return value;
  return typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
}

function isError(value: Value): value is { readonly error: string } {
  return typeof value === 'object' && value !== null;
}

/** What still calculates is not known. */
function known(value: Value): Value {
  return isError(value) && isCalculating(value.error) ? undefined : value;
}

function isPlain(value: Value): value is string | null {
  return value === null || typeof value === 'string';
}

function isFlag(value: Value): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
