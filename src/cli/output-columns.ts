import type { TableRow } from './table';
import { UsageError } from './exit-code';
import { valueText } from './value-text';

export const STATUS_COLUMN = 'locus_status';
export const ERROR_COLUMN = 'locus_error';
export const SCORE_COLUMN = 'locus_score';
/** The column with what each score depends on. */
const MODEL_COLUMN = 'locus_model';

/** How a row ended. */
export type RowStatus = 'done' | 'failed' | 'skipped';

/**
 * The output's columns: the input's own, then the values, then a status and a message for each row.
 */
export interface OutputColumns {
  readonly columns: readonly string[];
  /** The columns of the values. */
  readonly wanted: readonly string[];
  /**
   * Returns what an earlier run wrote; undefined if none did.
   *
   * @throws UsageError for a value that no run wrote.
   */
  known(row: TableRow): KnownRow | undefined;
  /** @param values undefined if there are none. */
  row(
    row: TableRow,
    values: readonly unknown[] | undefined,
    status: RowStatus,
    error: string,
  ): TableRow;
}

export interface KnownRow {
  readonly isDone: boolean;
  /** One value for each wanted column; "" for a missing one. */
  readonly values: readonly unknown[];
  /** Why columns that this run does not ask for have no value; "" if no error is recorded. */
  readonly earlier: string;
}

/**
 * Plans the output.
 *
 * @param origin what the scores depend on; undefined for attributes.
 * @throws UsageError if a column would be overwritten.
 */
export function planOutput(
  columns: readonly string[],
  wanted: readonly string[],
  origin?: string,
): OutputColumns {
  const own = wanted.find((name) => origin === undefined && OWN.has(name));
  if (own !== undefined) throw new UsageError(`“${own}” is a column that Locus writes itself.`);
  const isOwn = columns.includes(STATUS_COLUMN) && columns.includes(ERROR_COLUMN);
  const lone = columns.find((column) => column === STATUS_COLUMN || column === ERROR_COLUMN);
  if (lone !== undefined && !isOwn) throw new UsageError(takenText(lone));
  const valued = origin === undefined ? wanted : [MODEL_COLUMN, ...wanted];
  const taken = columns.find((column) => valued.includes(column));
  if (taken !== undefined && !isOwn) {
    throw new UsageError(takenText(taken));
  }
  const twice = [...wanted, STATUS_COLUMN, ERROR_COLUMN].find(
    (name) => columns.indexOf(name) !== columns.lastIndexOf(name),
  );
  if (twice !== undefined) {
    throw new UsageError(`The file has two columns “${twice}”. Rename one first.`);
  }
  const model = columns.indexOf(MODEL_COLUMN);
  if (origin !== undefined && model === -1 && columns.includes(SCORE_COLUMN)) {
    throw new UsageError(
      `The file has scores, but no column “${MODEL_COLUMN}” that says what they are of. Rename or remove “${SCORE_COLUMN}” first.`,
    );
  }
  const added = new Set([...valued, STATUS_COLUMN, ERROR_COLUMN]);
  const kept = columns.flatMap((column, index) => (added.has(column) ? [] : [index]));
  const places = wanted.map((column) => columns.indexOf(column));
  const isComplete = places.every((place) => place !== -1);
  const status = columns.indexOf(STATUS_COLUMN);
  const error = columns.indexOf(ERROR_COLUMN);
  const before = columns.slice(0, status);
  // Otherwise `done` may be about another run's columns.
  const isOfLastRun = before.slice(-wanted.length).every((column) => wanted.includes(column));
  const none = wanted.map(() => null);
  const isKeptWhole = kept.length === columns.length;
  return {
    columns: [...kept.map((index) => columns[index] ?? ''), ...added],
    wanted,
    known(row) {
      if (!isOwn) return undefined;
      const isSame = origin === undefined || valueText(row[model]) === origin;
      const values = places.map((place) => (place === -1 || !isSame ? '' : (row[place] ?? '')));
      const strange = values.findIndex((value) => !mayBeOurs(value));
      if (strange !== -1) throw new UsageError(strangeText(wanted[strange], values[strange]));
      const isTrusted = isComplete && isSame && (isOfLastRun || !values.includes(''));
      const outcome = valueText(row[status]);
      if (!STATUSES.has(outcome)) throw new UsageError(strangeText(STATUS_COLUMN, outcome));
      const message = outcome === 'failed' ? valueText(row[error]) : '';
      return {
        isDone: isTrusted && outcome === 'done',
        values,
        earlier: earlierError(message, before, wanted),
      };
    },
    row(row, values, outcome, message) {
      const own = isKeptWhole ? row : kept.map((index) => row[index]);
      const hasValue = values?.some((value) => value !== null && value !== '') === true;
      const made = outcome === 'done' || hasValue ? origin : null;
      const origins = origin === undefined ? [] : [made];
      return [...own, ...origins, ...(values ?? none), outcome, message];
    },
  };
}

function takenText(column: string): string {
  return `The file already has a column “${column}”. Rename it first.`;
}

/** Somebody may have emptied statuses in an output. */
const STATUSES: ReadonlySet<string> = new Set<RowStatus | ''>(['done', 'failed', 'skipped', '']);

const OWN: ReadonlySet<string> = new Set([STATUS_COLUMN, ERROR_COLUMN, SCORE_COLUMN, MODEL_COLUMN]);

/** Numbers, in any form that another program may have written. */
function mayBeOurs(value: unknown): boolean {
  return value === '' || /^[-+\d.,eE\s]+$/.test(valueText(value));
}

function strangeText(column = '', value: unknown): string {
  return `“${column}” is a column of the file’s own: it holds “${valueText(value).slice(0, 40)}”. Rename it first.`;
}

/**
 * Writes `locus_error`. `a, b: text` is about these columns, `All 3 names: text` about the last
 * three, and a bare text about the last one or the whole row.
 */
export function errorCell(
  text: string,
  asked: readonly string[],
  wanted: readonly string[],
  earlier: string,
): string {
  if (earlier !== '') return `${earlier} ${listed(asked, text)}`;
  if (asked.length < wanted.length) return listed(asked, text);
  return wanted.length === 1 ? text : `All ${wanted.length} names: ${text}`;
}

/**
 * Returns the part of an error that is about columns other than the wanted ones; "" if there is
 * none.
 *
 * @param columns the file's columns, up to the last one of the run that wrote the error.
 */
function earlierError(
  error: string,
  columns: readonly string[],
  wanted: readonly string[],
): string {
  return failuresOf(error, columns)
    .flatMap(({ names, text }) => {
      const others = names.filter((name) => !wanted.includes(name));
      return others.length === 0 ? [] : [listed(others, text)];
    })
    .join(' ');
}

function listed(names: readonly string[], text: string): string {
  return `${names.join(', ')}: ${text}`;
}

interface Failure {
  readonly names: readonly string[];
  readonly text: string;
}

function failuresOf(error: string, columns: readonly string[]): readonly Failure[] {
  if (error === '') return [];
  const [whole, count = '1', rest = error] = /^All (\d+) names: (.*)$/s.exec(error) ?? [];
  const heads =
    whole === undefined
      ? [...error.matchAll(/(?<=^|\. )([a-z0-9_]+(?:, [a-z0-9_]+)*): /g)].map((match) => ({
          names: (match[1] ?? '').split(', '),
          start: match.index,
          end: match.index + match[0].length,
        }))
      : [];
  const known = heads.filter(({ names }) => names.every((name) => columns.includes(name)));
  if (known.length === 0) return [{ names: columns.slice(-Number(count)), text: rest }];
  return known.map(({ names, end }, index) => ({
    names,
    text: error.slice(end, known[index + 1]?.start).trim(),
  }));
}
