import { ME_PATH } from '../contract/paths';
import { parseJson } from '../contract/json-checks';
import type { CallKind, CallLimiter, Clock } from '../lookup';
import { LatencyWindow } from '../lookup/limits/latency-window';
import { readAccountSummary, type AccountSummary } from './account-summary';
import { withAbort, readReplyBody, CAREFULLY, type Fetch } from './http-call';

/** Finds out whether an address is a gateway's. */
export interface GatewayFinder {
  /**
   * Tells whether a gateway at this address knows this credential. Asks once for each address and
   * credential, and again 30 seconds after a failure at the earliest. Never rejects.
   */
  find(address: string, credential: string): Promise<boolean>;
  /**
   * Returns the limiter for calls with this credential, if `find` has found a gateway. Each gateway
   * and each credential has its own, because limits differ. Sends nothing.
   */
  limiter(kind: CallKind, address: string, credential: string): CallLimiter | undefined;
  /** Reports that the server at this address, which accepted this credential, is not a gateway. */
  forget(address: string, credential: string): void;
}

export interface GatewayFinderPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** Cells wait for the reply. A slower gateway is used as if it were a plain service. */
const TIMEOUT_MS = 5_000;
/** The wait after a failed request, so that the many cells do not each send one. */
const AGAIN_MS = 30_000;
/** The attribute and the model interface. */
const MAX_FINDINGS = 2;

export function createGatewayFinder(ports: GatewayFinderPorts): GatewayFinder {
  /** The latest finding for each of the two interfaces' addresses; they may differ. */
  let findings: readonly Finding[] = [];

  function findingOf(address: string, credential: string): Finding | undefined {
    return findings.find((each) => each.address === address && each.credential === credential);
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
      const outcome = askAccount(address, credential, ports).then((account) => {
        finding.isFound = account !== undefined;
        if (account === undefined) missed(finding);
        return finding.isFound;
      });
      const finding: Finding = {
        ...{ address, credential, outcome, isFound: false },
        againAt: Number.POSITIVE_INFINITY,
        windows: known?.windows ?? { lookup: new LatencyWindow(), score: new LatencyWindow() },
      };
      findings = [finding, ...findings.filter((each) => each !== known)].slice(0, MAX_FINDINGS);
      return outcome;
    },
    limiter(kind, address, credential) {
      const finding = findingOf(address, credential);
      return finding?.isFound === true ? finding.windows[kind] : undefined;
    },
    forget(address, credential) {
      const known = findingOf(address, credential);
      if (known !== undefined) missed(known);
    },
  };
}

/** What is known of one address and credential; kept in memory only, like the connection. */
interface Finding {
  readonly address: string;
  readonly credential: string;
  outcome: Promise<boolean>;
  isFound: boolean;
  /** When to ask again, in elapsed milliseconds. */
  againAt: number;
  readonly windows: Readonly<Record<CallKind, CallLimiter>>;
}

/** Asks a gateway whose credential this is. Undefined if no gateway replies. Never rejects. */
export function askAccount(
  address: string,
  credential: string,
  { fetch, clock }: GatewayFinderPorts,
): Promise<AccountSummary | undefined> {
  const asked = async (signal: AbortSignal): Promise<AccountSummary | undefined> => {
    try {
      const headers = { 'x-api-key': credential };
      const response = await fetch(address + ME_PATH, { ...CAREFULLY, headers, signal });
      if (!response.ok) return undefined;
      return readAccountSummary(parseJson((await readReplyBody(response)).text));
    } catch {
      return undefined;
    }
  };
  return withAbort(asked, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}
