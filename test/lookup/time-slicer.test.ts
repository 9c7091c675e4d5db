import { TimeSlicer } from '../../src/lookup/time-slicer';
import { HandClock } from './hand-clock';

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('work in slicer', () => {
  it('is done 500 at a time, the first at once, a turn for each of the others, in order', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: number[] = [];
    const perTurn: number[] = [];
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) =>
      schedule(ms, () => {
        const before = done.length;
        run();
        perTurn.push(done.length - before);
      });
    slicer.each(numbers(1700), (item) => done.push(item));
    expect(done).toEqual(numbers(500));
    await clock.drain();
    expect(done).toEqual(numbers(1700));
    expect(perTurn).toEqual([500, 500, 200]);
  });

  it('needs no turn for 500 or fewer', async () => {
    const clock = new HandClock();
    let turns = 0;
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) => ((turns += 1), schedule(ms, run));
    const slicer = new TimeSlicer(clock);
    let done = 0;
    slicer.each(numbers(500), () => (done += 1));
    slicer.each([], () => (done += 1));
    await clock.drain();
    expect([done, turns]).toEqual([500, 0]);
  });

  it('goes on with what is added meanwhile, after what was there', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: string[] = [];
    slicer.later(() => {
      done.push('first');
      slicer.later(() => done.push('third'));
    });
    slicer.later(() => done.push('second'));
    await clock.drain();
    slicer.later(() => done.push('fourth'));
    await clock.drain();
    expect(done).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('goes on after a piece that throws', async () => {
    const clock = new HandClock();
    const slicer = new TimeSlicer(clock);
    const done: string[] = [];
    slicer.later(() => {
      throw new Error('a listener of ours');
    });
    slicer.later(() => done.push('second'));
    await expect(clock.drain()).rejects.toThrow('a listener of ours');
    await clock.drain();
    expect(done).toEqual(['second']);
  });
});
