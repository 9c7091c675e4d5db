/**
 * Puts `_xlpm.` before the names that LET and LAMBDA give, wherever they stand in the formula: a
 * file has them so, and without it Excel looks for names of the workbook.
 */
export function withMarkedParameters(formula: string): string {
  if (!/(?:LET|LAMBDA)\s*\(/i.test(formula)) return formula;
  const tokens = formula.match(TOKEN) ?? [];
  const names = givenNames(tokens);
  return tokens
    .map((token) => (names.has(token.toLowerCase()) ? `_xlpm.${token}` : token))
    .join('');
}

/** Texts, names of sheets in quotes, names with what belongs to them, white space, single signs. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'!?|[\p{L}_\\$][\p{L}\p{M}\p{N}_.\\$!]*|\s+|[^]/gu;
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u;

interface OpenCall {
  /** In lower case; "" for a bracket that no function opens. */
  readonly name: string;
  /** Each argument that is a single name, else undefined. */
  readonly arguments: (string | undefined)[];
  tokens: string[];
}

function givenNames(tokens: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const calls: OpenCall[] = [];
  let before = '';
  for (const token of tokens) {
    const call = calls.at(-1);
    if (token === '(' || token === '{') {
      calls.push({ name: token === '(' ? before.toLowerCase() : '', arguments: [], tokens: [] });
      call?.tokens.push(token);
    } else if (token === ')' || token === '}') {
      calls.pop();
      if (call !== undefined) namesOf(call).forEach((name) => names.add(name.toLowerCase()));
    } else if (token === ',' && call !== undefined) endArgument(call);
    else if (token.trim() !== '') call?.tokens.push(token);
    if (token.trim() !== '') before = token;
  }
  return names;
}

function endArgument(call: OpenCall): void {
  const [only, second] = call.tokens;
  const isName = second === undefined && only !== undefined && NAME.test(only);
  call.arguments.push(isName ? only : undefined);
  call.tokens = [];
}

/** LET names every second one, LAMBDA all; the last is what is calculated. */
function namesOf({ name, arguments: given }: OpenCall): string[] {
  const isNaming = (index: number): boolean =>
    name === 'lambda' || (name === 'let' && index % 2 === 0);
  return given.flatMap((each, index) => (each !== undefined && isNaming(index) ? [each] : []));
}
