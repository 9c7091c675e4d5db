import { coordinatePlace, createCancellation } from '../lookup';
import type { Clock, SourceFailure, SourceFailureCode } from '../lookup';
import type { Connection } from '../settings/connection';
import type { Fetch } from './service-call';
import { createServiceSource } from './service-source';
import { withinTime } from './time-limit';

/** Tries a connection, saved or not, with one lookup of one name. Never rejects. */
export type ConnectionTest = (connection: Connection) => Promise<ConnectionReport>;

/** How the test went. Holds nothing secret, and nothing of the service's own text. */
export type ConnectionReport =
  /** The service answered; null where it has no value at the place that was asked about. */
  | { readonly kind: 'works'; readonly elapsedMs: number; readonly value: number | null }
  | {
      readonly kind: ConnectionFailure;
      /** The status the service gave, where it gave one. */
      readonly status?: number;
      /** How long the service asked to be left alone. */
      readonly retryAfterMs?: number;
      readonly likelyCause?: LikelyCause;
    };

/**
 * `refused` the key is not accepted, or there is none that could be sent · `out-of-credits` ·
 * `unreachable` no reply came · `throttled` asked to slow down · `failed` any other reply.
 */
export type ConnectionFailure =
  'refused' | 'out-of-credits' | 'unreachable' | 'throttled' | 'failed';

/**
 * A guess, because a browser does not say why there is no reply: `offline` this device has no
 * network · `blocked` something is there, but this page may not read it, or something between
 * cuts it off · `timed-out` nothing came in time · `wrong-address` nothing is there, or something
 * else than the service · `service-error` the service itself failed.
 */
export type LikelyCause = 'offline' | 'blocked' | 'timed-out' | 'wrong-address' | 'service-error';

export interface ConnectionTestOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** What the device believes; in a browser `navigator.onLine`. */
  readonly online: () => boolean;
  /** A person is waiting. @default 15_000 */
  readonly timeoutMs?: number;
}

const DEFAULT_TEST_TIMEOUT_MS = 15_000;

/** The contract's first name at a place that surely has people: Koramangala in Bengaluru. */
const TEST_NAME = 'w_pop_tt';
const TEST_PLACE = coordinatePlace(12.9352, 77.6245);

export function createConnectionTest(options: ConnectionTestOptions): ConnectionTest {
  const { clock, timeoutMs = DEFAULT_TEST_TIMEOUT_MS } = options;
  return async (connection) => {
    const source = createServiceSource({
      connection: () => connection,
      scopeOf: () => '',
      fetch: options.fetch,
      clock,
      timeoutMs,
    });
    const startedAt = clock.elapsed();
    const call = { place: TEST_PLACE, names: [TEST_NAME] };
    const reply = await source.lookup(call, createCancellation().signal);
    const elapsedMs = clock.elapsed() - startedAt;
    if (reply.kind === 'answered') {
      return { kind: 'works', elapsedMs, value: reply.values.get(TEST_NAME) ?? null };
    }
    return {
      kind: KINDS[reply.code],
      ...(reply.status === undefined ? {} : { status: reply.status }),
      ...(reply.retryAfterMs === undefined ? {} : { retryAfterMs: reply.retryAfterMs }),
      ...(await causeOf(reply, connection, options)),
    };
  };
}

const KINDS: Readonly<Record<SourceFailureCode, ConnectionFailure>> = {
  'no-key': 'refused',
  'key-refused': 'refused',
  'out-of-credits': 'out-of-credits',
  throttled: 'throttled',
  offline: 'unreachable',
  'timed-out': 'unreachable',
  rejected: 'failed',
  'unknown-model': 'failed',
  unavailable: 'failed',
  'service-failed': 'failed',
  'unreadable-reply': 'failed',
};

async function causeOf(
  failure: SourceFailure,
  connection: Connection,
  options: ConnectionTestOptions,
): Promise<{ readonly likelyCause?: LikelyCause }> {
  switch (failure.code) {
    case 'offline':
      return { likelyCause: await causeOfSilence(failure, connection, options) };
    case 'timed-out':
      return { likelyCause: options.online() ? 'timed-out' : 'offline' };
    case 'unavailable':
      return { likelyCause: 'service-error' };
    case 'service-failed':
      return { likelyCause: (failure.status ?? 0) >= 500 ? 'service-error' : 'wrong-address' };
    // A page of its own: of a proxy, or of whoever else lives there.
    case 'unreadable-reply':
      return { likelyCause: 'wrong-address' };
    default:
      return {};
  }
}

/**
 * A browser tells a refused origin and an unreachable server apart to nobody; but a request whose
 * answer it need not show us gets through to a server that is there. It carries no credential.
 */
async function causeOfSilence(
  { status }: SourceFailure,
  { addresses }: Connection,
  { fetch, clock, online, timeoutMs = DEFAULT_TEST_TIMEOUT_MS }: ConnectionTestOptions,
): Promise<LikelyCause> {
  if (status !== undefined) return 'blocked';
  if (!online()) return 'offline';
  const limit = {
    clock,
    timeoutMs,
    signal: createCancellation().signal,
    otherwise: 'wrong-address',
  } as const;
  try {
    return await withinTime<LikelyCause>(limit, async (signal) => {
      await fetch(addresses.attributeUrl, {
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal,
      });
      return 'blocked';
    });
  } catch {
    return 'wrong-address';
  }
}
