import { countedTest } from '../../src/addin/counted-test';
import { TEST_NAME, TEST_PLACE } from '../../src/client/connection-test';
import type { ConnectionReport } from '../../src/client/connection-test';
import { createEngine, createMemoryStore } from '../../src/lookup';
import { toConnection } from '../../src/settings/connection';
import { createLedger } from '../../src/settings/ledger';
import { shown } from '../lookup/engine-setup';
import { HandClock } from '../lookup/hand-clock';
import { RecordingSource } from '../lookup/recording-source';
import { createFakeStorage } from '../settings/fake-storage';

const MINE = toConnection(
  { attributeUrl: 'https://a.example', modelUrl: 'https://a.example' },
  'k',
);

function setUp(report: ConnectionReport, current = MINE) {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  const database = createMemoryStore({ clock });
  const ledger = createLedger(createFakeStorage(), () => 2);
  const test = countedTest({
    test: () => Promise.resolve(report),
    ledger,
    database,
    clock,
    account: (tested) => Promise.resolve(tested === current ? source.account : undefined),
  });
  const tiers = [{ origin: 'device', store: database, isWritable: true } as const];
  const engine = createEngine({ source, clock, random: () => 0.5, tiers });
  return { clock, source, ledger, test, engine };
}

const WORKS: ConnectionReport = { kind: 'works', elapsedMs: 40, value: 1234 };
const FIRST = { kind: 'attribute', place: TEST_PLACE, name: TEST_NAME } as const;

describe('a test of the key', () => {
  it('spares the first formula its call, and is in the ledger itself', async () => {
    const { clock, source, ledger, test, engine } = setUp(WORKS);
    expect(await test(MINE)).toBe(WORKS);
    expect(ledger.current()).toMatchObject([{ calls: 1, values: 1, saved: 0, cost: 2 }]);
    const asked = engine.ask(FIRST);
    await clock.drain();
    expect(shown(await asked)).toBe(1234);
    expect(source.calls).toEqual([]);
  });

  it.each<[ConnectionReport, number]>([
    [{ kind: 'timed-out', elapsedMs: 15_000 }, 1],
    [{ kind: 'failed', code: 'service-failed', status: 500 }, 1],
    [{ kind: 'refused', status: 401 }, 0],
    [{ kind: 'out-of-credits', status: 403 }, 0],
    [{ kind: 'throttled', status: 429 }, 0],
    [{ kind: 'no-key' }, 0],
    [{ kind: 'unreachable', likelyCause: 'offline' }, 0],
  ])('that ended as %j counts as %s calls, and gives nothing to anyone', async (report, calls) => {
    const { clock, source, ledger, test, engine } = setUp(report);
    await test(MINE);
    expect(ledger.current().reduce((sum, day) => sum + day.calls, 0)).toBe(calls);
    void engine.ask(FIRST);
    await clock.drain();
    expect(source.calls).toHaveLength(1);
  });

  it('is kept for no other key that was entered meanwhile', async () => {
    const another = toConnection(MINE.addresses, 'another');
    const { clock, source, test, engine } = setUp(WORKS, another);
    await test(MINE);
    void engine.ask(FIRST);
    await clock.drain();
    expect(source.calls).toHaveLength(1);
  });
});
