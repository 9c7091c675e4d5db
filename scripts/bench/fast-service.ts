import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOKUP_PATH } from '../../src/engine/contract/paths';

/** A service that knows every name and answers at once, so that what is measured is the page. */
export interface FastService {
  /** `http://localhost:1234` */
  readonly address: string;
  calls(): number;
  stop(): Promise<void>;
}

/** @param behind what has everything but the values: the built files. */
export async function startFastService(behind: string): Promise<FastService> {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'POST' || incoming.url !== LOOKUP_PATH) {
      passOn(behind, incoming, outgoing);
      return;
    }
    calls += 1;
    let text = '';
    incoming.on('data', (part) => (text += String(part)));
    incoming.on('end', () => {
      const { variables } = JSON.parse(text) as { readonly variables: string };
      const data = Object.fromEntries(variables.split(',').map((name) => [name, calls]));
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ data, status: 200 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${String(port)}`,
    calls: () => calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function passOn(behind: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const passed = request(new URL(url ?? '/', behind), { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}
