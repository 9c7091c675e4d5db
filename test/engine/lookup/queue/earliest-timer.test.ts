import { EarliestTimer } from '../../../../src/engine/lookup/queue/deadlines';
import { HandClock } from '../hand-clock';

function setUp() {
  const clock = new HandClock();
  const rung: number[] = [];
  const alarm = new EarliestTimer(clock, () => rung.push(clock.elapsed()));
  return { clock, rung, alarm };
}

describe('an alarm', () => {
  it('rings once, at the earliest of the times asked for', async () => {
    const { clock, rung, alarm } = setUp();
    alarm.in(50);
    alarm.in(80);
    alarm.in(20);
    alarm.in(30);
    await clock.drain();
    expect(rung).toEqual([20]);
  });

  it('is set until it rings, and can be set again then, also to a later time', async () => {
    const { clock, rung, alarm } = setUp();
    expect(alarm.isSet).toBe(false);
    alarm.in(20);
    expect(alarm.isSet).toBe(true);
    await clock.advance(20);
    expect(alarm.isSet).toBe(false);
    alarm.in(100);
    expect(alarm.isSet).toBe(true);
    await clock.drain();
    expect(rung).toEqual([20, 120]);
  });

  it('may be set again by what it runs', async () => {
    const clock = new HandClock();
    const rung: number[] = [];
    const alarm: EarliestTimer = new EarliestTimer(clock, () => {
      rung.push(clock.elapsed());
      if (rung.length < 3) alarm.in(10);
    });
    alarm.in(10);
    await clock.drain();
    expect(rung).toEqual([10, 20, 30]);
  });

  it('leaves one timer behind at most, however often it is set again', () => {
    const clock = new HandClock();
    let timers = 0;
    const schedule = clock.schedule.bind(clock);
    clock.schedule = (ms, run) => {
      timers += 1;
      const cancel = schedule(ms, run);
      return () => {
        timers -= 1;
        cancel();
      };
    };
    const alarm = new EarliestTimer(clock, () => undefined);
    for (const ms of [50, 50, 40, 60, 30]) alarm.in(ms);
    expect(timers).toBe(1);
  });
});
