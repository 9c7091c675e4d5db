import { STANDING_PATH } from '../contract/gateway-requests';
import { parseJson } from '../contract/json-text';
import type { Clock } from '../lookup';
import { readGatewayStanding } from '../settings/gateway-standing';
import type { GatewayStanding } from '../settings/gateway-standing';
import { withAbort } from './abort';
import { readReplyBody } from './reply-body';
import { CAREFULLY } from './service-call';
import type { Fetch } from './service-call';

/** Finds out whether an address is a gateway's. */
export interface GatewayFinder {
  /**
   * Whether a gateway is there that knows this credential. Asks once for each address and
   * credential,
   * and after a failure again in a while. Never rejects.
   */
  find(address: string, credential: string): Promise<boolean>;
  /** Whether one has been found. Asks nothing. */
  isFound(address: string, credential: string): boolean;
  /** What took this credential is no gateway any more. */
  forget(credential: string): void;
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
  let last: Finding | undefined;

  function findingOf(address: string, credential: string): Finding | undefined {
    return last?.address === address && last.credential === credential ? last : undefined;
  }

  function missed(finding: Finding): void {
    finding.isFound = false;
    finding.outcome = Promise.resolve(false);
    finding.againAt = ports.clock.elapsed() + AGAIN_MS;
  }

  return {
    find(address, credential) {
      const known = findingOf(address, credential);
      if (known !== undefined && ports.clock.elapsed() < known.againAt) return known.outcome;
      const outcome = askStanding(address, credential, ports).then((standing) => {
        finding.isFound = standing !== undefined;
        if (standing === undefined) missed(finding);
        return finding.isFound;
      });
      const againAt = Number.POSITIVE_INFINITY;
      const finding: Finding = { address, credential, outcome, isFound: false, againAt };
      last = finding;
      return outcome;
    },
    isFound: (address, credential) => findingOf(address, credential)?.isFound === true,
    forget(credential) {
      if (last?.credential === credential) missed(last);
    },
  };
}

/** Of one address and credential; held in memory alone, as the connection is. */
interface Finding {
  readonly address: string;
  readonly credential: string;
  outcome: Promise<boolean>;
  isFound: boolean;
  /** Elapsed milliseconds. */
  againAt: number;
}

/** Asks a gateway where somebody stands; undefined where none replies. Never rejects. */
export function askStanding(
  address: string,
  credential: string,
  { fetch, clock }: GatewayFinderPorts,
): Promise<GatewayStanding | undefined> {
  const asked = async (signal: AbortSignal): Promise<GatewayStanding | undefined> => {
    try {
      const headers = { 'x-api-key': credential };
      const response = await fetch(address + STANDING_PATH, { ...CAREFULLY, headers, signal });
      if (!response.ok) return undefined;
      return readGatewayStanding(parseJson((await readReplyBody(response)).text));
    } catch {
      return undefined;
    }
  };
  return withAbort(asked, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}
