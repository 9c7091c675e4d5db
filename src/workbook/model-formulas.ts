import { aliasKey } from './workbook-model';

/**
 * Whether a formula may ask one of these models: it calls a scoring function, and names one of
 * them or reads the model from elsewhere.
 *
 * @param keys of their aliases.
 */
export function mayAskModel(formula: string, keys: ReadonlySet<string>): boolean {
  return [...formula.matchAll(PIECE)].some(([, call, literal]) => {
    if (call === undefined) return false;
    return literal === undefined || keys.has(aliasKey(readLiteral(literal)));
  });
}

/** The formula with another alias in place of one that it names; undefined where it names none. */
export function renamedInFormula(formula: string, from: string, to: string): string | undefined {
  const renamed = formula.replace(PIECE, (whole: string, call?: string, literal?: string) => {
    const isMeant = literal !== undefined && aliasKey(readLiteral(literal)) === aliasKey(from);
    return isMeant ? `${call ?? ''}${writeLiteral(to)}` : whole;
  });
  return renamed === formula ? undefined : renamed;
}

/** A text as a formula holds it. */
export function writeLiteral(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const TEXT = '"(?:[^"]|"")*"';
const NAME = String.raw`[\p{L}\p{M}\p{N}_.\\][\p{L}\p{M}\p{N}_.\\?]*`;
/** Of a table; the innermost pair, in which an apostrophe takes the next sign's meaning away. */
const BRACKETS = String.raw`\[(?:[^'[\]]|'[^]){0,255}\]`;

/**
 * What a formula is made of, one piece at a time: a text, a sheet in quotes and a longer name that
 * ends like ours hold no call. Of a call, what stands before its first argument, and that argument
 * where it is a text and nothing else.
 */
const PIECE = new RegExp(
  [
    TEXT,
    `'(?:[^']|'')*'(?:!${NAME})?`,
    BRACKETS,
    String.raw`((?:_xldudf_)?LOCSCORE(?:_COORDS)?\s*\(\s*)(?:(${TEXT})(?=\s*,))?`,
    `${NAME}(?:!${NAME})?`,
  ].join('|'),
  'giu',
);

function readLiteral(literal: string): string {
  return literal.slice(1, -1).replaceAll('""', '"');
}
