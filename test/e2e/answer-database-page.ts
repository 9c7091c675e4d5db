import { createAnswerDatabase, type AnswerDatabase } from '../../src/addin/device/answer-database';
import { createBrowserClock } from '../../src/addin/device/clock';
import type { StoredEntry } from '../../src/engine/lookup';
import type { StoreLimits } from '../engine/lookup/cache/answer-store-suite';

/** One use of a database, played in the page by the test outside of it. */
export interface Call {
  readonly database: string;
  /** Each is a database object of its own, as another window's would be. */
  readonly window: number;
  readonly limits: StoreLimits;
  /** What the clock shows. */
  readonly now: number;
  readonly method: Exclude<keyof AnswerDatabase, 'subscribe'>;
  readonly argument?: unknown;
}

declare global {
  var answerPage: { play(call: string): Promise<string> };
}

interface OpenWindow {
  readonly answers: AnswerDatabase;
  readonly time: { now: number };
}

const windows = new Map<string, OpenWindow>();

globalThis.answerPage = {
  async play(text) {
    const call = decode(text) as Call;
    const { answers, time } = windowOf(call);
    time.now = call.now;
    switch (call.method) {
      case 'read':
        return encode([...(await answers.read(call.argument as string[]))]);
      case 'write':
        return encode(await answers.write(call.argument as StoredEntry[]));
      default:
        return encode(await answers[call.method]());
    }
  },
};

function windowOf({ database, window, limits, now }: Call): OpenWindow {
  const id = `${database} ${window}`;
  let open = windows.get(id);
  if (open === undefined) {
    const time = { now };
    const clock = { ...createBrowserClock(), now: () => time.now };
    const databases = () => globalThis;
    open = { time, answers: createAnswerDatabase({ databases, clock, name: database, ...limits }) };
    windows.set(id, open);
  }
  return open;
}

/** JSON, and what it does not know. Lone surrogates pass because JSON writes them as escapes. */
export function encode(value: unknown): string {
  return JSON.stringify({ value }, (_key, item: unknown) => {
    if (item === undefined) return { $: 'undefined' };
    if (typeof item !== 'number') return item;
    return Number.isFinite(item) && !Object.is(item, -0)
      ? item
      : { $: Object.is(item, -0) ? '-0' : String(item) };
  });
}

export function decode(text: string): unknown {
  const { value } = JSON.parse(text) as { value: unknown };
  return revived(value);
}

function revived(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(revived);
  if (typeof item !== 'object' || item === null) return item;
  if ('$' in item) return item.$ === 'undefined' ? undefined : Number(item.$);
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, revived(value)]));
}
