import type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from '../../engine/lookup';
import type { Conceal } from '../../node/concealment';
import { READ, WRITE } from './answer-scripts';
import type { Outbox } from './outbox';
import type { RedisConnection } from './redis-connection';

export interface RedisAnswersParts {
  readonly connection: RedisConnection;
  readonly outbox: Outbox;
  readonly conceal: Conceal;
  readonly keepMs: number;
  /** Epoch milliseconds by the server's clock. */
  readonly now: () => number;
}

/** Answers in Redis, by concealed key. A place expires once no answer has come for `keepMs`. */
export class RedisAnswers implements AnswerStore {
  private readonly listeners: ((added: readonly StoredEntry[]) => void)[] = [];

  constructor(private readonly parts: RedisAnswersParts) {}

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
    const { connection, conceal, keepMs, now } = this.parts;
    const since = now() - keepMs;
    const found = await Promise.all(keys.map((key) => connection.run(READ, conceal(key))));
    return new Map(
      keys.flatMap((key, index) => {
        const fields = found[index] as readonly string[];
        const answers = toAnswers(fields).filter(({ at }) => at >= since);
        return answers.length === 0 ? [] : [[key, answers] as const];
      }),
    );
  }

  async write(entries: readonly StoredEntry[]): Promise<void> {
    const { connection, conceal, keepMs, outbox } = this.parts;
    const written = entries.map(({ key, answers }) => {
      const place = conceal(key);
      const fields = answers.flatMap(({ name, value, at }) => [name, toField(value, at)]);
      return outbox.take(place, () => connection.run(WRITE, place, keepMs, ...fields));
    });
    await Promise.all(written);
  }

  /** Tells listeners what the store holds now, which another process may have changed. */
  async readAnew(key: string): Promise<void> {
    const found = await this.read([key]);
    const answers = found.get(key);
    if (answers !== undefined) this.announce([{ key, answers }]);
  }

  announce(added: readonly StoredEntry[]): void {
    for (const listener of this.listeners) listener(added);
  }

  subscribe(listener: (added: readonly StoredEntry[]) => void): void {
    this.listeners.push(listener);
  }

  /** Answers expire on their own, and other gateways still use them. */
  clear(): Promise<void> {
    return Promise.reject(new Error('Answers that others share are not cleared.'));
  }

  size(): Promise<StoreSize> {
    return Promise.resolve({ answers: 0, bytes: 0 });
  }
}

export function toField(value: number | null, at: number): string {
  return `${value ?? ''}@${Math.round(at)}`;
}

/** @param fields name, value, name, value … */
export function toAnswers(fields: readonly string[]): readonly StoredAnswer[] {
  const answers: StoredAnswer[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [value = '', at] = (fields[index + 1] as string).split('@');
    answers.push({
      name: fields[index] as string,
      value: value === '' ? null : Number(value),
      at: Number(at),
    });
  }
  return answers;
}
