import type { TableRow } from './table';
import { UsageError } from './usage-error';

export const STATUS_COLUMN = 'locus_status';
const ERROR_COLUMN = 'locus_error';

/** How a row ended. */
export type RowStatus = 'done' | 'failed' | 'skipped';

/** Where the values go: after the input's own columns, with a status and a message for each row. */
export interface OutputColumns {
  readonly columns: readonly string[];
  /** The input is an output of ours. */
  readonly isOwn: boolean;
  /** Of such a row: whether it is done, and the values that it has, by the columns wanted. */
  known(row: TableRow): KnownRow | undefined;
  /** @param values undefined for none. */
  row(
    row: TableRow,
    values: readonly unknown[] | undefined,
    status: RowStatus,
    error: string,
  ): TableRow;
}

export interface KnownRow {
  readonly isDone: boolean;
  /** "" for none. */
  readonly values: readonly unknown[];
}

/** @throws UsageError where a column would be overwritten. */
export function planOutput(columns: readonly string[], wanted: readonly string[]): OutputColumns {
  const own = wanted.find((name) => name === STATUS_COLUMN || name === ERROR_COLUMN);
  if (own !== undefined) throw new UsageError(`“${own}” is a column that Locus writes itself.`);
  const isOwn = columns.includes(STATUS_COLUMN) && columns.includes(ERROR_COLUMN);
  const taken = columns.find((column) => wanted.includes(column));
  if (taken !== undefined && !isOwn) {
    throw new UsageError(`The file already has a column “${taken}”. Rename it first.`);
  }
  const added = new Set([...wanted, STATUS_COLUMN, ERROR_COLUMN]);
  const kept = columns.flatMap((column, index) => (added.has(column) ? [] : [index]));
  const places = wanted.map((column) => columns.indexOf(column));
  const isComplete = places.every((place) => place !== -1);
  const status = columns.indexOf(STATUS_COLUMN);
  const none = wanted.map(() => null);
  const isKeptWhole = kept.length === columns.length;
  return {
    columns: [...kept.map((index) => columns[index] ?? ''), ...added],
    isOwn,
    known(row) {
      if (!isOwn) return undefined;
      const isDone = isComplete && row[status] === 'done';
      return { isDone, values: places.map((place) => (place === -1 ? '' : (row[place] ?? ''))) };
    },
    row(row, values, outcome, error) {
      const own = isKeptWhole ? row : kept.map((index) => row[index]);
      return [...own, ...(values ?? none), outcome, error];
    },
  };
}
