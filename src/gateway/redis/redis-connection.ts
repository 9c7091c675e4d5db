import pLimit from 'p-limit';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'iovalkey';
import { ownField } from '../../engine/contract/json-checks';
import type { Calendar } from '../../node/calendar';
import { createId } from '../token-format';
import type { SharedAddress } from './shared-address';
import { StoreDown } from '../state/shared-state';
import { RedisScript, SERVER_TIME } from './redis-script';

export interface RedisConnectionOptions {
  readonly address: SharedAddress;
  /** Lua for epoch milliseconds. @default the server's time */
  readonly clock?: (() => string) | undefined;
  /** The calendar by which scripts count days. @default that of UTC */
  readonly calendar?: Calendar | undefined;
  readonly onChange?: ((isUp: boolean) => void) | undefined;
}

export type RedisReply = string | number | null | readonly RedisReply[];

/**
 * A connection that fails fast. A server that does not answer in time, is full or is no longer the
 * primary counts as down, like one that is gone. While it is down, every command is refused at
 * once, until a probe that writes has succeeded.
 */
export class RedisConnection {
  /** Identifies this process among all that share the store. */
  readonly id = createId('r');
  /** Add this to the machine's time to get the server's. */
  timeOffsetMs = 0;
  private readonly client: Redis | Cluster;
  private readonly subscriber: Redis | Cluster;
  private readonly listeners = new Map<string, ((message: string) => void)[]>();
  private downAt: number | undefined = Number.NEGATIVE_INFINITY;
  private recovery = new OneTimeEvent();
  private beating: NodeJS.Timeout | undefined;
  private readonly loading = new Map<string, Promise<unknown>>();
  private isClosed = false;
  private problem = 'no answer';
  private lastError: string | undefined;
  private hasCopies = false;
  private repliedAt = Number.NEGATIVE_INFINITY;
  /**
   * A server runs all the scripts that have arrived before it answers any of them. 900 at once
   * would look like silence.
   */
  private readonly inTurn = pLimit(MOST_AT_ONCE);

  private constructor(private readonly options: RedisConnectionOptions) {
    this.client = createClient(options.address);
    this.subscriber = createClient(options.address);
    // A wrong password or certificate, say: commands then report only that there is no connection.
    this.client.on('error', (error: unknown) => (this.lastError = wordOf(error) ?? codeOf(error)));
    // Subscribes again after each lost connection; until then, waiting processes poll the store.
    this.subscriber.on('ready', () => {
      for (const channel of this.listeners.keys()) this.subscribe(channel);
    });
    this.subscriber.on('message', (channel: string, message: string) => {
      for (const listener of this.listeners.get(channel) ?? []) listener(message);
    });
  }

  /** @throws StoreDown if the server does not answer within `withinMs`. */
  static async open(options: RedisConnectionOptions, withinMs: number): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    const until = performance.now() + withinMs;
    for (;;) {
      await connection.beat();
      if (connection.isUp) return connection;
      if (performance.now() > until) {
        const problem = connection.problem;
        connection.close();
        throw new StoreDown(`The store at ${options.address.shown} is of no use: ${problem}.`);
      }
      await sleep(PROBE_MS);
    }
  }

  get isUp(): boolean {
    return this.downAt === undefined;
  }

  /** @param slot the hash tag of all the script's keys, which puts them into one slot. */
  async run(
    script: RedisScript,
    slot: string,
    ...args: readonly (string | number)[]
  ): Promise<RedisReply> {
    if (this.downAt !== undefined) {
      // Waits out a short hiccup, but never so long that a request would be late.
      const leftMs = this.downAt + HICCUP_MS - performance.now();
      if (leftMs > 0) await within(this.recovery.whenCalled, leftMs).catch(() => undefined);
      if (!this.isUp) throw new StoreDown(this.problem, true);
    }
    return this.inTurn(() => {
      if (!this.isUp) throw new StoreDown(this.problem, true);
      return this.attempt(script, slot, args);
    });
  }

  /** Runs a script on what all gateways of an account share and must change in one step. */
  runShared(script: RedisScript, ...args: readonly (string | number)[]): Promise<RedisReply> {
    return this.run(script, ACCOUNT_SLOT, ...args);
  }

  /** @param channel the name of one that all processes hear, or the ID of a process. */
  publishTo(channel: string): string {
    return `${PREFIX}:to:${channel}`;
  }

  /** Listens for what scripts publish for this process, or for all. */
  listen(channel: string, listener: (message: string) => void): void {
    const name = this.publishTo(channel);
    const own = this.listeners.get(name) ?? [];
    this.listeners.set(name, [...own, listener]);
    this.subscribe(name);
  }

  /** Runs after each connect: the server may be another one, or have lost its data. */
  onConnected(run: () => void): void {
    this.client.on('ready', run);
  }

  /** Settles when the store is up again, or after a moment if it already seems to be up. */
  async whenUp(): Promise<void> {
    if (this.isClosed) await new Promise(() => undefined);
    else if (this.isUp) await sleep(AGAIN_MS, undefined, { ref: false });
    else await this.recovery.whenCalled;
  }

  /** Settles when a replica of the server, if there is any, has everything written so far. */
  async whenCopied(): Promise<void> {
    if (!this.hasCopies || this.client instanceof Cluster) return;
    const copied = await within(this.client.wait(1, COPY_MS), ANSWER_MS).catch(() => 0);
    if (copied === 0) throw new StoreDown('no copy of the server follows it');
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.beating);
    this.client.disconnect();
    this.subscriber.disconnect();
  }

  private subscribe(channel: string): void {
    this.subscriber.subscribe(channel).catch(() => undefined);
  }

  private async attempt(
    script: RedisScript,
    slot: string,
    args: readonly (string | number)[],
  ): Promise<RedisReply> {
    const { text, sha } = script.compiled(
      this.options.clock?.() ?? SERVER_TIME,
      this.options.calendar?.offsetAt(Date.now() + this.timeOffsetMs + AHEAD_MS) ?? 0,
    );
    const key = `${PREFIX}:{${slot}}:`;
    let isGivenUp = false;
    try {
      const sent = this.send(text, sha, [key, ...args], () => isGivenUp);
      const reply = await within(sent, ANSWER_MS, () => this.repliedAt);
      this.repliedAt = performance.now();
      return reply as RedisReply;
    } catch (error) {
      isGivenUp = true;
      this.isDown(error);
      throw new StoreDown(this.problem);
    }
  }

  /**
   * A script that the server does not know yet is sent once, however many callers need it. Nothing
   * is sent once its caller has given up, because it would arrive after the script that undoes it.
   */
  private async send(
    text: string,
    sha: string,
    args: readonly (string | number)[],
    isGivenUp: () => boolean,
  ): Promise<unknown> {
    const call = async (): Promise<unknown> => {
      if (isGivenUp()) throw new Error(LATE);
      return this.client.evalsha(sha, 1, ...args);
    };
    const isMissing = (error: unknown): boolean => String(error).includes('NOSCRIPT');
    try {
      return await call();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const loading = this.loading.get(sha);
    const load = async (): Promise<unknown> => {
      if (isGivenUp()) throw new Error(LATE);
      const sent = this.client.eval(text, 1, ...args);
      this.loading.set(sha, sent);
      return sent.finally(() => this.loading.delete(sha));
    };
    if (loading === undefined) return load();
    await loading.catch(() => undefined);
    // Another server of a cluster may still lack the script.
    return call().catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return load();
    });
  }

  private isDown(error: unknown): void {
    this.problem =
      error instanceof StoreDown
        ? error.message
        : (wordOf(error) ?? this.lastError ?? problemOf(error));
    if (this.downAt !== undefined || this.isClosed) return;
    this.downAt = performance.now();
    this.recovery = new OneTimeEvent();
    this.options.onChange?.(false);
    this.plan(0);
  }

  private async beat(): Promise<void> {
    const askedAt = Date.now();
    try {
      const time = Number(await this.attempt(BEAT, ACCOUNT_SLOT, [this.id]));
      await this.lookForCopies();
      await this.demandAllIsKept();
      const tookMs = Date.now() - askedAt;
      const offset = Math.round(time - askedAt - tookMs / 2);
      // A slow reply says little about the server's time.
      if (tookMs < TRUSTED_MS || this.downAt !== undefined) this.timeOffsetMs = offset;
      if (this.downAt !== undefined) {
        const isBack = Number.isFinite(this.downAt);
        this.downAt = undefined;
        this.lastError = undefined;
        this.recovery.call();
        if (isBack) this.options.onChange?.(true);
      }
    } catch (error) {
      // The next heartbeat looks again.
      this.isDown(error);
    }
    this.plan(this.isUp ? BEAT_MS : PROBE_MS);
  }

  /** The policy is checked again and again, because it can change while the server runs. */
  private async demandAllIsKept(): Promise<void> {
    // A server that forbids INFO counts as keeping all.
    const facts = await within(this.client.info('memory'), ANSWER_MS).catch(() => '');
    const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(facts)?.[1];
    if (policy !== undefined) throw new StoreDown(evicts(policy));
  }

  private async lookForCopies(): Promise<void> {
    if (this.client instanceof Cluster) return;
    // A server that forbids ROLE counts as having no replicas.
    const reply = await within(this.client.role(), ANSWER_MS).catch(() => []);
    const [, , copies] = reply as unknown[];
    this.hasCopies = Array.isArray(copies) && copies.length > 0;
  }

  private plan(inMs: number): void {
    clearTimeout(this.beating);
    if (this.isClosed) return;
    this.beating = setTimeout(() => void this.beat(), inMs);
    this.beating.unref();
  }
}

const ACCOUNT_SLOT = 'account';
/** Includes the version of the stored layout: another layout needs another prefix. */
const PREFIX = 'locus:1';
/** Short enough that a request is refused within half a second, whatever the server does. */
const ANSWER_MS = 300;
/** Scripts in flight. The server is never idle then, and answers within some 80 ms. */
const MOST_AT_ONCE = 256;
const HICCUP_MS = 120;
const COPY_MS = 200;
const BEAT_MS = 1000;
const PROBE_MS = 50;
const AGAIN_MS = 200;
const TRUSTED_MS = 100;

function evicts(policy: string): string {
  return `it drops budgets when it is full (maxmemory-policy ${policy}); set it to noeviction`;
}

/** The server's error code, such as `OOM` or `NOAUTH`. */
function wordOf(error: unknown): string | undefined {
  const word = /^([A-Z]{3,})\b/.exec(error instanceof Error ? error.message : '')?.[1];
  return word === 'ERR' ? undefined : word;
}

/** Node's error code, such as `ECONNREFUSED` or `SELF_SIGNED_CERT_IN_CHAIN`. */
function codeOf(error: unknown): string | undefined {
  const code = ownField(error, 'code');
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : undefined;
}

/** Never quotes the command, which may hold stored data. */
function problemOf(error: unknown): string {
  return error instanceof Error && error.message === LATE ? LATE : 'no connection';
}

class OneTimeEvent {
  call = (): void => {};
  readonly whenCalled = new Promise<void>((resolve) => (this.call = resolve));
}

/** A client of one server, of the one that sentinels name, or of a cluster. It queues nothing. */
function createClient(address: SharedAddress): Redis | Cluster {
  const { hosts, username, password, database, serverName } = address;
  const [first = { host: '127.0.0.1', port: 6379 }] = hosts;
  const options = {
    // Otherwise commands hang while the server is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    disconnectTimeout: 100,
    keepAlive: 10_000,
    // A server that forbids INFO passes the check: its replies tell whether its data is loaded.
    enableReadyCheck: true,
    retryStrategy: (times: number) => Math.min(500, 50 * times),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(address.isTls ? { tls: {} } : {}),
  };
  const client =
    address.kind === 'cluster'
      ? new Cluster([...hosts], {
          redisOptions: options,
          enableOfflineQueue: false,
          clusterRetryStrategy: (times) => Math.min(500, 50 * times),
          // The client never resends a command, so no failure reveals that a replica took over.
          retryDelayOnFailover: 0,
          slotsRefreshInterval: 1000,
          retryDelayOnClusterDown: 0,
          maxRedirections: 3,
          // It would pick the server by a command's first argument, which here is a script's hash.
          enableAutoPipelining: false,
        })
      : new Redis({
          ...options,
          db: database,
          enableAutoPipelining: true,
          ...(address.kind === 'server' || serverName === undefined
            ? first
            : {
                sentinels: [...hosts],
                name: serverName,
                enableTLSForSentinelMode: address.isTls,
                ...(password === undefined ? {} : { sentinelPassword: password }),
                sentinelRetryStrategy: (times: number) => Math.min(500, 50 * times),
              }),
        });
  // Each failed command reports its own error.
  client.on('error', () => undefined);
  return client;
}

/**
 * Rejects once the server has been silent for `idleMs`, or when `result` is far too late. A busy or
 * stopped process has not read what has arrived meanwhile, so it waits longer before it blames the
 * server. So does a process on an overloaded machine, where everything is late.
 *
 * @param repliedAt when the server last replied to anything, by the process's clock.
 */
export function within<T>(
  result: Promise<T>,
  idleMs: number,
  repliedAt = (): number => Number.NEGATIVE_INFINITY,
  own: ProcessTime = THIS_PROCESS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const ms = own.load() > OVERLOAD ? OVERLOAD * idleMs : idleMs;
    const sentAt = own.now();
    const busyShare = own.watch();
    let dueAt = sentAt + ms;
    let lateMs = 0;
    const expire = (): void => {
      const now = own.now();
      const isLate = now - dueAt > LOOK_MS;
      // However long a process was stopped, that counts as one wait. A process that is always late
      // must stop waiting, too.
      if (isLate) lateMs += Math.min(now - dueAt, MOST_COUNTED_MS);
      const isBusy = busyShare() > BUSY;
      const mayWait = now - sentAt < (isBusy ? MOST_BUSY_MS : MOST_MS);
      const isMoving = isBusy || now - repliedAt() < ms;
      if ((isLate && lateMs < MOST_BUSY_MS) || (mayWait && isMoving)) {
        dueAt = now + LOOK_MS;
        cancel = own.schedule(LOOK_MS, expire);
      } else {
        setImmediate(() => reject(new Error(LATE)));
      }
    };
    let cancel = own.schedule(ms, expire);
    result.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error as Error);
      },
    );
  });
}

/** What a process knows about its own time, in milliseconds. */
export interface ProcessTime {
  now(): number;
  schedule(ms: number, run: () => void): () => void;
  /** The machine's load per processor. */
  load(): number;
  /**
   * @returns a function that returns the share of the time since then in which the process was
   * busy, from 0 to 1.
   */
  watch(): () => number;
}

const THIS_PROCESS: ProcessTime = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  load: () => (loadavg()[0] ?? 0) / availableParallelism(),
  watch() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
};

/** The message of that error. */
export const LATE = 'no answer in time';
/** Load per processor, averaged over a minute, above which waits are longer by this factor. */
const OVERLOAD = 4;
/** Event loop utilization above which this process counts as busy. */
const BUSY = 0.8;
/** The longest wait while the server answers other commands. */
const MOST_MS = 2000;
/** The longest wait while this process is busy. */
const MOST_BUSY_MS = 5000;
const LOOK_MS = 50;
/** A late timer counts this much at most. */
const MOST_COUNTED_MS = 500;

/**
 * This process knows the server's time to some milliseconds. If clocks go back at midnight, the
 * earlier offset would begin the next day an hour early; a later one can only be wrong by this
 * much.
 */
const AHEAD_MS = 1000;

/** The probe writes, because a full server still answers reads. */
const BEAT = new RedisScript(`
redis.call('SET', at('beat'), ARGV[1], 'PX', 60000)
return now
`);

/** Callers that wait for a message about something, and look for themselves if none comes. */
export class Waiters {
  private readonly pending = new Map<string, Set<() => void>>();

  /**
   * Settles when something wakes those who wait for this ID, when `end` is called, or after
   * `atMostMs`.
   */
  wait(id: string, atMostMs: number): { readonly whenOver: Promise<undefined>; end(): void } {
    let end = (): void => {};
    const whenOver = new Promise<undefined>((resolve) => {
      const waiters = this.pending.get(id) ?? new Set();
      this.pending.set(id, waiters);
      end = () => {
        clearTimeout(timer);
        waiters.delete(end);
        if (waiters.size === 0 && this.pending.get(id) === waiters) this.pending.delete(id);
        resolve(undefined);
      };
      waiters.add(end);
      const timer = setTimeout(() => end(), atMostMs);
    });
    return { whenOver, end };
  }

  wake(id: string): void {
    for (const end of this.pending.get(id) ?? []) end();
  }

  has(id: string): boolean {
    return this.pending.has(id);
  }
}
