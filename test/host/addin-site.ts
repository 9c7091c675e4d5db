import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The site of add-ins is another than Excel's own, as it is for everybody: browsers keep a frame's
 * storage apart there, or refuse it.
 */
export const ADDIN_SITE = 'addins.example';

/**
 * Where the add-in is to be found: over TLS, as Excel demands.
 *
 * @param address of a plain server on this machine: `http://localhost:3000`.
 */
export function addinOrigin(address: string): string {
  return `https://${PREFIX}${new URL(address).port}.${ADDIN_SITE}`;
}

/** Passes a request for such an origin on to its plain server; false for any other. */
export function passOn(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method, url: path, headers } = incoming;
  const port = ADDIN_HOST.exec(headers.host ?? '')?.[1];
  if (port === undefined) return false;
  // As any proxy does: the server behind it answers to its own name alone.
  const own = { ...headers, host: `localhost:${port}` };
  const passedOn = request({ host: '127.0.0.1', port, method, path, headers: own });
  passedOn.on('response', (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('error', () => outgoing.destroy());
    reply.pipe(outgoing);
  });
  passedOn.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passedOn.destroy());
  incoming.pipe(passedOn);
  return true;
}

const PREFIX = 'locus-';
const ADDIN_HOST = new RegExp(`^${PREFIX}(\\d+)\\.${ADDIN_SITE.replaceAll('.', '\\.')}$`);
