import { request } from 'node:http';
import { createServer } from 'node:https';

/**
 * Listens with TLS on a loopback port and passes everything on to a plain server on another,
 * because Office loads only https. Resolves once it listens.
 */
export function serveOverTls({ certificate, port, target }) {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passedOn = request({ host: '127.0.0.1', port: target, method, path, headers });
    passedOn.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode, reply.rawHeaders);
      reply.on('error', () => outgoing.destroy());
      reply.pipe(outgoing);
    });
    passedOn.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end('the service behind this address does not answer');
    });
    outgoing.on('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => resolve(server));
  });
}
