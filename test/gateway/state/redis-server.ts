import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port';

const BINARY = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server';

/** A Redis on a free port of this machine, with its data in a folder of its own. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** With the data that it left, on the same port. */
  start(): Promise<void>;
  /** Sends a command, such as `CONFIG SET maxmemory 1`. */
  send(command: string): Promise<string>;
  /** All that was ever written to it. */
  written(): string;
  close(): Promise<void>;
}

export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'locus-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    async start() {
      child = spawn(
        BINARY,
        [
          ...(options.includes('--sentinel') ? [sentinelFile(folder), '--sentinel'] : STORING),
          ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
          ...options.filter((option) => option !== '--sentinel'),
        ],
        { stdio: 'ignore' },
      );
      for (;;) {
        const answer = await server.send('PING').catch(() => '');
        if (child.exitCode !== null) throw new Error(`${BINARY} ended with ${child.exitCode}.`);
        if (/^\+PONG|^-NOAUTH/.test(answer)) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async kill(signal = 'SIGKILL') {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await ended;
    },
    send: (command) => sendTo(port, command),
    written: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n'),
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Sends a command to the server on a port of this machine. */
export function sendTo(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${command}\r\n`));
    let reply = '';
    socket.on('data', (data) => (reply += String(data)));
    socket.once('close', () => resolve(reply));
    socket.once('error', reject);
  });
}

const STORING = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'];

/** A sentinel writes down what it finds out. */
function sentinelFile(folder: string): string {
  const file = join(folder, 'sentinel.conf');
  writeFileSync(file, '');
  return file;
}
