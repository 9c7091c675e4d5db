/**
 * Whether a formula calls a function of ours. A workbook made elsewhere holds the names with
 * Excel's `_xldudf_` before them.
 */
export function callsLocus(formula: unknown): formula is string {
  return (
    typeof formula === 'string' &&
    formula.startsWith('=') &&
    OURS.test(formula) &&
    OURS.test(formula.replace(QUOTED, '""'))
  );
}

/** Whether this is the name of one, however it is written. */
export function isLocusFunction(name: string): boolean {
  return WHOLE.test(name);
}

const NAMES = '(?:_xldudf_)?LOC(?:ATTR|ATTR_ADDRESS|SCORE|SCORE_COORDS|VARS|CATALOG)';
const WHOLE = new RegExp(`^${NAMES}$`, 'i');
const OURS = new RegExp(String.raw`(?:^|[^\p{L}\p{M}\p{N}_.\\?])${NAMES}\s*\(`, 'iu');
/** Texts, and sheet names in their quotes. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;
