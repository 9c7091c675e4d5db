import { isTooMuch } from './failure';

/** Cells of one request: well under the 5 MB that Excel on the web takes and gives at once. */
export const CELLS_AT_ONCE = 20_000;

export interface Rows {
  readonly start: number;
  readonly count: number;
}

/** So many rows in parts whose cells fit into one request. */
export function rowParts(rows: number, columns: number, cells = CELLS_AT_ONCE): Rows[] {
  const most = Math.max(1, Math.floor(cells / Math.max(1, columns)));
  const parts: Rows[] = [];
  for (let start = 0; start < rows; start += most) {
    parts.push({ start, count: Math.min(most, rows - start) });
  }
  return parts;
}

/**
 * Takes a step for all rows in parts. Texts may be so long that Excel finds a part too much: the
 * step is then taken again with fewer rows.
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

/** Where marks follow each other without a gap. */
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

/** Whether this Excel has a requirement set. */
export function hasExcelApi(version: string): boolean {
  return Office.context.requirements.isSetSupported('ExcelApi', version);
}
