import { VirtualClock } from '../../../scripts/bench/virtual-clock';

describe('virtual time', () => {
  test('runs events in the order of their times, equal ones as they were set', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    const note = (text: string) => () => void seen.push(`${text} at ${clock.elapsed()}`);
    for (const ms of [30, 10, 20, 10, 40, 5]) clock.schedule(ms, note(`${ms}`));
    clock.schedule(10, note('third of 10'));
    await clock.run();
    expect(seen).toEqual([
      '5 at 5',
      '10 at 10',
      '10 at 10',
      'third of 10 at 10',
      '20 at 20',
      '30 at 30',
      '40 at 40',
    ]);
  });

  test('lets promises and ticks run between two events of one time', async () => {
    const clock = new VirtualClock();
    const seen: string[] = [];
    clock.schedule(1, () => {
      void Promise.resolve().then(() => process.nextTick(() => seen.push('after the first')));
    });
    clock.schedule(1, () => seen.push('second'));
    await clock.run();
    expect(seen).toEqual(['after the first', 'second']);
  });

  test('does not run what was taken back, nor wait for it', async () => {
    const clock = new VirtualClock();
    const cancel = clock.schedule(1_000, () => {
      throw new Error('taken back');
    });
    clock.schedule(10, cancel);
    await clock.run();
    expect(clock.elapsed()).toBe(10);
  });

  test('runs what an event sets, from then on', async () => {
    const clock = new VirtualClock();
    let rounds = 0;
    const again = (): void => {
      rounds += 1;
      if (rounds < 100) clock.schedule(5, again);
    };
    clock.schedule(0, again);
    await clock.run();
    expect([rounds, clock.elapsed()]).toEqual([100, 495]);
  });

  test('an event that throws ends the run', async () => {
    const clock = new VirtualClock();
    clock.schedule(0, () => {
      throw new Error('broken');
    });
    await expect(clock.run()).rejects.toThrow('broken');
  });
});
