import { isTooMuch } from './failure';

/** Cells in one request: well under the 5 MB that Excel on the web accepts and returns at once. */
export const CELLS_AT_ONCE = 20_000;

/** Some adjacent rows. */
export interface Rows {
  readonly start: number;
  readonly count: number;
}

/** Splits rows into parts whose cells fit into one request. */
export function rowParts(rows: number, columns: number, cells = CELLS_AT_ONCE): Rows[] {
  const most = Math.max(1, Math.floor(cells / Math.max(1, columns)));
  const parts: Rows[] = [];
  for (let start = 0; start < rows; start += most) {
    parts.push({ start, count: Math.min(most, rows - start) });
  }
  return parts;
}

/**
 * Takes a step for all rows, in parts. If texts are so long that a part is too much for Excel, the
 * step is repeated with fewer rows.
 */
export async function inParts(
  rows: number,
  columns: number,
  step: (part: Rows) => Promise<void>,
): Promise<void> {
  let most = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns)));
  for (let start = 0; start < rows;) {
    const count = Math.min(most, rows - start);
    try {
      await step({ start, count });
      start += count;
    } catch (error) {
      if (!isTooMuch(error) || count === 1) throw error;
      most = Math.ceil(count / 2);
    }
  }
}

/** Returns the runs of adjacent marks. */
export function markedRuns(marks: readonly boolean[]): Rows[] {
  const runs: { start: number; count: number }[] = [];
  marks.forEach((isMarked, at) => {
    if (!isMarked) return;
    const last = runs.at(-1);
    if (last !== undefined && last.start + last.count === at) last.count += 1;
    else runs.push({ start: at, count: 1 });
  });
  return runs;
}

/** Whether this Excel supports a version of ExcelApi. */
export function hasExcelApi(version: string): boolean {
  return Office.context.requirements.isSetSupported('ExcelApi', version);
}
