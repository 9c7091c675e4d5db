import { Slices } from '../../src/lookup/time-slicer';
import { HandClock } from './hand-clock';

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('work in slices', () => {
  it('is done 500 at a time, the first at once, a turn for each of the others, in order', async () => {
    const clock = new HandClock();
    const slices = new Slices(clock);
    const done: number[] = [];
    const perTurn: number[] = [];
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) =>
      schedule(ms, () => {
        const before = done.length;
        run();
        perTurn.push(done.length - before);
      });
    slices.each(numbers(1700), (item) => done.push(item));
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
    const slices = new Slices(clock);
    let done = 0;
    slices.each(numbers(500), () => (done += 1));
    slices.each([], () => (done += 1));
    await clock.drain();
    expect([done, turns]).toEqual([500, 0]);
  });

  it('goes on with what is added meanwhile, after what was there', async () => {
    const clock = new HandClock();
    const slices = new Slices(clock);
    const done: string[] = [];
    slices.later(() => {
      done.push('first');
      slices.later(() => done.push('third'));
    });
    slices.later(() => done.push('second'));
    await clock.drain();
    slices.later(() => done.push('fourth'));
    await clock.drain();
    expect(done).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('goes on after a piece that throws', async () => {
    const clock = new HandClock();
    const slices = new Slices(clock);
    const done: string[] = [];
    slices.later(() => {
      throw new Error('a listener of ours');
    });
    slices.later(() => done.push('second'));
    await expect(clock.drain()).rejects.toThrow('a listener of ours');
    await clock.drain();
    expect(done).toEqual(['second']);
  });
});
