import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Passed through if it is one, so that a line of a log here can be found in another's. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * The address that a request comes from. A header is believed only where a proxy that we trust has
 * written it, and only the last address: the ones before it anybody may have sent.
 */
export function clientAddressOf(
  { headers, socket }: IncomingMessage,
  trustedProxies: ReadonlySet<string>,
): string {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const forwarded = headers['x-forwarded-for'];
  if (!trustedProxies.has(peer) || forwarded === undefined) return peer;
  return String(forwarded).split(',').at(-1)?.trim() || peer;
}
