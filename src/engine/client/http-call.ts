import { isRecord } from '../contract/json-checks';
import type { RawReply } from '../contract/reply-envelope';
import { withTimeout, type CancelSignal, type Clock } from '../lookup';

/** One POST to the service. It is complete, and has been checked. */
export interface ServiceCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The browser's own `fetch`. Look it up at each call, because a host may replace it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ServiceCallPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Whether the device believes it has a network; in a browser `navigator.onLine`. */
  readonly online?: (() => boolean) | undefined;
  /** Maximum time from the sending of the call to the last byte of the reply. */
  readonly timeoutMs: number;
}

/** `replied`, perhaps with only the beginning of a reply, or why there is no reply at all. */
export type ServiceCallResult =
  | { readonly kind: 'replied'; readonly reply: RawReply; readonly isCut: boolean }
  | { readonly kind: 'offline' | 'untrusted' | 'timed-out'; readonly isUnsent?: boolean };

/**
 * Sends a call and reads the reply. Never rejects. Settles within `timeoutMs` or when `signal`
 * aborts, whatever `fetch` does. A call that is given up counts as timed out.
 */
export function callService(
  call: ServiceCall,
  { timeoutMs, ...ports }: ServiceCallPorts,
  signal: CancelSignal,
): Promise<ServiceCallResult> {
  const timedOut: ServiceCallResult = { kind: 'timed-out' };
  if (signal.aborted) return Promise.resolve({ ...timedOut, isUnsent: true });
  return withAbort((aborted) => exchange(call, ports, aborted), {
    clock: ports.clock,
    timeoutMs,
    signal,
    otherwise: timedOut,
  });
}

/** A browser's failures look alike: no network, no server, a refused origin, a cut. */
async function exchange(
  { url, headers, body }: ServiceCall,
  { fetch, clock, online = () => true }: Omit<ServiceCallPorts, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<ServiceCallResult> {
  const wasOnline = online();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
      ...CAREFULLY,
    });
    return await replyOf(response, clock);
  } catch (error) {
    return offline(error, wasOnline || online());
  }
}

/** Reads a reply as a whole, not line by line. */
export async function replyOf(
  response: Response,
  clock: Pick<Clock, 'now'>,
): Promise<ServiceCallResult> {
  const { text, isCut } = await readReplyBody(response);
  const reply = {
    // A browser says only that it was a redirect.
    httpStatus: response.type === 'opaqueredirect' ? 302 : response.status,
    text,
    retryAfter: response.headers.get('Retry-After'),
    reason: response.headers.get('x-locus-reason'),
    now: clock.now(),
    redirectsTo: redirectOf(response),
  };
  return { kind: 'replied', reply, isCut };
}

function redirectOf({ status, headers, url }: Response): string | undefined {
  const to = headers.get('Location');
  if (to === null || status < 300 || status > 399) return undefined;
  const base = URL.canParse(url) ? url : undefined;
  return URL.canParse(to, base) ? new URL(to, base).origin : undefined;
}

/** Options for every request that carries a credential. */
export const CAREFULLY = {
  // A redirect could carry the credential to an origin it was not entered for.
  // Nor is it an error: that would look like a lost connection, and be tried again.
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} satisfies RequestInit;

/**
 * Returns the result of a request that `fetch` rejected.
 *
 * @param hadNetwork whether the device had a network before or after the request.
 */
export function offline(error: unknown, hadNetwork: boolean): ServiceCallResult {
  const { code, isConnecting } = causeOf(error);
  if (UNTRUSTED.test(code)) return { kind: 'untrusted', isUnsent: true };
  const isUnsent =
    !hadNetwork || isConnecting || NOT_CONNECTED.has(code) || code.startsWith('ERR_SSL_TLSV1');
  return { kind: 'offline', ...(isUnsent && { isUnsent }) };
}

/** Node says why, and at which step; a browser does not. */
function causeOf(error: unknown): { readonly code: string; readonly isConnecting: boolean } {
  const cause = isRecord(error) ? error.cause : undefined;
  if (!isRecord(cause)) return { code: '', isConnecting: false };
  // Of a name with several addresses, each was tried.
  const tried = Array.isArray(cause.errors) && cause.errors.length > 0 ? cause.errors : [cause];
  return {
    code: typeof cause.code === 'string' ? cause.code : '',
    isConnecting: tried.every((each) => isRecord(each) && CONNECTING.has(each.syscall)),
  };
}

/** The machine's own steps before the first byte of a request. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** The server's certificate is not trusted, expired or another's; or its port has no TLS. */
const UNTRUSTED =
  /^(?!ERR_SSL_).*CERT|^UNABLE_TO_VERIFY|^INVALID_(?:CA|PURPOSE)$|^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/** Errors that occur before the first byte of a request is sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface AbortOptions<Otherwise> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly timeoutMs: number;
  /** Ends the wait early. */
  readonly signal?: CancelSignal;
  /** The result if the work is given up. */
  readonly otherwise: Otherwise;
}

/**
 * Settles with the work's result, or with `otherwise` if the work is given up. Giving it up aborts
 * its requests.
 */
export function withAbort<Result, Otherwise>(
  work: (signal: AbortSignal) => Promise<Result>,
  options: AbortOptions<Otherwise>,
): Promise<Result | Otherwise> {
  const abort = new AbortController();
  return withTimeout(work(abort.signal), { onTimeout: () => abort.abort(), ...options });
}

/** A reply has at most 50 values; anything longer than this is something else. */
const MAX_REPLY_BYTES = 5_000_000;

interface ReplyBody {
  /** Empty if there were too many bytes. */
  readonly text: string;
  /** The connection ended before the reply did; `text` is what had arrived. */
  readonly isCut: boolean;
}

/** Reads a reply's body as UTF-8, up to the limit. Never rejects. */
export async function readReplyBody(response: Response): Promise<ReplyBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), isCut: false };
      byteCount += value.byteLength;
      if (byteCount > MAX_REPLY_BYTES) {
        // We give up the reply whether or not the other side notices.
        reader.cancel().catch(() => {});
        return { text: '', isCut: false };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, isCut: true };
  }
}

interface ProbePorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * Tells whether there is a server at all. A browser reports a refused origin in the same way as an
 * unreachable server. But a request whose reply we do not ask to read (`no-cors`) succeeds wherever
 * anything replies. It carries no credential and costs nothing. Never rejects.
 */
export function isServerThere(
  address: string,
  { fetch, clock, timeoutMs }: ProbePorts,
): Promise<boolean> {
  const asked = async (signal: AbortSignal): Promise<boolean> => {
    try {
      // Follows redirects anywhere, because the request carries nothing that could be stolen.
      await fetch(address, { ...CAREFULLY, redirect: 'follow', mode: 'no-cors', signal });
      return true;
    } catch {
      return false;
    }
  };
  return withAbort(asked, { clock, timeoutMs, otherwise: false });
}
