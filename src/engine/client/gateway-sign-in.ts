import { ownField, parseJson } from '../contract/json-checks';
import { withAbort, readReplyBody, CAREFULLY } from './http-call';
import type { GatewayFinderPorts } from './gateway-finder';

/** How people get a token from the gateway at this address. */
export interface SignInOffer {
  /** The gateway's address. */
  readonly address: string;
  /** The host of the company's sign-in; undefined if only administrators give out tokens. */
  readonly provider: string | undefined;
}

/** Asks how to sign in. Undefined if no gateway replies. Sends no credential. Never rejects. */
export function askSignInOffer(
  address: string,
  { fetch, clock }: GatewayFinderPorts,
): Promise<SignInOffer | undefined> {
  const asked = async (signal: AbortSignal): Promise<SignInOffer | undefined> => {
    try {
      const reply = await fetch(`${address}/account/sign-in/offered`, { ...CAREFULLY, signal });
      const json = reply.ok ? parseJson((await readReplyBody(reply)).text) : undefined;
      if (ownField(json, 'gateway') !== 'locus') return undefined;
      const provider = ownField(json, 'provider');
      return { address, provider: typeof provider === 'string' ? provider : undefined };
    } catch {
      return undefined;
    }
  };
  return withAbort(asked, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}

const TIMEOUT_MS = 5_000;
