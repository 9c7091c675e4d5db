import { aliasKey } from '../../settings/workbook-model';

/**
 * Whether a formula may ask one of these models: it calls a scoring function, and names one of
 * them or reads the model from elsewhere.
 *
 * @param keys of their aliases.
 */
export function mayAskModel(formula: string, keys: ReadonlySet<string>): boolean {
  return [...formula.matchAll(CALL)].some(([, , literal]) => {
    return literal === undefined || keys.has(aliasKey(readLiteral(literal)));
  });
}

/** The formula with another alias in place of one that it names; undefined where it names none. */
export function renamedInFormula(formula: string, from: string, to: string): string | undefined {
  const renamed = formula.replace(CALL, (whole: string, call: string, literal?: string) => {
    const isMeant = literal !== undefined && aliasKey(readLiteral(literal)) === aliasKey(from);
    return isMeant ? `${call}${writeLiteral(to)}` : whole;
  });
  return renamed === formula ? undefined : renamed;
}

/** A text as a formula holds it. */
export function writeLiteral(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A call, and its first argument where that is a text and nothing else. */
const CALL = /(LOCSCORE(?:_COORDS)?\s*\(\s*)(?:("(?:[^"]|"")*")(?=\s*,))?/gi;

function readLiteral(literal: string): string {
  return literal.slice(1, -1).replaceAll('""', '"');
}
