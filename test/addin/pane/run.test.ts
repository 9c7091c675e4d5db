import fc from 'fast-check';

import { createRunStore, nextRun } from '../../../src/addin/activity/run-progress';
import { createFakePorts, nothingYet } from './fake-ports';

describe('a run', () => {
  it('begins anew after everything has ended', () => {
    const first = nextRun(undefined, { ...nothingYet, waiting: 10 });
    const ended = nextRun(first, { ...nothingYet, done: 10 });
    const second = nextRun(ended, { ...nothingYet, done: 10, waiting: 4 });
    expect(ended).toMatchObject({ isBusy: false, settled: 10 });
    expect(second).toMatchObject({ isBusy: true, settled: 0, total: 4 });
  });

  it('counts on when failed questions are asked again', () => {
    const before = nextRun(undefined, { ...nothingYet, done: 10, failed: 5 });
    const again = nextRun(before, { ...nothingYet, done: 10, waiting: 5 });
    expect(again).toMatchObject({ settled: 0, total: 5 });
    expect(nextRun(again, { ...nothingYet, done: 15 })).toMatchObject({ settled: 5 });
  });

  it('keeps apart what is done and what failed in it, whatever failed before', () => {
    const before = nextRun(undefined, { ...nothingYet, done: 10, failed: 5 });
    const busy = nextRun(before, { ...nothingYet, done: 10, failed: 5, waiting: 4 });
    const ended = nextRun(busy, { ...nothingYet, done: 11, failed: 8 });
    expect(ended).toMatchObject({ isBusy: false, settled: 4, done: 1, failed: 3 });
  });

  it('does not call failed what waits for a word', () => {
    const busy = nextRun(undefined, { ...nothingYet, waiting: 4 });
    const failedByCode = { held: 2, throttled: 1 };
    const ended = nextRun(busy, { ...nothingYet, done: 1, failed: 3, failedByCode });
    expect(ended).toMatchObject({ settled: 4, done: 1, failed: 1, held: 2 });
  });

  it('that nobody saw is told by what has ended since', () => {
    const first = nextRun(undefined, { ...nothingYet, done: 40, failed: 6 });
    const unseen = nextRun(first, { ...nothingYet, done: 60, failed: 8 });
    expect(unseen).toMatchObject({ isBusy: false, done: 20, failed: 2 });
    const again = nextRun(unseen, { ...nothingYet, done: 65, failed: 3 });
    expect(again).toMatchObject({ done: 5, failed: 3 });
    expect(nextRun(again, { ...nothingYet, done: 65, failed: 3 })).toMatchObject({ done: 5 });
  });

  it('is the same object while nothing changes', () => {
    const store = createRunStore(createFakePorts().ports.activity);
    expect(store.current()).toBe(store.current());
  });

  it('never shows more done than there is, nor less than nothing', () => {
    const count = fc.nat({ max: 1000 });
    const snapshots = fc.array(
      fc.record({ waiting: count, inFlight: count, done: count, failed: count }),
    );
    fc.assert(
      fc.property(snapshots, (changes) => {
        let run = nextRun(undefined, nothingYet);
        for (const change of changes) {
          run = nextRun(run, { ...nothingYet, ...change });
          expect(run.settled >= 0 && run.settled <= run.total).toBe(true);
          expect(run.done >= 0 && run.failed >= 0).toBe(true);
        }
      }),
    );
  });
});
