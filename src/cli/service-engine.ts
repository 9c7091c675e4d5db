import { createHash, randomUUID } from 'node:crypto';
import type { LearningNames } from '../engine/catalogue/known-names';
import { createReachability } from '../engine/client/reachability';
import { createScope } from '../engine/client/scope';
import { type Fetch, isServerThere } from '../engine/client/http-call';
import { askAccount } from '../engine/client/gateway-finder';
import { createServiceSource } from '../engine/client/service-source';
import {
  createEngine,
  lazy,
  targetKey,
  type Admission,
  type LookupReply,
  type ScoreReply,
  type SourceFailure,
  type Clock,
  type Engine,
  type Source,
} from '../engine/lookup';
import { createPooledFetch } from '../node/pooled-fetch';
import { isScoreAnswered, type ScoreClaims, ScorePermits } from '../node/score-permits';
import type { Connection } from '../engine/client/connection';
import { mayBeToken } from '../engine/client/account-summary';
import type { AnswerFolder } from './answer-folder';
import type { Journal } from './journal';
import { Rejections } from './key-set';

export interface ServiceEngineOptions {
  readonly connection: Connection;
  readonly folder: AnswerFolder;
  readonly journal: Journal | undefined;
  readonly rejections?: Rejections;
  readonly clock: Clock;
  /** The most calls that the run may make. */
  readonly maxCalls: number;
  /** The most calls at once. A gateway sets its own limit. */
  readonly concurrency: number;
  /** Whether to ask again for scores that may already have been charged. */
  readonly asksUnknown: boolean;
  /** How long a question waits for its answer, in milliseconds. @default 600_000 */
  readonly deadlineMs?: number;
  readonly names?: LearningNames;
}

export interface ServiceEngine {
  readonly engine: Engine;
  /**
   * Whether the service is a gateway. A gateway charges a score once, however often it is asked
   * for.
   */
  readonly isGateway: boolean;
  /** How many places or scores it is worth asking for at once. */
  readonly mostAsked: number;
  /** Sends nothing more, and waits until calls in flight have ended, or for `withinMs` at most. */
  settle(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates the engine for the service, with the answers kept on this computer. */
export async function openServiceEngine(options: ServiceEngineOptions): Promise<ServiceEngine> {
  const { folder, journal, rejections = new Rejections(), clock, concurrency } = options;
  const { credential = '', addresses } = options.connection;
  const connections = Math.max(2 * concurrency, 8);
  const pool = createPooledFetch({ connections, timeoutMs: CALL_MS });
  const source = await openSource(options, pool.fetch);
  // Asked at most once, however many scores need to know.
  const isGateway = lazy(
    async () =>
      mayBeToken(credential) &&
      (await askAccount(addresses.modelUrl, credential, { fetch: pool.fetch, clock })) !==
        undefined,
  );
  const claims = forgiving(folder.claims, async () => options.asksUnknown || (await isGateway()));
  const fresh = { now: clock.now, freshMs: FRESH_MS, negativeFreshMs: NEGATIVE_FRESH_MS };
  const store = { read: folder.readNow };
  const engine = createEngine({
    source: journal === undefined ? source : journaledSource(source, journal, clock, rejections),
    clock,
    random: Math.random,
    // A row asks for all its names at once, so there is nothing to wait for.
    windowMs: 0,
    maxWindowMs: 0,
    startConcurrency: Math.min(concurrency, START_CONCURRENCY),
    maxConcurrency: concurrency,
    callTimeoutMs: CALL_MS,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    maxRemembered: MOST_REMEMBERED,
    tiers: [{ origin: 'device', store: folder.answers, isWritable: true }],
    admission: callAllowance(options.maxCalls),
    freshMs: FRESH_MS,
    negativeFreshMs: NEGATIVE_FRESH_MS,
    claims: new ScorePermits(
      claims,
      { countScore: () => Promise.resolve() },
      () => {},
      (target, newerThan) => isScoreAnswered(target, newerThan, { store, ...fresh }),
    ),
  });
  return {
    engine,
    get isGateway() {
      return source.limiter?.('score') !== undefined;
    },
    mostAsked: mayBeToken(credential) ? GATEWAY_ASKED : 8 * concurrency,
    async settle(withinMs) {
      engine.cancelWaiting();
      const until = clock.elapsed() + withinMs;
      while (engine.activity.snapshot().callsInFlight > 0 && clock.elapsed() < until) {
        await new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    close: () => pool.close(),
  };
}

const FRESH_MS = 30 * 86_400_000;
const NEGATIVE_FRESH_MS = 86_400_000;
const CALL_MS = 30_000;
/** In milliseconds. A run that nobody watches waits out an outage of some minutes. */
const DEADLINE_MS = 600_000;
const START_CONCURRENCY = 8;
/** Few, because `RecentOutcomes` answers rows that repeat a question before the engine does. */
const MOST_REMEMBERED = 1_000;
/** A gateway takes 1,000 questions in one request. */
const GATEWAY_ASKED = 2_000;
const LOOK_MS = 20;

async function openSource(
  { connection, folder, clock, names }: ServiceEngineOptions,
  fetch: Fetch,
): Promise<Source> {
  const scope = createScope({
    digest: (bytes) => Promise.resolve(sha256(bytes)),
    salt: () => folder.salt,
    sessionId: randomUUID(),
  });
  await scope.prepare(connection);
  const { attributeUrl, modelUrl } = connection.addresses;
  const addresses = { lookup: attributeUrl, score: modelUrl };
  const source = createServiceSource({
    connection: () => connection,
    scopeOf: (kind) => scope.of(kind, connection),
    fetch,
    clock,
    timeoutMs: CALL_MS,
    reachability: createReachability({
      clock,
      random: Math.random,
      probe: (kind) => isServerThere(addresses[kind], { fetch, clock, timeoutMs: PROBE_MS }),
    }),
    ...(names !== undefined && { onNames: learner(names) }),
  });
  // The engine reads them for every question, and they never change.
  const scopes = { lookup: source.scope('lookup'), score: source.scope('score') };
  return { ...source, scope: (kind) => scopes[kind] };
}

/** Learns only new names, since most replies show the same ones. */
function learner(names: LearningNames): (scope: string, shown: readonly string[]) => void {
  const seen = new Set<string>();
  return (scope, shown) => {
    const fresh = shown.filter((name) => !seen.has(name));
    if (fresh.length === 0) return;
    for (const name of fresh) seen.add(name);
    names.turnTo(scope);
    names.learn(scope, fresh);
  };
}

const PROBE_MS = 5000;

function sha256(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer;
}

/**
 * Lets a score of unknown outcome be asked again if a person has said so, or if that costs nothing.
 */
function forgiving(claims: ScoreClaims, mayAskAgain: () => Promise<boolean>): ScoreClaims {
  return {
    claim: async (target, model) => {
      const claim = await claims.claim(target, model);
      if (claim !== 'unknown' || !(await mayAskAgain())) return claim;
      await claims.end(target, 'known');
      return claims.claim(target, model);
    },
    whenOver: (target) => claims.whenOver(target),
    end: (target, end) => claims.end(target, end),
    unknown: () => claims.unknown(),
    askAgain: (id) => claims.askAgain(id),
  };
}

/** Admits a fixed number of calls. Calls that certainly cost nothing do not count. */
function callAllowance(most: number): Admission {
  let used = 0;
  return {
    reserve() {
      if (used >= most) return { kind: 'refused', code: 'over-budget', isForAll: false };
      used += 1;
      return { kind: 'reserved', settle: (use) => void (used -= use === 'spent' ? 0 : 1) };
    },
  };
}

/**
 * Wraps a source so that every answer is in the journal before the engine gets it. A call that the
 * service has rejected is not repeated.
 */
function journaledSource(
  source: Source,
  journal: Journal,
  clock: Clock,
  rejections: Rejections,
): Source {
  return {
    ...source,
    async lookup(call, signal) {
      const key = `${source.scope('lookup')}\nlookup\n${call.place.key}`;
      if (rejections.has(key, call.names)) return REJECTED;
      const reply = await source.lookup(call, signal);
      if (isRejected(reply)) journal.reject(key, call.names);
      if (reply.kind !== 'answered') return reply;
      const at = clock.now();
      const answers = call.names
        .filter((name) => reply.failures?.has(name) !== true)
        .map((name) => ({ name, value: reply.values.get(name) ?? null, at }));
      journal.add(key, answers);
      return reply;
    },
    async score(call, signal) {
      const target = targetKey(clock, { kind: 'score', ...call });
      const key = `${source.scope('score')}\nscore\n${target}`;
      if (rejections.has(key, [])) return REJECTED;
      const reply = await source.score(call, signal);
      if (isRejected(reply)) journal.reject(key, []);
      if (reply.kind === 'answered') {
        journal.add(key, [{ name: '', value: reply.value, at: clock.now() }]);
      }
      return reply;
    },
  };
}

/**
 * Whether the service rejected this very input. That is permanent, while other failures may pass.
 */
function isRejected(reply: LookupReply | ScoreReply): boolean {
  return reply.kind === 'failed' && reply.code === 'rejected' && reply.isUnsent !== true;
}

const REJECTED: SourceFailure = { kind: 'failed', code: 'rejected', status: 400, isUnsent: true };
