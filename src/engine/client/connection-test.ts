import {
  coordinatePlace,
  createCancellation,
  type Clock,
  type SourceFailure,
  type SourceFailureCode,
} from '../lookup';
import type { Connection } from './connection';
import { askAccount } from './gateway-finder';
import { mayBeToken } from './account-summary';
import { type Fetch, isServerThere } from './http-call';
import { createServiceSource } from './service-source';

/**
 * Tests a connection, saved or not. A gateway says without a call whether it knows a token. In any
 * other case, the test looks up one name, which may cost a call. Never rejects.
 */
export type ConnectionTest = (connection: Connection) => Promise<ConnectionReport>;

export interface ConnectionTestOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Whether the device believes it is online; in a browser `navigator.onLine`. */
  readonly online: () => boolean;
}

/** Short, because a person is waiting. */
const TIMEOUT_MS = 15_000;

/** The contract's first name, at a place that surely has people: Koramangala in Bengaluru. */
const TEST_NAME = 'w_pop_tt';
const TEST_PLACE = coordinatePlace(12.9352, 77.6245);

export function createConnectionTest(options: ConnectionTestOptions): ConnectionTest {
  const { clock } = options;
  async function worksWith(
    connection: Connection,
    how: { readonly elapsedMs: number; readonly isFree?: true },
  ): Promise<ConnectionReport> {
    const isAway = await isModelServiceAway(connection, options);
    return { kind: 'works', ...how, ...(isAway && { isModelServiceAway: true }) };
  }
  const attempt: ConnectionTest = async (connection) => {
    const source = createServiceSource({
      connection: () => connection,
      scopeOf: () => '',
      fetch: options.fetch,
      clock,
      timeoutMs: TIMEOUT_MS,
    });
    const startedAt = clock.elapsed();
    const { credential = '', addresses } = connection;
    if (mayBeToken(credential) && (await askAccount(addresses.attributeUrl, credential, options))) {
      return worksWith(connection, { elapsedMs: clock.elapsed() - startedAt, isFree: true });
    }
    const call = { place: TEST_PLACE, names: [TEST_NAME] };
    const reply = await source.lookup(call, createCancellation().signal);
    const elapsedMs = clock.elapsed() - startedAt;
    if (reply.kind === 'answered') {
      const failure = reply.failures?.get(TEST_NAME);
      if (failure !== undefined) return reportOf(failure);
      return worksWith(connection, { elapsedMs });
    }
    if (reply.code === 'untrusted') return { kind: 'unreachable', likelyCause: 'untrusted' };
    if (reply.code === 'timed-out') return { kind: 'unreachable', likelyCause: 'timed-out' };
    if (reply.code === 'offline') {
      const likelyCause = await causeOfSilence(reply, connection, options);
      return { kind: 'unreachable', likelyCause };
    }
    return reportOf(reply);
  };
  return async (connection) => {
    const report = await attempt(connection);
    const mayHaveBeenLost = report.kind === 'unreachable' && report.likelyCause === 'blocked';
    // A connection may break once, by chance. A reply that the page may not read stays unreadable.
    return mayHaveBeenLost ? attempt(connection) : report;
  };
}

function reportOf({ code, status, retryAfterMs, trouble }: SourceFailure): ConnectionReport {
  const known = status === undefined ? {} : { status };
  switch (code) {
    // The service would not accept a missing or unsendable key either.
    case 'no-key':
    case 'key-refused':
      return { kind: 'refused', ...known };
    case 'out-of-credits':
      return { kind: 'out-of-credits', ...known };
    case 'throttled':
      return {
        kind: 'throttled',
        ...known,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
    default:
      return {
        kind: 'failed',
        ...known,
        likelyCause:
          trouble === undefined && isAnotherService(code) ? 'wrong-address' : 'service-error',
      };
  }
}

/**
 * Whether the server there does not know the lookup, or replies with a page of its own; or nothing
 * was sent, because the credential must not go to this address.
 */
function isAnotherService(code: SourceFailureCode): boolean {
  return code === 'unreadable-reply' || code === 'wrong-address';
}

/** Why there was no readable reply. */
async function causeOfSilence(
  { status }: SourceFailure,
  { addresses }: Connection,
  options: ConnectionTestOptions,
): Promise<LikelyCause> {
  if (status !== undefined) return 'blocked';
  if (!options.online()) return 'offline';
  return (await isServerThere(addresses.attributeUrl, { ...options, timeoutMs: TIMEOUT_MS }))
    ? 'blocked'
    : 'wrong-address';
}

async function isModelServiceAway(
  { addresses: { attributeUrl, modelUrl } }: Connection,
  options: ConnectionTestOptions,
): Promise<boolean> {
  if (new URL(attributeUrl).origin === new URL(modelUrl).origin) return false;
  return !(await isServerThere(modelUrl, { ...options, timeoutMs: TIMEOUT_MS }));
}

/** The result of one test of a connection. It holds no secret, and no text from the service. */
export type ConnectionReport =
  | {
      readonly kind: 'works';
      readonly elapsedMs: number;
      /** Present if a gateway said so, and nothing was looked up. */
      readonly isFree?: true;
      /** Present if attributes work, but nothing answers at the models' own address. */
      readonly isModelServiceAway?: true;
    }
  | ConnectionNotWorking;

export interface ConnectionNotWorking {
  readonly kind: ConnectionFailure;
  /** The HTTP status of the service's reply, if there was one. */
  readonly status?: number;
  readonly likelyCause?: LikelyCause;
  /** How long the service asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * Why a connection does not work:
 *
 * - `refused`: the service does not accept the key.
 * - `out-of-credits`: the service accepts the key, but the key has no credits left.
 * - `unreachable`: there was no reply.
 * - `throttled`: the service asks us to slow down.
 * - `failed`: there was any other reply.
 */
export type ConnectionFailure =
  'refused' | 'out-of-credits' | 'unreachable' | 'throttled' | 'failed';

/**
 * The likely cause of a failure:
 *
 * - `offline`: this device has no network.
 * - `blocked`: a proxy, a firewall or the browser's cross-origin rule prevented the call.
 * - `timed-out`: no reply came in time.
 * - `wrong-address`: nothing is there, or something other than the service.
 * - `untrusted`: the service's certificate is not trusted.
 * - `service-error`: the service itself failed.
 */
export type LikelyCause =
  'offline' | 'blocked' | 'timed-out' | 'wrong-address' | 'untrusted' | 'service-error';
