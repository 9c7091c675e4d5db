import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type GatewayProgram } from './gateway-program';

// A process of its own: long on a busy machine.
jest.setTimeout(60_000);

const MEGABYTE = 1024 * 1024;
let folder: string;
let program: GatewayProgram;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  folder = mkdtempSync(join(tmpdir(), 'locus-strangers-'));
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  // It does not compress, as a map's data does not.
  writeFileSync(join(dist, 'large.js'), randomBytes(4 * MEGABYTE));
  writeFileSync(join(dist, 'small.js'), 'void 0;');
  program = await startProgram({
    DIST_DIR: dist,
    LOCUS_DATA: join(folder, 'data'),
    LOCUS_ADMIN_TOKEN: 'an-administrators-token',
    LOCUS_CONFIG: configuration({ maxConnectionsPerAddress: 60, maxConnections: 70 }),
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  program.kill('SIGKILL');
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

function configuration(settings: object): string {
  const file = join(folder, 'gateway.config.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

/** Connects without a token, from an address of this machine. */
function stranger(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = new URL(program.people);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}

function requests(path: string, times: number): string {
  return `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(times);
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${program.administrators}/metrics`)).text();
  return Number(new RegExp(`^locus_gateway_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

describe('strangers who ask for files and read nothing', () => {
  it('cost the gateway little memory, however much they ask for down one connection', async () => {
    await (await fetch(`${program.people}/large.js`)).arrayBuffer();
    const before = await metric('memory_bytes');
    const all = await Promise.all(Array.from({ length: 50 }, () => stranger()));
    for (const socket of all) socket.pause().write(requests('/large.js', 30));
    // They are answered in turn, so the next answer comes after all have been asked for.
    await (await fetch(`${program.people}/small.js`)).text();
    await (await fetch(`${program.people}/large.js`)).arrayBuffer();
    expect((await metric('memory_bytes')) - before).toBeLessThan(60 * MEGABYTE);
  });

  it('are cut off if they ask for far more than they read', async () => {
    const socket = await stranger();
    socket.pause().write(requests('/large.js', 500));
    socket.resume();
    await closed(socket);
    expect(await metric('cut_connections_total{why="pipelined"}')).toBe(1);
  });
});

describe('connections', () => {
  it('from one address have a limit, and others still get theirs', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => stranger('127.0.0.2')));
    const [one] = all;
    const refused = await stranger('127.0.0.2');
    await closed(refused);
    expect(await (await fetch(`${program.people}/small.js`)).text()).toBe('void 0;');
    one?.destroy();
    expect(await metric('refused_connections_total{why="address"}')).toBe(1);
  });

  it('have a limit in all', async () => {
    const some = Array.from({ length: 70 }, (_, index) => stranger(`127.0.1.${index % 2}`));
    await Promise.all(some);
    await closed(await stranger('127.0.0.9'));
    expect(await metric('refused_connections_total{why="all"}')).toBe(1);
  });
});
