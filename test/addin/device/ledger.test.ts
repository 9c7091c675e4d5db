import fc from 'fast-check';
import {
  createLedger,
  dayText,
  latestDays,
  sumOfDay,
  sumOfMonth,
} from '../../../src/addin/device/ledger';
import { createFakeStorage, throwingStorage } from './fake-storage';

const NAME = 'locus.ledger';
const free = () => null;

function amounts(calls: number, values = calls, answered = calls) {
  return { calls, values, answered };
}

describe('the ledger', () => {
  it('counts by day, oldest first, and comes back at the next start', () => {
    const storage = createFakeStorage();
    const ledger = createLedger(storage, free);
    ledger.add('2026-11-21', amounts(10, 120, 400));
    ledger.add('2026-11-20', amounts(1));
    ledger.add('2026-11-21', amounts(5, 60, 60));
    ledger.keep();
    const days = [
      { day: '2026-11-20', calls: 1, values: 1, saved: 0, cost: undefined },
      { day: '2026-11-21', calls: 15, values: 180, saved: 445, cost: undefined },
    ];
    expect(ledger.current()).toEqual(days);
    expect(createLedger(storage, free).current()).toEqual(days);
  });

  it('prices each call as it was when it was made, and the earlier ones as soon as it can', () => {
    const storage = createFakeStorage();
    let price: number | null = null;
    const ledger = createLedger(storage, () => price);
    ledger.add('2026-11-21', amounts(10));
    expect(ledger.current()[0]?.cost).toBeUndefined();
    price = 0.5;
    expect(ledger.current()[0]?.cost).toBe(5);
    ledger.add('2026-11-21', amounts(10));
    expect(ledger.current()[0]?.cost).toBe(10);
    price = 2;
    expect(ledger.current()[0]?.cost).toBe(25);
    price = null;
    expect(ledger.current()[0]?.cost).toBe(5);
  });

  it('is the same array until something changes, and tells when it does', () => {
    const ledger = createLedger(createFakeStorage(), free);
    let told = 0;
    const stop = ledger.subscribe(() => (told += 1));
    const before = ledger.current();
    expect(ledger.current()).toBe(before);
    ledger.add('2026-11-21', amounts(1));
    expect(ledger.current()).not.toBe(before);
    stop();
    ledger.add('2026-11-21', amounts(1));
    expect(told).toBe(1);
  });

  it('never loses or invents a call, in whatever order pages write', () => {
    const step = fc.record({
      page: fc.nat(2),
      act: fc.constantFrom('add', 'keep', 'reload', 'full', 'room'),
      calls: fc.nat(50),
      day: fc.constantFrom('2026-11-20', '2026-11-21'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const storage = createFakeStorage();
        const pages = [0, 1, 2].map(() => createLedger(storage, free));
        let made = 0;
        for (const { page, act, calls, day } of steps) {
          if (act === 'add') {
            made += calls;
            pages[page]?.add(day, amounts(calls));
          } else if (act === 'keep') pages[page]?.keep();
          else if (act === 'full') storage.isFull = true;
          else if (act === 'room') storage.isFull = false;
          else if (!storage.isFull) {
            pages[page]?.keep();
            pages[page] = createLedger(storage, free);
          }
        }
        storage.isFull = false;
        for (const page of pages) page.keep();
        const kept = createLedger(storage, free).current();
        expect(kept.reduce((sum, { calls }) => sum + calls, 0)).toBe(made);
      }),
    );
  });

  it('goes on for the session where the device keeps nothing, and says so', () => {
    for (const storage of [throwingStorage, { ...createFakeStorage(), write: () => false }]) {
      const ledger = createLedger(storage, free);
      expect(ledger.isKept()).toBe(true);
      ledger.add('2026-11-21', amounts(3));
      ledger.keep();
      ledger.add('2026-11-21', amounts(4));
      ledger.keep();
      expect(ledger.isKept()).toBe(false);
      expect(ledger.current()).toMatchObject([{ calls: 7 }]);
    }
  });

  it('leaves what is kept where the device is full, and writes the rest when there is room', () => {
    const storage = createFakeStorage();
    const ledger = createLedger(storage, free);
    ledger.add('2026-11-21', amounts(3));
    ledger.keep();
    storage.isFull = true;
    ledger.add('2026-11-21', amounts(4));
    ledger.keep();
    expect(createLedger(storage, free).current()).toMatchObject([{ calls: 3 }]);
    storage.isFull = false;
    ledger.keep();
    expect(ledger.isKept()).toBe(true);
    expect(createLedger(storage, free).current()).toMatchObject([{ calls: 7 }]);
  });

  it('loses only the day that is damaged', () => {
    const whole = { calls: 1, values: 2, answered: 3, priced: 0, cost: 0 };
    const days = {
      '2026-11-18': { ...whole, calls: -1 },
      '2026-11-19': 'x',
      '2026-11-20': whole,
      yesterday: whole,
      '2026-11-21': { ...whole, cost: null },
    };
    const storage = createFakeStorage({ [NAME]: JSON.stringify({ version: 1, days }) });
    expect(createLedger(storage, free).current()).toEqual([
      { day: '2026-11-20', calls: 1, values: 2, saved: 2, cost: undefined },
    ]);
  });

  it('stands whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .dictionary(fc.string(), fc.anything())
            .map((days) => JSON.stringify({ version: 1, days })),
        ),
        (text) => {
          const ledger = createLedger(createFakeStorage({ [NAME]: text }), free);
          ledger.add('2026-11-21', amounts(1));
          ledger.keep();
          expect(ledger.current()).toMatchObject([{ day: '2026-11-21', calls: 1 }]);
        },
      ),
    );
  });

  it('keeps 400 days, the latest', () => {
    const storage = createFakeStorage();
    const ledger = createLedger(storage, free);
    for (let day = 0; day < 1_000; day += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      ledger.add(date, amounts(1, 2, 3));
    }
    ledger.keep();
    const kept = createLedger(storage, free).current();
    expect(kept).toHaveLength(400);
    expect(kept.at(-1)?.day).toBe('2028-09-26');
    expect(storage.held.get(NAME)?.length).toBeLessThan(50_000);
  });
});

const day = (text: string, calls: number, cost?: number) => ({
  day: text,
  calls,
  values: calls * 2,
  saved: calls * 3,
  cost,
});

describe('days of the ledger', () => {
  it('are summed for today and for the month, priced as far as a price is known', () => {
    const days = [
      day('2026-10-31', 100, 50),
      day('2026-11-01', 10),
      day('2026-11-20', 20, 5),
      day('2026-11-21', 1, 0.5),
    ];
    expect(sumOfDay(days, '2026-11-21')).toEqual({ calls: 1, values: 2, saved: 3, cost: 0.5 });
    expect(sumOfMonth(days, '2026-11-21')).toEqual({ calls: 31, values: 62, saved: 93, cost: 5.5 });
    const nothing = { calls: 0, values: 0, saved: 0, cost: undefined };
    expect(sumOfDay(days, '2026-11-22')).toEqual(nothing);
    expect(sumOfMonth(days, '2027-11-21')).toEqual(nothing);
  });

  it('have calls without a reply apart from the others, where there are any', () => {
    const days = [{ ...day('2026-11-20', 20), unanswered: 3 }, day('2026-11-21', 1)];
    expect(sumOfMonth(days, '2026-11-21')).toMatchObject({ calls: 21, unanswered: 3 });
    expect(sumOfDay(days, '2026-11-21')).not.toHaveProperty('unanswered');
  });

  it('up to today are without gaps, over the ends of months and years', () => {
    const latest = latestDays([day('2026-12-31', 7), day('2026-11-01', 1)], '2027-01-02', 4);
    expect(latest.map(({ day: text, calls }) => [text, calls])).toEqual([
      ['2026-12-30', 0],
      ['2026-12-31', 7],
      ['2027-01-01', 0],
      ['2027-01-02', 0],
    ]);
    expect(latestDays([], '2028-03-01', 2)[0]?.day).toBe('2028-02-29');
  });

  it('are written as people do', () => {
    expect(dayText('2026-11-01')).toBe('1 Nov');
  });
});
