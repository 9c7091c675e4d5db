import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitConnections } from '../../src/gateway/connections';

const REQUEST = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';
const STALLED_MS = 100;
let server: Server;
let refused: string[];
let cut: string[];

beforeEach(() => {
  refused = [];
  cut = [];
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

async function open(answer: RequestListener, most = { all: 100, address: 100 }): Promise<void> {
  server = createServer();
  const limits = {
    mostConnections: most.all,
    mostPerAddress: most.address,
    trustedProxies: new Set(['127.0.0.3']),
    onRefused: (why: string) => void refused.push(why),
    onCut: (why: string) => void cut.push(why),
  };
  limitConnections(server, answer, limits, STALLED_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function client(localAddress = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  return socket.on('error', () => undefined);
}

const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

const read = (socket: Socket, isWhole: (text: string) => boolean): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => isWhole((text += String(data))) && resolve(text));
    socket.once('close', () => resolve(text));
  });

describe('a client that does not read', () => {
  it('is cut once its reply has made no progress for a while', async () => {
    const gone = new Promise((resolve) => {
      void open((_request, response) => {
        response.end(Buffer.alloc(64 * 1024 * 1024));
        response.once('close', resolve);
      }).then(() => client().pause().write(REQUEST));
    });
    await gone;
    expect(cut).toEqual(['stalled']);
  });

  it('has one reply at a time under way, however much it asks for', async () => {
    let open_ = 0;
    let most = 0;
    await open((_request, response) => {
      most = Math.max(most, (open_ += 1));
      response.once('finish', () => (open_ -= 1));
      setImmediate(() => response.end('a'.repeat(1000)));
    });
    const socket = client();
    socket.write(REQUEST.repeat(50));
    const text = await read(socket, (each) => each.split('HTTP/1.1 200').length > 50);
    expect([text.split('HTTP/1.1 200').length - 1, most]).toEqual([50, 1]);
    socket.destroy();
  });

  it('may not ask without end', async () => {
    let asked = 0;
    await open(() => void (asked += 1));
    const socket = client();
    socket.write(REQUEST.repeat(2000));
    await closed(socket);
    expect([asked, cut]).toEqual([1, ['pipelined']]);
  });
});

describe('a client that waits', () => {
  it('is kept while its answer takes long', async () => {
    await open((_request, response) => void setTimeout(() => response.end('late'), 5 * STALLED_MS));
    const socket = client();
    socket.write(REQUEST);
    expect(await read(socket, (text) => text.endsWith('late'))).toContain('200 OK');
    expect(cut).toEqual([]);
    socket.destroy();
  });

  it('is let go once it is silent between two requests', async () => {
    await open((_request, response) => void response.end('here'));
    const socket = client();
    server.keepAliveTimeout = 1;
    socket.write(REQUEST);
    await read(socket, (text) => text.endsWith('here'));
    await closed(socket);
    expect(cut).toEqual([]);
  });
});

describe('an address', () => {
  it('has its share of connections, and a trusted proxy any number', async () => {
    await open((_request, response) => void response.end(), { all: 6, address: 2 });
    const connected = (socket: Socket): Promise<Socket> =>
      new Promise((resolve) => socket.once('connect', () => resolve(socket)));
    await connected(client('127.0.0.2'));
    const second = await connected(client('127.0.0.2'));
    await closed(client('127.0.0.2'));
    const proxy = await Promise.all([1, 2, 3].map(() => connected(client('127.0.0.3'))));
    expect(refused).toEqual(['address']);
    second.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    proxy[0]?.destroy();
    await connected(client('127.0.0.4'));
    expect(refused).toEqual(['address']);
  });
});
