import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The trace that a request is part of, by the W3C's Trace Context. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Whether it is recorded, and whether its id is random; 2 hexadecimal digits. */
  readonly flags: string;
}

/**
 * The trace that the request names in a valid `traceparent`. `tracestate` is not read: it is for
 * the caller's own systems, and the service is not one of them.
 */
export function readTrace({ headers }: Pick<IncomingMessage, 'headers'>): Trace | undefined {
  const given = headers['traceparent'];
  // Node joins a header that comes twice with a comma, which no version allows.
  const match = typeof given === 'string' ? TRACEPARENT.exec(given.trim()) : null;
  const [, version, id = '', parent = '', flags = '', rest] = match ?? [];
  if (version === undefined || version === 'ff') return undefined;
  // A later version may have more fields, and other flags.
  if (version === '00' && rest !== undefined) return undefined;
  if (isZero(id) || isZero(parent)) return undefined;
  const known = Number.parseInt(flags, 16) & KNOWN_FLAGS;
  return { id, flags: `0${known}` };
}

/** The header for a call of this trace, with an id for the call. */
export function traceparentOf({ id, flags }: Trace): string {
  return `00-${id}-${randomBytes(8).toString('hex')}-${flags}`;
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}

const TRACEPARENT =
  /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[\x21-\x2b\x2d-\x7e]{0,200})?$/;
/** `sampled` and `random`. */
const KNOWN_FLAGS = 0b11;
