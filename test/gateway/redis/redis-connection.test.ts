import { createHash } from 'node:crypto';
import {
  LATE,
  type ProcessTime,
  RedisConnection,
  within,
} from '../../../src/gateway/redis/redis-connection';
import { parseSharedAddress, type SharedAddress } from '../../../src/gateway/redis/shared-address';
import { HandClock } from '../../engine/lookup/hand-clock';
import { startRedis } from '../state/redis-server';

/** A process whose timers are so late, in milliseconds, each time. */
function processWith(lateMs: (timer: number) => number): { clock: HandClock; own: ProcessTime } {
  const clock = new HandClock();
  let timers = 0;
  const own: ProcessTime = {
    now: () => clock.elapsed(),
    schedule: (ms, run) => clock.schedule(ms + lateMs((timers += 1)), run),
    load: () => 0,
    watch: () => () => 1,
  };
  return { clock, own };
}

const silent = (own: ProcessTime): Promise<string> =>
  within(new Promise<string>(() => undefined), 100, undefined, own).catch(
    ({ message }: Error) => message,
  );

describe('a server that is silent', () => {
  it('is given up at once by a process that could have read its answer', async () => {
    const { clock, own } = processWith(() => 0);
    const answer = silent({ ...own, watch: () => () => 0 });
    await clock.advance(100);
    expect(await answer).toBe(LATE);
  });

  it('is given up by a process whose every turn takes long', async () => {
    const { clock, own } = processWith(() => 300);
    const answer = silent(own);
    await clock.advance(10_000);
    expect(await answer).toBe(LATE);
  });

  it('is waited for by a process that was stopped for longer than it would ever wait', async () => {
    const { clock, own } = processWith((timer) => (timer === 1 ? 50_000 : 0));
    let reply = (_text: string): void => {};
    const sent = new Promise<string>((resolve) => (reply = resolve));
    const answer = within(sent, 20, undefined, own);
    await clock.advance(50_020);
    // What came meanwhile is read a moment later.
    clock.schedule(20, () => reply('read'));
    await clock.advance(20);
    expect(await answer).toBe('read');
  });
});

type Script = Parameters<RedisConnection['runShared']>[0];

function script(text: string): Script {
  const sha = createHash('sha1').update(text).digest('hex');
  return { compiled: () => ({ text, sha }) } as unknown as Script;
}

it('sends nothing more of what was given up, though the server did not know its script', async () => {
  const server = await startRedis();
  const address = parseSharedAddress(server.url, undefined) as SharedAddress;
  const connection = await RedisConnection.open({ address }, 5000);
  const read = script(`return redis.call('GET', KEYS[1])`);
  const set = script(`return redis.call('SET', KEYS[1], 'late')`);
  try {
    expect(await connection.runShared(read)).toBeNull();
    process.kill(server.pid, 'SIGSTOP');
    await expect(connection.runShared(set)).rejects.toThrow();
    process.kill(server.pid, 'SIGCONT');
    while (!connection.isUp) await connection.whenUp();
    // What it would send goes out with the first of these at the latest.
    for (let look = 0; look < 3; look += 1) expect(await connection.runShared(read)).toBeNull();
  } finally {
    connection.close();
    await server.close();
  }
});
