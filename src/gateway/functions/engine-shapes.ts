import { ownField } from '../../engine/contract/json-checks';
import type { ErrorReply } from '../json-reply';
import type { ReadRows } from './batch-reader';

/** A batch as an engine sent it. */
export interface ReadBatch {
  /** Each a list of arguments, if it is what it should be. */
  readonly rows: readonly unknown[];
  /** What BigQuery sends beside them. */
  readonly context: unknown;
  /** @param outcomes as JSON, one for each row, in their order. */
  write(outcomes: readonly string[]): string;
}

/** How an engine writes a batch, and wants its answer. */
export interface EngineShape {
  readonly name: 'bigquery' | 'snowflake';
  /** The field that holds the list of rows. */
  readonly rowsField: string;
  read(batch: Omit<ReadRows, 'fingerprint'>): ReadBatch | { readonly fault: ErrorReply };
  /** The body of a reply that says why the batch has no answer. */
  errorBody(error: ErrorReply): object;
}

/**
 * `{"calls": [[args], …]}`; answered by `{"replies": […]}`, or `{"errorMessage": …}` under 1 kB.
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

/** `{"data": [[number, args…], …]}`; answered by `{"data": [[number, outcome], …]}`. */
export const SNOWFLAKE: EngineShape = {
  name: 'snowflake',
  rowsField: 'data',
  read({ rows: numbered, envelope }) {
    if (!hasRows(envelope, 'data')) return fault('data must be a list of rows.');
    const numbers = new Set<number>();
    const rows: unknown[] = [];
    for (const row of numbered) {
      const [number, ...args] = Array.isArray(row) ? (row as readonly unknown[]) : [];
      // Without its number, nobody could tell whose the outcome is.
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

/** Rows that were read leave an empty list behind. */
function hasRows(envelope: ReadRows['envelope'], field: string): boolean {
  const list = ownField(envelope, field);
  return Array.isArray(list) && list.length === 0;
}

function fault(message: string): { readonly fault: ErrorReply } {
  return { fault: { status: 400, message } };
}
