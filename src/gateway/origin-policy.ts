import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isLoopback } from '../engine/client/service-address';

export type OriginJudgement =
  | { readonly kind: 'own' }
  | { readonly kind: 'allowed'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'foreign' };

/** Decides which pages may read replies: the gateway's own, and those of listed origins. */
export class OriginPolicy {
  private readonly allowed: ReadonlySet<string>;

  constructor(origins: readonly string[], publicUrl: string | undefined) {
    const own = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
    this.allowed = new Set([...origins, ...own]);
  }

  judge({ headers }: IncomingMessage): OriginJudgement {
    const { origin, host } = headers;
    // Programs other than browsers send none.
    if (origin === undefined) return OWN;
    if (this.allowed.has(origin)) return { kind: 'allowed', headers: readableBy(origin) };
    const isOwn = URL.canParse(origin) && new URL(origin).host === host;
    return isOwn ? OWN : FOREIGN;
  }

  /**
   * Whether a request comes from a program, or from a page of a listed origin or of this machine.
   * An origin that equals the request's host is not enough, because anybody can make a host name
   * resolve to this gateway.
   */
  isTrusted({ headers }: IncomingMessage): boolean {
    const { origin } = headers;
    if (origin === undefined || this.allowed.has(origin)) return true;
    return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  }

  /** Returns the headers that answer an allowed origin's preflight. */
  static preflight(origin: string): Readonly<Record<string, string>> {
    return {
      ...readableBy(origin),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'content-type, if-none-match, traceparent, x-api-key, x-locus-renew, x-request-id, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
      'access-control-max-age': '600',
    };
  }
}

/** Never allows credentials, because only the page itself may send a token. */
function readableBy(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'etag, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-locus-at, x-locus-reason, x-request-id',
    vary: 'origin',
  };
}

const OWN: OriginJudgement = { kind: 'own' };
const FOREIGN: OriginJudgement = { kind: 'foreign' };

/** Keeps pages of other sites from framing, reading or triggering anything here. */
export function strictHeaders(
  contentSecurityPolicy: ContentSecurityPolicy,
  /** `unsafe-none` lets the page that opened this one exchange messages with it. */
  crossOriginOpenerPolicy: 'same-origin' | 'unsafe-none' = 'same-origin',
): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy,
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    crossOriginResourcePolicy: 'same-origin',
    crossOriginOpenerPolicy,
  });
  return async (c, next) => {
    await secure(c, next);
    c.header('cache-control', 'no-store');
  };
}

export type ContentSecurityPolicy = Readonly<Record<string, string[]>>;

export const NO_PAGE_POLICY: ContentSecurityPolicy = {
  defaultSrc: ["'none'"],
  frameAncestors: ["'none'"],
};
/** Fluent UI inserts style elements as its components appear; scripts come only as files. */
export const PAGE_POLICY: ContentSecurityPolicy = {
  ...NO_PAGE_POLICY,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};
