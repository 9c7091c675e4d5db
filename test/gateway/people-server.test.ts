import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSafely } from 'node:tls';
import { createCA, createCert } from 'mkcert';
import { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { openPort, type OpenPort, type TlsFiles } from '../../src/gateway/people-server';

const REQUEST = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';

const limits = {
  mostConnections: 100,
  mostPerAddress: 100,
  trustedProxies: new Set<string>(),
  onRefused: () => undefined,
  onCut: () => undefined,
};

const open = (tls?: TlsFiles, port = 0): Promise<OpenPort> => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', (c) => c.text('here'));
  app.post('/', async (c) => c.text(await c.req.text()));
  app.get('/large', (c) => c.body(new Uint8Array(64 * 1024 * 1024)));
  return openPort({ app, host: '127.0.0.1', port, setting: 'PORT', tls, limits });
};

/** Connects, and asks at once. */
const ask = (port: OpenPort): Socket => {
  const socket = connect(Number(new URL(port.url).port), '127.0.0.1');
  socket.write(REQUEST);
  return socket;
};

/** The next reply; empty if the connection ends without one. */
const reply = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(''));
    socket.once('error', () => resolve(''));
  });

/** This process has no turn meanwhile. */
function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a gateway that drains', () => {
  it('answers a request that came on an idle connection while it had no turn to read it', async () => {
    const port = await open();
    const socket = ask(port);
    expect(await reply(socket)).toContain('keep-alive');
    const drained = port.drain(10_000, 5);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const next = reply(socket);
    socket.write(REQUEST);
    stall(50);
    expect(await next).toMatch(/200 OK[^]*connection: close/i);
    await drained;
  });

  it('waits while clients still come on the connections they keep', async () => {
    const port = await open();
    const sockets = Array.from({ length: 6 }, () => ask(port));
    await Promise.all(sockets.map(reply));
    const drained = port.drain(10_000, 300);
    for (const socket of sockets) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.write(REQUEST);
      expect(await reply(socket)).toMatch(/connection: close/i);
    }
    await drained;
  });

  it('answers a client that had connected before it stopped listening', async () => {
    const port = await open();
    const socket = ask(port);
    const next = reply(socket);
    stall(20);
    const drained = port.drain(10_000, 100);
    expect(await next).toMatch(/200 OK[^]*connection: close/i);
    await drained;
  });

  it('does not wait for a client that does not read', async () => {
    const port = await open();
    const slow = connect(Number(new URL(port.url).port), '127.0.0.1');
    slow.write(REQUEST.replace('/', '/large'));
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    // Longer than this test may take.
    await port.drain(600_000);
    slow.destroy();
  }, 30_000);

  it('does not wait for a client that sends half a body, or half a request', async () => {
    const port = await open();
    const half = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf';
    const sockets = [half, 'GET / HTTP/1.1\r\nhost'].map((text) => {
      const socket = connect(Number(new URL(port.url).port), '127.0.0.1');
      socket.write(text);
      return socket;
    });
    const ended = sockets.map(reply);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // Longer than this test may take.
    await port.drain(600_000);
    await Promise.all(ended);
  }, 20_000);

  it('closes idle connections, and those that last too long', async () => {
    const port = await open();
    const idle = ask(port);
    await reply(idle);
    const silent = connect(Number(new URL(port.url).port), '127.0.0.1');
    silent.write('GET / HTTP/1.1\r\n');
    const ended = [idle, silent].map(reply);
    await new Promise(setImmediate);
    await port.drain(200);
    expect(await Promise.all(ended)).toEqual(['', '']);
  });
});

describe('a port that is taken', () => {
  it('is named with its setting', async () => {
    const first = await open();
    const { port } = new URL(first.url);
    await expect(open(undefined, Number(port))).rejects.toThrow(
      `PORT has ${port}, but another program listens there. Set PORT to another port.`,
    );
    await first.drain(100);
  });
});

describe('a certificate', () => {
  it('is used once it is renewed, and stays in use while the files do not fit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locus-tls-'));
    const where = { countryCode: 'IN', state: 'x', locality: 'x' };
    const ca = await createCA({ organization: 'Tests', ...where, validity: 1 });
    const tls = { certificateFile: join(folder, 'cert'), keyFile: join(folder, 'key') };
    const write = async (domain: string): Promise<void> => {
      const { cert, key } = await createCert({ ca, domains: [domain], validity: 1 });
      writeFileSync(tls.certificateFile, cert);
      writeFileSync(tls.keyFile, key);
    };
    await write('one.example');
    const port = await open(tls);
    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const address = { host: '127.0.0.1', port: Number(new URL(port.url).port) };
        const socket = connectSafely({ ...address, rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().subjectaltname ?? '');
          socket.destroy();
        });
        socket.once('error', reject);
      });
    expect(await shown()).toBe('DNS:one.example');
    await write('two.example');
    port.readCertificate();
    expect(await shown()).toBe('DNS:two.example');
    const { cert } = await createCert({ ca, domains: ['three.example'], validity: 1 });
    writeFileSync(tls.certificateFile, cert);
    expect(() => port.readCertificate()).toThrow();
    expect(await shown()).toBe('DNS:two.example');
    await port.drain(100);
    rmSync(folder, { recursive: true });
  });
});
