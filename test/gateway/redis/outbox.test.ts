import { Calendar } from '../../../src/node/calendar';
import { RedisScoreClaims } from '../../../src/gateway/redis/redis-score-claims';
import { Outbox } from '../../../src/gateway/redis/outbox';
import { RedisLedger } from '../../../src/gateway/redis/redis-ledger';
import { StoreDown } from '../../../src/gateway/state/shared-state';

const ASHA = { person: 'asha', team: undefined };
const never = (): Promise<never> => new Promise(() => undefined);

/** A store, its outbox, and what this gateway does with them. */
function gateway(run: (...args: readonly unknown[]) => Promise<unknown>) {
  const outbox = new Outbox(never);
  const connection = {
    id: 'r',
    run,
    runShared: (script: unknown, ...args: unknown[]) => run(script, 'account', ...args),
    publishTo: String,
    listen() {},
    onConnected() {},
    whenCopied() {},
  } as never;
  const parts = { connection, outbox, conceal: (text: string) => text };
  const ledger = new RedisLedger({
    ...parts,
    mark: { demand() {}, risen() {}, known: '' } as never,
    calendar: new Calendar('UTC'),
    maxConcurrency: undefined,
    random: () => 0.5,
    onShareSpent() {},
    expectedNow: undefined,
    onJump() {},
  });
  const claims = new RedisScoreClaims({ ...parts, answers: {} as never });
  const stop = (): void => {
    ledger.stop();
    claims.stop();
  };
  return { outbox, ledger, claims, stop };
}

describe('while the store is down', () => {
  it('nothing is kept of what was never sent to it', async () => {
    const { outbox, ledger, claims, stop } = gateway(() =>
      Promise.reject(new StoreDown('no connection', true)),
    );
    await expect(claims.claim('score', 'm')).rejects.toThrow(StoreDown);
    await expect(ledger.reserve('call', [ASHA], 0)).rejects.toThrow(StoreDown);
    await outbox.empty();
    stop();
  });

  it('what may have reached it is undone later', async () => {
    const { outbox, ledger, claims, stop } = gateway(() => Promise.reject(new StoreDown('late')));
    await expect(claims.claim('score', 'm')).rejects.toThrow(StoreDown);
    await expect(ledger.reserve('call', [ASHA], 0)).rejects.toThrow(StoreDown);
    let isEmpty = false;
    void outbox.empty().then(() => (isEmpty = true));
    await new Promise(setImmediate);
    expect(isEmpty).toBe(false);
    stop();
  });

  it('what can no longer be noted is given up, so that its lease ends', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const run: unknown[] = [];
    const { outbox, ledger, claims, stop } = gateway((script) => {
      run.push(script);
      return Promise.resolve(run.length === 1 ? 'claimed' : ['reserved', '2026-01-01', '[]']);
    });
    await claims.claim('score', 'm');
    await ledger.reserve('call', [ASHA], 0);
    run.length = 2;
    jest.advanceTimersByTime(5000);
    // Both leases are renewed.
    expect(new Set(run).size).toBe(4);
    for (let step = 0; !outbox.isFull; step += 1) void outbox.take(String(step), never);
    await expect(ledger.settle('call', 'charged')).rejects.toThrow(StoreDown);
    await expect(claims.end('score', 'known')).rejects.toThrow(StoreDown);
    const before = run.length;
    jest.advanceTimersByTime(60_000);
    expect(run).toHaveLength(before);
    stop();
    jest.useRealTimers();
  });
});
