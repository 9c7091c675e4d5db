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

const OURS =
  /(?:^|[^\p{L}\p{N}_.])(?:_xldudf_)?LOC(?:ATTR|ATTR_ADDRESS|SCORE|SCORE_COORDS|VARS|CATALOG)\s*\(/iu;
/** Texts, and sheet names in their quotes. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;
