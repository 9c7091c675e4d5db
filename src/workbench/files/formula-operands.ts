import type { FormulaToken } from '../../addin/spreadsheet/formula-tokens';

/** Where the parts of a formula end, as indices of its tokens. */
export interface FormulaOperands {
  /** The bracket that closes the one at this index. */
  closing(open: number): number | undefined;
  /**
   * One after the last token of the operand that begins here: cells, a name, a call or something
   * in brackets, joined by `:` and perhaps followed by `#`. Undefined if none begins here.
   */
  end(from: number): number | undefined;
  /** The `#` after the cells, name or call that begins here. */
  hash(from: number): number | undefined;
}

export function formulaOperands(tokens: readonly FormulaToken[]): FormulaOperands {
  const brackets = bracketPairs(tokens);
  /** Each token is looked at once, however long the chain is that it is part of. */
  const known = new Map<number, number | undefined>();
  const isSign = (at: number, sign: string): boolean =>
    tokens[at]?.kind === 'operator' && tokens[at].text === sign;

  function partEnd(from: number): number | undefined {
    const at = tokens[from]?.kind === 'sheet' ? from + 1 : from;
    const { kind, text } = tokens[at] ?? {};
    if (kind === 'reference') return at + 1;
    if (kind === 'name') return tokens[at + 1]?.kind === 'brackets' ? at + 2 : at + 1;
    const open = kind !== 'function' ? at : tokens[at + 1]?.kind === 'space' ? at + 2 : at + 1;
    const isOpen = kind === 'function' || (kind === 'operator' && text === '(');
    const close = isOpen ? brackets.get(open) : undefined;
    return close === undefined ? undefined : close + 1;
  }

  function hash(from: number): number | undefined {
    const end = partEnd(from);
    return end !== undefined && isSign(end, '#') ? end : undefined;
  }

  return {
    hash,
    closing: (open) => brackets.get(open),
    end(from) {
      const starts: number[] = [];
      let end: number | undefined;
      for (let at = from; ; at = end + 1) {
        if (known.has(at)) {
          end = known.get(at);
          break;
        }
        starts.push(at);
        end = partEnd(at);
        if (end === undefined) break;
        if (hash(at) !== undefined) end += 1;
        if (!isSign(end, ':')) break;
      }
      for (const start of starts) known.set(start, end);
      return end;
    },
  };
}

function bracketPairs(tokens: readonly FormulaToken[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'operator') continue;
    if (text === '(') open.push(index);
    else if (text === ')') {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, index);
    }
  }
  return pairs;
}
