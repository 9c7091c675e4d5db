import { isRecord, ownField } from '../../engine/contract/json-checks';
import type { Refusal } from '../json-reply';

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
  /** @param json undefined for what is no JSON. */
  read(json: unknown): ReadBatch | { readonly fault: Refusal };
  /** The body of a reply that says why the batch has no answer. */
  refusalBody(refusal: Refusal): object;
}

/** `{"calls": [[args], …]}`; answered by `{"replies": […]}`, or `{"errorMessage": …}` under 1 kB. */
export const BIGQUERY: EngineShape = {
  name: 'bigquery',
  read(json) {
    const calls = ownField(json, 'calls');
    if (!Array.isArray(calls)) return fault('calls must be a list of rows.');
    if (calls.length > MOST_ROWS) return TOO_MANY_ROWS;
    return {
      rows: calls,
      context: ownField(json, 'userDefinedContext'),
      write: (outcomes) => `{"replies":[${outcomes.join(',')}]}`,
    };
  },
  refusalBody: ({ message, reason }) => ({ errorMessage: message.slice(0, 500), reason }),
};

/** `{"data": [[number, args…], …]}`; answered by `{"data": [[number, outcome], …]}`. */
export const SNOWFLAKE: EngineShape = {
  name: 'snowflake',
  read(json) {
    const data = ownField(json, 'data');
    if (!isRecord(json) || !Array.isArray(data)) return fault('data must be a list of rows.');
    if (data.length > MOST_ROWS) return TOO_MANY_ROWS;
    const numbers = new Set<number>();
    const rows: unknown[] = [];
    for (const row of data as readonly unknown[]) {
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
  refusalBody: ({ status, message, reason }) => ({ status, message, reason }),
};

function fault(message: string): { readonly fault: Refusal } {
  return { fault: { status: 400, message } };
}

const MOST_ROWS = 10_000;
const TOO_MANY_ROWS = {
  fault: { status: 413, message: `A batch may hold at most ${MOST_ROWS} rows.` },
};
