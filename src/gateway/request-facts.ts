import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The client's own id, if valid, so that a log line here can be found in another program's log. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * The address that a request comes from. The header counts only if a trusted proxy has written it,
 * and only its last address: anybody may have sent the ones before.
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
