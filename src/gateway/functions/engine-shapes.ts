import { ownField } from '../../engine/contract/json-checks';
import type { ErrorReply } from '../json-reply';
import type { ReadRows } from './batch-reader';

/** A batch as an engine has sent it. */
export interface ReadBatch {
  /** Each row should be a list of arguments, but nobody has checked that yet. */
  readonly rows: readonly unknown[];
  /** BigQuery's `userDefinedContext`; undefined for other engines. */
  readonly context: unknown;
  /**
   * Writes the body of the reply.
   *
   * @param outcomes one for each row, as JSON, in the order of the rows.
   */
  write(outcomes: readonly string[]): string;
}

/** How an engine writes a batch, and how it wants the reply. */
export interface EngineShape {
  readonly name: 'bigquery' | 'snowflake';
  /** The name of the field with the list of rows. */
  readonly rowsField: string;
  read(batch: Omit<ReadRows, 'fingerprint'>): ReadBatch | { readonly fault: ErrorReply };
  /** The body of a reply that says why the batch failed. */
  errorBody(error: ErrorReply): object;
}

/**
 * BigQuery: `{"calls": [[args], …]}`, answered by `{"replies": […]}`, or by `{"errorMessage": …}`
 * of less than 1 kB.
 */
export const BIGQUERY: EngineShape = {
  name: 'bigquery',
  rowsField: 'calls',
  read({ rows, envelope }) {
    if (!hasRows(envelope, 'calls')) return fault('calls must be a list of rows.');
    return {
      rows,
      context: ownField(envelope, 'userDefinedContext'),
      write: (outcomes) => `{"replies":[${outcomes.join(',')}]}`,
    };
  },
  errorBody: ({ message, reason }) => ({ errorMessage: message.slice(0, 500), reason }),
};

/** Snowflake: `{"data": [[number, args…], …]}`, answered by `{"data": [[number, outcome], …]}`. */
export const SNOWFLAKE: EngineShape = {
  name: 'snowflake',
  rowsField: 'data',
  read({ rows: numbered, envelope }) {
    if (!hasRows(envelope, 'data')) return fault('data must be a list of rows.');
    const numbers = new Set<number>();
    const rows: unknown[] = [];
    for (const row of numbered) {
      const [number, ...args] = Array.isArray(row) ? (row as readonly unknown[]) : [];
      // Without its number, an outcome could not be matched to its row.
      if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) {
        return fault('Each row must be a list that begins with its number.');
      }
      if (numbers.has(number)) return fault(`Two rows have the number ${number}.`);
      numbers.add(number);
      rows.push(args);
    }
    const inOrder = [...numbers];
    return {
      rows,
      context: undefined,
      write: (outcomes) =>
        `{"data":[${outcomes.map((outcome, at) => `[${inOrder[at]},${outcome}]`).join(',')}]}`,
    };
  },
  errorBody: ({ status, message, reason }) => ({ status, message, reason }),
};

/** Whether the body had a list of rows. The rows that were read leave an empty list. */
function hasRows(envelope: ReadRows['envelope'], field: string): boolean {
  const list = ownField(envelope, field);
  return Array.isArray(list) && list.length === 0;
}

function fault(message: string): { readonly fault: ErrorReply } {
  return { fault: { status: 400, message } };
}
