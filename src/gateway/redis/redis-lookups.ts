import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AnswerStore,
  CancelSignal,
  Claim,
  LookupCall,
  LookupReply,
  ScoreReply,
  Source,
} from '../../engine/lookup';
import { createId } from '../token-format';
import type { SharedLookups } from '../state/shared-state';
import {
  CLOSE,
  GATHERED,
  JOIN,
  RENEW_LEAD,
  TAKE,
  toAnswers,
  toField,
  type RedisAnswers,
  type RedisAnswersParts,
} from './redis-answers';
import { Waiters } from './redis-connection';

export interface RedisLookupsParts extends RedisAnswersParts {
  readonly answers: RedisAnswers;
  readonly freshMs: number;
  readonly negativeFreshMs: number;
  readonly random: () => number;
  /** Called when the service asks all gateways to wait. */
  readonly onRetryAfter: (ms: number) => void;
}

/**
 * The names wanted of a place here, each with how many want it, and the names that the engine
 * knows.
 */
interface WantedNames {
  readonly counts: Map<string, number>;
  readonly known: Set<string>;
}

/** A place about which this process asks on behalf of all gateways. */
interface Lead {
  readonly holder: string;
  readonly place: string;
}

/**
 * One process at a time leads for a place: it asks about it. First it gathers for a moment the
 * names that the others want of the place, and asks for those too. The others get the answers from
 * it, and poll the store now and then.
 */
export class RedisLookups implements SharedLookups {
  /** By the key of their answers. */
  private readonly leads = new Map<string, Lead>();
  private readonly waiters = new Waiters();
  private readonly wanted = new Map<string, WantedNames>();
  /**
   * The targets that this process waits for, by concealed place, because messages name only the
   * place.
   */
  private readonly targets = new Map<string, string>();
  private readonly renewing: NodeJS.Timeout;
  readonly tier: AnswerStore;

  constructor(private readonly parts: RedisLookupsParts) {
    const { connection, answers } = parts;
    this.tier = {
      read: (keys) => answers.read(keys),
      write: (entries) => answers.write(entries.filter(({ key }) => !isLookup(key))),
      clear: () => answers.clear(),
      size: () => answers.size(),
      subscribe: (listener) => answers.subscribe(listener),
    };
    connection.listen(connection.id, (message) => this.receive(message));
    this.renewing = setInterval(() => this.renew(), LEASE_MS / 4).unref();
  }

  want(target: string, name: string): () => void {
    const wanted = this.wanted.get(target) ?? {
      counts: new Map<string, number>(),
      known: new Set(),
    };
    this.wanted.set(target, wanted);
    const { counts } = wanted;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return () => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
      if (counts.size === 0) this.wanted.delete(target);
    };
  }

  async claim(target: string, newerThan = 0): Promise<Claim> {
    const { connection, conceal, now } = this.parts;
    const ageMs = newerThan === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now() - newerThan);
    const freshMs = Math.min(this.parts.freshMs, ageMs);
    const negativeFreshMs = Math.min(this.parts.negativeFreshMs, ageMs);
    const place = conceal(target);
    const holder = createId('l');
    const names = this.namesOf(target);
    // Before JOIN, since the lead may announce its answers at once.
    const waiting = this.waitFor(target, place);
    try {
      const args = [holder, connection.id, LEASE_MS, freshMs, negativeFreshMs, ...names] as const;
      const reply = (await connection.run(JOIN, place, ...args)) as readonly string[];
      const [word, ...known] = reply;
      if (word === 'wait') return { kind: 'taken', whenOver: waiting.whenOver };
      waiting.end();
      if (word === 'known') {
        this.announce(target, known);
        return { kind: 'taken', whenOver: Promise.resolve(undefined) };
      }
    } catch (error) {
      waiting.end();
      throw error;
    }
    const lead: Lead = { holder, place };
    this.leads.set(target, lead);
    try {
      await this.gather(target, place);
    } catch (error) {
      this.close(target, lead);
      throw error;
    }
    return { kind: 'claimed', release: () => this.close(target, lead) };
  }

  merged(source: Source): Source {
    return {
      ...source,
      lookup: (call, signal) => this.lookup(source, call, signal),
      score: async (call, signal) => this.noteRetryAfter(await source.score(call, signal)),
    };
  }

  stop(): void {
    clearInterval(this.renewing);
  }

  private async lookup(
    source: Source,
    call: LookupCall,
    signal: CancelSignal,
  ): Promise<LookupReply> {
    const target = `${source.scope('lookup')}\nlookup\n${call.place.key}`;
    const lead = this.leads.get(target);
    if (lead === undefined) return source.lookup(call, signal);
    const { connection, now } = this.parts;
    const own = new Set([...call.names, ...this.namesOf(target)]);
    const args = [lead.holder, LEASE_MS, MOST_NAMES, call.names.length, ...own] as const;
    // Even if TAKE fails or takes nothing, our own names are asked for.
    const taken = await connection.run(TAKE, lead.place, ...args).catch(() => []);
    const names = (taken as readonly string[]).length > 0 ? (taken as string[]) : call.names;
    const reply = await source.lookup({ ...call, names }, signal);
    if (reply.kind === 'answered') {
      const at = now();
      const fields = names.flatMap((name) =>
        reply.failures?.has(name) === true
          ? []
          : [name, toField(reply.values.get(name) ?? null, at)],
      );
      this.close(target, lead, fields);
      return reply;
    }
    this.noteRetryAfter(reply);
    if (reply.code !== 'rejected' || names.length === call.names.length) return reply;
    // A name of another process may be the cause. Until it is found, each process asks only for its
    // own names.
    this.close(target, lead, [], UNMERGED_MS);
    return { kind: 'failed', code: 'service-failed', status: 500 };
  }

  private noteRetryAfter<T extends LookupReply | ScoreReply>(reply: T): T {
    if (reply.kind === 'failed' && reply.retryAfterMs !== undefined) {
      this.parts.onRetryAfter(reply.retryAfterMs);
    }
    return reply;
  }

  /**
   * Gives up the lead and publishes the answers. Only the first call has an effect if there are
   * none.
   */
  private close(
    target: string,
    { holder, place }: Lead,
    fields: readonly string[] = [],
    unmergedMs = 0,
  ): void {
    const isOurs = this.leads.get(target)?.holder === holder;
    if (!isOurs && fields.length === 0) return;
    if (isOurs) this.leads.delete(target);
    const { connection, outbox, keepMs } = this.parts;
    const args = [keepMs, holder, connection.publishTo(''), place, unmergedMs, ...fields];
    outbox.take(place, () => connection.run(CLOSE, place, ...args)).catch(() => undefined);
  }

  /** Lets names that are wanted at the same time, here or elsewhere, join the same call. */
  private async gather(target: string, place: string): Promise<void> {
    const { connection, now } = this.parts;
    let before = this.namesOf(target).length;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const from = now();
      await sleep(GATHER_MS);
      // A late timer means a busy machine, where requests are read late too.
      const isLate = now() - from > 2 * GATHER_MS;
      const others = Number(await connection.run(GATHERED, place));
      const names = this.namesOf(target).length + others;
      if ((names === before && !isLate) || names >= MOST_NAMES) return;
      before = names;
    }
  }

  /**
   * Waits, but not only for a message: the process that asked may have died, or its message may be
   * lost.
   */
  private waitFor(target: string, place: string): ReturnType<Waiters['wait']> {
    this.targets.set(place, target);
    const waiting = this.waiters.wait(place, LOOK_MS * (0.7 + 0.6 * this.parts.random()));
    void waiting.whenOver.then(() => {
      if (!this.waiters.has(place)) this.targets.delete(place);
    });
    return waiting;
  }

  private receive(message: string): void {
    const { place, answers } = JSON.parse(message) as { place: string; answers: unknown };
    const key = this.targets.get(place);
    // Lua encodes an empty list as an object.
    const fields = Array.isArray(answers) ? (answers as string[]) : [];
    if (key !== undefined && fields.length > 0) {
      this.announce(key, fields);
    }
    this.waiters.wake(place);
  }

  /** The names that are wanted and that the engine does not know. */
  private namesOf(target: string): readonly string[] {
    const wanted = this.wanted.get(target);
    return wanted === undefined
      ? []
      : [...wanted.counts.keys()].filter((name) => !wanted.known.has(name));
  }

  private announce(target: string, fields: readonly string[]): void {
    const answers = toAnswers(fields);
    const known = this.wanted.get(target)?.known;
    for (const { name } of answers) known?.add(name);
    this.parts.answers.announce([{ key: target, answers }]);
  }

  private renew(): void {
    const { connection } = this.parts;
    for (const { holder, place } of this.leads.values()) {
      connection.run(RENEW_LEAD, place, holder, LEASE_MS).catch(() => undefined);
    }
  }
}

function isLookup(key: string): boolean {
  return key.split('\n', 2)[1] === 'lookup';
}

/** The most names that the contract allows in a call. */
const MOST_NAMES = 50;
const LEASE_MS = 5000;
const GATHER_MS = 20;
/** Gathering goes on only while more names come, or the machine is busy. */
const MOST_ROUNDS = 10;
const LOOK_MS = 1500;
const UNMERGED_MS = 60_000;
