import fc from 'fast-check';
import {
  answer,
  describeAnswerStore,
  sheet,
  shown,
} from '../../engine/lookup/cache/answer-store-suite';
import type { StoreUnderTest } from '../../engine/lookup/cache/answer-store-suite';
import type { AnswerDatabase } from '../../../src/addin/device/answer-database';
import { Device } from './device-database';

const DAY_MS = 86_400_000;

describeAnswerStore('the database on the device', (limits) => {
  const device = new Device(limits);
  const underTest = (store: AnswerDatabase): StoreUnderTest => ({
    store,
    clock: device.clock,
    async settle() {
      await store.flush();
      await store.sweep();
    },
    async reopen() {
      await store.close();
      return underTest(device.window());
    },
    close: () => store.close(),
  });
  return Promise.resolve(underTest(device.answers));
});

describe('writing to the device', () => {
  it('waits for more and then writes everything at once, by itself', async () => {
    const device = new Device({ writeDelayMs: 500 });
    for (let row = 0; row < 50; row += 1) {
      await device.answers.write([
        { key: `${row}`, answers: [answer('x', row, device.clock.now())] },
      ]);
      await device.clock.advance(5);
    }
    expect(device.transactions).toEqual([]);
    await device.clock.advance(250);
    await device.until(device.answers.flush());
    expect(device.transactions).toEqual(['readwrite']);
  });

  it('writes a sheet in transactions of a few hundred places', async () => {
    const device = new Device();
    await device.answers.write(sheet(2000, 1, device.clock.now()));
    await device.answers.flush();
    expect(device.transactions).toEqual(['readwrite', 'readwrite', 'readwrite', 'readwrite']);
  });

  it('gives out what it is just writing', async () => {
    const device = new Device();
    await device.answers.write(sheet(3000, 1, device.clock.now()));
    const flushed = device.answers.flush();
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await device.answers.read(['place 0', 'place 2999'])).size).toBe(2);
    }
    await flushed;
  });

  it('loses nothing when two windows write at the same time', async () => {
    const device = new Device();
    const other = device.window();
    const at = device.clock.now();
    await device.answers.write(sheet(700, 2, at));
    await other.write(
      sheet(700, 1, at + 1).map(({ key }) => ({ key, answers: [answer('other', 7, at)] })),
    );
    await Promise.all([device.answers.flush(), other.flush()]);
    const third = device.window();
    expect(await third.size()).toMatchObject({ answers: 2100 });
    const found = await third.read(sheet(700, 1, at).map(({ key }) => key));
    expect([...found.values()].every((answers) => answers.length === 3)).toBe(true);
  });

  it('merges whatever two windows write, the later answer staying', async () => {
    const write = fc.record({
      isOther: fc.boolean(),
      row: fc.integer({ min: 0, max: 30 }),
      at: fc.integer({ min: 1, max: 50 }),
      flushes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 60 }), async (writes) => {
        const device = new Device({ maxAgeMs: Number.MAX_SAFE_INTEGER });
        const windows = [device.answers, device.window()] as const;
        const latest = new Map<string, number>();
        const flushed: Promise<boolean>[] = [];
        for (const { isOther, row, at, flushes } of writes) {
          const window = windows[isOther ? 1 : 0];
          const key = `place ${row}`;
          await window.write([{ key, answers: [answer('x', at, at)] }]);
          latest.set(key, Math.max(latest.get(key) ?? 0, at));
          if (flushes) flushed.push(window.flush());
        }
        await Promise.all([...flushed, ...windows.map((window) => window.flush())]);
        const expected = [...latest].map(([key, at]) => [key, { x: [at, at] }]);
        const kept = await shown(device.window(), [...latest.keys()]);
        expect(kept).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 40 },
    );
  });
});

describe('reading from the device', () => {
  it('takes a request for a hundred places, not a place', async () => {
    const device = new Device();
    const entries = sheet(5000, 1, device.clock.now());
    await device.answers.write(entries);
    await device.answers.flush();
    device.reads.length = 0;
    const window = device.window();
    expect((await window.read(entries.map(({ key }) => key))).size).toBe(5000);
    expect(device.reads.length).toBeLessThan(50);
  });

  it('reads one page for one place', async () => {
    const device = new Device();
    await device.answers.write(sheet(5000, 1, device.clock.now()));
    await device.answers.flush();
    device.reads.length = 0;
    expect((await device.window().read(['place 4711'])).size).toBe(1);
    expect(device.reads).toEqual(['get']);
  });

  it('touches only the pages of the places wanted', async () => {
    const device = new Device();
    await device.answers.write(sheet(5000, 1, device.clock.now()));
    await device.answers.flush();
    device.reads.length = 0;
    const wanted = Array.from({ length: 40 }, (_place, row) => `place 10${row + 10}`);
    expect((await device.window().read(wanted)).size).toBe(40);
    expect(device.reads.filter((method) => method === 'get').length).toBeLessThanOrEqual(40);
    expect(device.reads).not.toContain('getAll');
  });
});

describe('clearing the device', () => {
  it('lets nothing come back that was being written', async () => {
    const device = new Device();
    await device.answers.write(sheet(3000, 1, device.clock.now()));
    const flushed = device.answers.flush();
    await device.answers.read(['place 1']);
    const cleared = device.answers.clear();
    expect(await shown(device.answers, ['place 1', 'place 2999'])).toEqual({});
    await Promise.all([cleared, flushed]);
    expect(await device.answers.size()).toEqual({ answers: 0, bytes: 0 });
    expect(await device.records()).toEqual([]);
  });

  it('gives nothing to a reading that began before it', async () => {
    const device = new Device();
    await device.answers.write(sheet(100, 1, device.clock.now()));
    await device.answers.flush();
    const reading = device.answers.read(['place 1']);
    const cleared = device.answers.clear();
    expect((await reading).size).toBe(0);
    await cleared;
  });

  it('is made up for later where the device does not take it', async () => {
    const device = new Device({ deadlineMs: 1000, retryMs: 10_000 });
    await device.answers.write(sheet(100, 1, device.clock.now()));
    await device.answers.flush();
    await device.answers.close();
    device.faults.open = 'hang';
    await device.until(device.answers.clear(), 100);
    expect(await shown(device.answers, ['place 1'])).toEqual({});
    delete device.faults.open;
    await device.clock.advance(10_001);
    await device.answers.write([{ key: 'new', answers: [answer('x', 1, device.clock.now())] }]);
    expect(Object.keys(await shown(device.answers, ['place 1', 'new']))).toEqual(['new']);
    expect((await device.answers.size()).answers).toBe(1);
  });
});

describe('old answers', () => {
  it('are none because the clock was wrong for an hour', async () => {
    const device = new Device();
    await device.answers.write(sheet(1000, 1, device.clock.now()));
    await device.answers.close();
    device.clock.jump(400 * DAY_MS);
    const ahead = device.window();
    await ahead.write([{ key: 'place 7a', answers: [answer('x', 1, device.clock.now())] }]);
    await ahead.close();
    await device.clock.advance(61_000);
    device.clock.jump(-400 * DAY_MS);
    const right = device.window();
    expect((await right.read(sheet(1000, 1, 0).map(({ key }) => key))).size).toBe(1000);
  });

  it('are dropped by themselves a while after the first use, once a day', async () => {
    const device = new Device({ maxAgeMs: 10 * DAY_MS, sweepDelayMs: 60_000 });
    await device.answers.write(sheet(1000, 1, device.clock.now()));
    await device.answers.flush();
    device.clock.jump(8 * DAY_MS);
    await device.answers.write([{ key: 'new', answers: [answer('x', 1, device.clock.now())] }]);
    await device.answers.close();
    device.clock.jump(3 * DAY_MS);
    const next = device.window();
    await next.read(['new']);
    expect((await next.size()).answers).toBe(1001);
    await device.clock.advance(60_000);
    await next.sweep();
    expect(await next.size()).toMatchObject({ answers: 1 });
    expect(await device.records()).toHaveLength(1);
    const begun = device.transactions.length;
    const third = device.window();
    await third.read(['new']);
    await device.clock.advance(60_001);
    expect(device.transactions.slice(begun)).toEqual(['readonly', 'readonly']);
  });

  it('go first when there are too many, without anyone asking', async () => {
    const device = new Device({ maxAnswers: 1000 });
    for (let hour = 0; hour < 20; hour += 1) {
      const entries = sheet(100, 1, device.clock.now());
      await device.answers.write(
        entries.map(({ key, answers }) => ({ key: `${hour} ${key}`, answers })),
      );
      await device.answers.flush();
      device.clock.jump(3_600_000);
    }
    await device.answers.sweep();
    const { answers } = await device.answers.size();
    expect(answers).toBeLessThanOrEqual(1000);
    expect(answers).toBeGreaterThanOrEqual(900);
    const found = await device.answers.read(['0 place 1', '5 place 1', '19 place 1']);
    expect([...found.keys()]).toEqual(['19 place 1']);
  });

  it('go in part where all are of the same moment', async () => {
    const device = new Device({ maxAnswers: 1000 });
    await device.answers.write(sheet(3000, 1, device.clock.now()));
    await device.answers.flush();
    await device.answers.sweep();
    expect(await device.answers.size()).toMatchObject({ answers: 900 });
  });
});
