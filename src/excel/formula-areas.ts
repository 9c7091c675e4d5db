/** A block of cells within one sheet, counted from the top left corner of what was read. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
}

/**
 * Whether a formula calls a function of ours. A workbook made elsewhere holds the names with
 * Excel's `_xldudf_` before them.
 */
export function callsLocus(formula: unknown): boolean {
  return typeof formula === 'string' && formula.startsWith('=') && OURS.test(formula);
}

const OURS =
  /(?:^|[^A-Z0-9_.])(?:_xldudf_)?LOC(?:ATTR|ATTR_ADDRESS|SCORE|SCORE_COORDS|VARS|CATALOG)\s*\(/i;

/** The cells with formulas of ours, as vertical runs of at most so many rows. */
export function formulaAreas(formulas: readonly (readonly unknown[])[], mostRows: number): Area[] {
  const areas: Area[] = [];
  const columns = Math.max(0, ...formulas.map((row) => row.length));
  for (let column = 0; column < columns; column += 1) {
    let start = -1;
    for (let row = 0; row <= formulas.length; row += 1) {
      const isOurs = callsLocus(formulas[row]?.[column]);
      if (start >= 0 && (!isOurs || row - start >= mostRows)) {
        areas.push({ row: start, column, rows: row - start });
        start = -1;
      }
      if (isOurs && start < 0) start = row;
    }
  }
  return areas;
}
