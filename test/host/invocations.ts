import { errorArgument, shownValue } from './cell-value';
import type { RichRequest } from './rich-request';

/** The calculation of cells, as messages to and from the functions' runtime. */
export interface Invocations {
  /** All in one message, as Excel sends what it calculates at once; the ids, in the same order. */
  invoke(calls: readonly Invocation[]): Promise<number[]>;
  /** The same, with the cancellation of each in the same message. */
  invokeAndCancel(calls: readonly Invocation[]): Promise<number[]>;
  /** Of any number: Excel cancels what has long ended, too. */
  cancel(id: number): Promise<void>;
  /** Settles when the cell has ended. */
  result(id: number): Promise<CellResult>;
  /** Whether the cell has ended, by now. */
  hasEnded(id: number): boolean;
  /** Takes the results out of such a request; false for any other. */
  take(request: RichRequest): boolean;
}

export interface Invocation {
  readonly name: string;
  /**
   * One for each parameter that the function has: a matrix, or `null` for one left out. An error in
   * it is an `errorArgument`, a cell of Geography an `entityArgument`.
   */
  readonly values: readonly unknown[];
  /** The cell, `Sheet1!A1`; one of its own where it is left out. */
  readonly address?: string;
  /** The formula is still being typed. This version of the runtime does not pass it on. */
  readonly isInValuePreview?: true;
}

/** A value, or an error's text; the code is Excel's: 1 is `#N/A`, 7 is `#VALUE!`. */
export type CellResult =
  { readonly value: unknown } | { readonly message: string; readonly code: number };

/** What the cells of a spill show: values, and errors as texts such as `#N/A No API key …`. */
export function shownRows(result: CellResult): unknown[][] {
  if (!('value' in result)) return [[`#${result.code} ${result.message}`]];
  const rows = result.value as unknown[][];
  return rows.map((row) => row.map(shownValue));
}

/** A message of the category 1: type, target, text, and its own number. */
type Entry = readonly [category: number, type: number, target: string, text: string, id: number];

/** What `functions.json` says that the functions take. */
export interface FunctionsMetadata {
  readonly allowErrorForDataTypeAny?: boolean;
  readonly allowCustomDataForDataTypeAny?: boolean;
}

export function createInvocations(
  send: (entries: readonly Entry[]) => Promise<void>,
  { allowErrorForDataTypeAny, allowCustomDataForDataTypeAny }: FunctionsMetadata,
): Invocations {
  const results = new Map<number, CellResult>();
  const waiting = new Map<number, (result: CellResult) => void>();
  let latest = 0;
  const flags =
    CANCELABLE |
    (allowErrorForDataTypeAny === true ? TAKES_ERRORS : 0) |
    (allowCustomDataForDataTypeAny === true ? TAKES_DATA : 0);

  /** A function that takes no data types gets an error in place of one. */
  function passed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(passed);
    if (typeof value !== 'object' || value === null) return value;
    if (allowCustomDataForDataTypeAny === true) return { value: JSON.stringify(value) };
    return 'text' in value ? errorArgument('#VALUE!') : value;
  }

  function toEntry({ name, values: given, address, isInValuePreview }: Invocation): Entry {
    const id = (latest += 1);
    const cell = address ?? `Sheet1!Z${id}`;
    const values = given.map(passed);
    const message =
      isInValuePreview === undefined
        ? [id, name, values, cell, flags, null]
        : {
            invocationId: id,
            functionName: name,
            parameterValues: values,
            address: cell,
            flags,
            isInValuePreview,
          };
    return [FUNCTIONS, INVOCATION, '', JSON.stringify(message), id];
  }

  return {
    async invoke(calls) {
      const entries = calls.map(toEntry);
      await send(entries);
      return entries.map(idOf);
    },
    async invokeAndCancel(calls) {
      const entries = calls.map(toEntry);
      await send([...entries, ...entries.map(idOf).map(cancellationOf)]);
      return entries.map(idOf);
    },
    cancel: (id) => send([cancellationOf(id)]),
    result(id) {
      const result = results.get(id);
      if (result !== undefined) return Promise.resolve(result);
      return new Promise((resolve) => void waiting.set(id, resolve));
    },
    hasEnded: (id) => results.has(id),
    take({ Actions: actions }) {
      const action = actions.find(({ Name }) => Name === 'SetInvocationArrayResults');
      if (action === undefined) return false;
      const [ended] = (action.ArgumentInfo?.Arguments ?? []) as [readonly Ending[]];
      for (const [id, isValue, value, code] of ended) {
        const result = isValue ? { value } : { message: String(value), code: code ?? 0 };
        results.set(id, result);
        waiting.get(id)?.(result);
        waiting.delete(id);
      }
      return true;
    },
  };
}

function idOf([, , , , id]: Entry): number {
  return id;
}

function cancellationOf(invocationId: number): Entry {
  return [FUNCTIONS, CANCELLATION, '', JSON.stringify({ invocationId }), 0];
}

type Ending = readonly [id: number, isValue: boolean, value: unknown, code?: number];

const FUNCTIONS = 1;
const INVOCATION = 1000;
const CANCELLATION = 1001;
const CANCELABLE = 1;
const TAKES_ERRORS = 4;
const TAKES_DATA = 8;
