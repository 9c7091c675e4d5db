import fc from 'fast-check';

import { createRunStore, nextRun } from '../../src/taskpane/activity/run';
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
        }
      }),
    );
  });
});
