import { countedTest } from '../../../src/addin/start/spending';
import { toConnection } from '../../../src/engine/client/connection';
import type { ConnectionReport } from '../../../src/engine/client/connection-test';
import { createLedger } from '../../../src/addin/device/ledger';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeStorage } from '../device/fake-storage';

const MINE = toConnection(
  { attributeUrl: 'https://a.example', modelUrl: 'https://a.example' },
  'k',
);

describe('a test of the key', () => {
  it.each<[ConnectionReport, number, number?]>([
    [{ kind: 'works', elapsedMs: 40 }, 1],
    [{ kind: 'works', elapsedMs: 40, isFree: true }, 0],
    [{ kind: 'unreachable', likelyCause: 'timed-out' }, 0, 1],
    [{ kind: 'failed', status: 500 }, 1],
    [{ kind: 'refused', status: 401 }, 0],
    [{ kind: 'out-of-credits', status: 403 }, 0],
    [{ kind: 'throttled', status: 429 }, 0],
    [{ kind: 'refused' }, 0],
    [{ kind: 'unreachable', likelyCause: 'offline' }, 0],
  ])('that ended as %j counts as %s calls', async (report, calls, unanswered = 0) => {
    const storage = createFakeStorage();
    const test = countedTest(
      () => Promise.resolve(report),
      createLedger(storage, () => 2),
      new HandClock(),
    );
    expect(await test(MINE)).toBe(report);
    const days = createLedger(storage, () => 2).current();
    expect(days.reduce((sum, day) => sum + day.calls, 0)).toBe(calls);
    expect(days.reduce((sum, day) => sum + (day.unanswered ?? 0), 0)).toBe(unanswered);
  });
});
