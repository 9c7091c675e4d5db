import { coordinatePlace, createCancellation, withTimeout } from '../lookup';
import type { Clock, SourceFailure, SourceFailureCode } from '../lookup';
import type { Connection } from '../settings/connection';
import type { ConnectionReport, LikelyCause } from '../settings/connection-report';
import type { Fetch } from './service-call';
import { createServiceSource } from './service-source';

/** Tries a connection, saved or not, with one lookup of one name. Never rejects. */
export type ConnectionTest = (connection: Connection) => Promise<ConnectionReport>;

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
  const attempt: ConnectionTest = async (connection) => {
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
      if (reply.unreadable !== undefined)
        return reportOf({ kind: 'failed', code: 'unreadable-reply' });
      const isAway = await isModelServiceAway(connection, options);
      return { kind: 'works', elapsedMs, ...(isAway && { isModelServiceAway: true }) };
    }
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
    // A connection may break once; what a page may not read, it may not read the second time.
    return mayHaveBeenLost ? attempt(connection) : report;
  };
}

function reportOf({ code, status, retryAfterMs }: SourceFailure): ConnectionReport {
  const told = status === undefined ? {} : { status };
  switch (code) {
    // A key that is not there, or cannot be sent, is none that the service would take.
    case 'no-key':
    case 'key-refused':
      return { kind: 'refused', ...told };
    case 'out-of-credits':
      return { kind: 'out-of-credits', ...told };
    case 'throttled':
      return {
        kind: 'throttled',
        ...told,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
    default:
      return {
        kind: 'failed',
        ...told,
        likelyCause: isAnotherService(code, status) ? 'wrong-address' : 'service-error',
      };
  }
}

/** Something answers there that does not know the lookup, or with a page of its own. */
function isAnotherService(code: SourceFailureCode, status: number | undefined): boolean {
  if (code === 'unreadable-reply') return true;
  // Without a status nothing was sent: the address is not one a credential may go to.
  return (
    code === 'service-failed' &&
    (status === undefined || status === 404 || status === 405 || status === 410)
  );
}

/**
 * A browser tells a refused origin and an unreachable server apart to nobody; but a request whose
 * answer it need not show us gets through to a server that is there. It carries no credential.
 */
async function causeOfSilence(
  { status }: SourceFailure,
  { addresses }: Connection,
  options: ConnectionTestOptions,
): Promise<LikelyCause> {
  if (status !== undefined) return 'blocked';
  if (!options.online()) return 'offline';
  return (await isAway(addresses.attributeUrl, options)) ? 'wrong-address' : 'blocked';
}

async function isModelServiceAway(
  { addresses: { attributeUrl, modelUrl } }: Connection,
  options: ConnectionTestOptions,
): Promise<boolean> {
  if (new URL(attributeUrl).origin === new URL(modelUrl).origin) return false;
  return isAway(modelUrl, options);
}

async function isAway(
  address: string,
  { fetch, clock, timeoutMs = DEFAULT_TEST_TIMEOUT_MS }: ConnectionTestOptions,
): Promise<boolean> {
  const abort = new AbortController();
  const asked = async (): Promise<boolean> => {
    try {
      await fetch(address, {
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abort.signal,
      });
      return false;
    } catch {
      return true;
    }
  };
  return withTimeout(asked(), {
    clock,
    timeoutMs,
    otherwise: true,
    onTimeout: () => abort.abort(),
  });
}
