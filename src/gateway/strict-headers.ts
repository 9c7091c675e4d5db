import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Keeps pages of other sites from framing, reading or triggering anything here. */
export function strictHeaders(
  contentSecurityPolicy: ContentSecurityPolicy,
  /** `unsafe-none`: a page that opened this one may speak with it. */
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
