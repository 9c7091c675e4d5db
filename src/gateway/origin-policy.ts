import type { IncomingMessage } from 'node:http';

export type OriginJudgement =
  | { readonly kind: 'own' }
  | { readonly kind: 'allowed'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'foreign' };

/** Which pages may read replies: the gateway's own, and those of the origins that are listed. */
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

  /** For a preflight of an allowed origin. */
  static preflight(origin: string): Readonly<Record<string, string>> {
    return {
      ...readableBy(origin),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'content-type, if-none-match, traceparent, x-api-key, x-request-id',
      'access-control-max-age': '600',
    };
  }
}

/** Never with credentials: a token is sent by the page itself, or not at all. */
function readableBy(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'etag, ratelimit, ratelimit-policy, retry-after, x-locus-reason, x-request-id',
    vary: 'origin',
  };
}

const OWN: OriginJudgement = { kind: 'own' };
const FOREIGN: OriginJudgement = { kind: 'foreign' };
