import { parseJson } from '../contract/json-text';
import { withTimeout } from '../lookup';
import type { Clock } from '../lookup';
import { readGatewayStanding, STANDING_PATH } from '../settings/gateway-standing';
import type { GatewayStanding } from '../settings/gateway-standing';
import { readReplyBody } from './reply-body';
import { CAREFULLY } from './service-call';
import type { Fetch } from './service-call';

/** Finds out whether an address is a gateway's. */
export interface GatewayFinder {
  /**
   * Settles with where the person stands, or undefined where no gateway says so. Asks once for
   * each address and credential; after a failure again at the next call. Never rejects.
   */
  find(address: string, credential: string): Promise<GatewayStanding | undefined>;
  /** Whether it is known to be one. */
  isFound(address: string, credential: string): boolean;
  /** What is there is no gateway any more. */
  forget(address: string, credential: string): void;
}

export interface GatewayFinderPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** Cells wait for it. A gateway that is slower than this is used as a service would be. */
const TIMEOUT_MS = 5_000;
/** Between two questions that failed: cells are many. */
const AGAIN_MS = 30_000;

export function createGatewayFinder(ports: GatewayFinderPorts): GatewayFinder {
  // Keyed by address and credential, which the connection holds in memory anyway.
  let current: { readonly key: string; isFound: boolean; asked: Asked } | undefined;
  return {
    find(address, credential) {
      const key = keyOf(address, credential);
      const now = ports.clock.elapsed();
      if (current?.key === key && now < current.asked.until) return current.asked.standing;
      const asked: Asked = {
        until: Number.POSITIVE_INFINITY,
        standing: askStanding(address, credential, ports),
      };
      const entry = (current = { key, isFound: current?.key === key && current.isFound, asked });
      void asked.standing.then((standing) => {
        if (standing !== undefined) entry.isFound = true;
        else asked.until = ports.clock.elapsed() + AGAIN_MS;
      });
      return asked.standing;
    },
    isFound: (address, credential) =>
      current !== undefined && current.isFound && current.key === keyOf(address, credential),
    forget(address, credential) {
      if (current?.key !== keyOf(address, credential)) return;
      current.isFound = false;
      const until = ports.clock.elapsed() + AGAIN_MS;
      current.asked = { until, standing: Promise.resolve(undefined) };
    },
  };
}

interface Asked {
  /** Elapsed milliseconds. */
  until: number;
  readonly standing: Promise<GatewayStanding | undefined>;
}

/** Asks a gateway where somebody stands; undefined where none replies. Never rejects. */
export function askStanding(
  address: string,
  credential: string,
  { fetch, clock }: GatewayFinderPorts,
): Promise<GatewayStanding | undefined> {
  const abort = new AbortController();
  const asked = async (): Promise<GatewayStanding | undefined> => {
    try {
      const response = await fetch(address + STANDING_PATH, {
        ...CAREFULLY,
        headers: { 'x-api-key': credential },
        signal: abort.signal,
      });
      if (!response.ok) return undefined;
      return readGatewayStanding(parseJson((await readReplyBody(response)).text));
    } catch {
      return undefined;
    }
  };
  return withTimeout(asked(), {
    clock,
    timeoutMs: TIMEOUT_MS,
    otherwise: undefined,
    onTimeout: () => abort.abort(),
  });
}

function keyOf(address: string, credential: string): string {
  return JSON.stringify([address, credential]);
}
