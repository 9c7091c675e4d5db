import { limitsOf, recordSpending, spentToday } from '../../../src/addin/start/spending';
import { createLedger, createWorkbookSpending } from '../../../src/addin/device/ledger';
import { defaultPreferences } from '../../../src/addin/device/preferences';
import { attribute, names, setUp } from '../../engine/lookup/engine-setup';
import { createFakeStorage } from '../device/fake-storage';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

function openPage(storage = createFakeStorage(), dailyBudget: number | null = null) {
  let price: number | null = null;
  const ledger = createLedger(storage, () => null);
  const started = setUp();
  const { clock, source, engine } = setUp({
    limits: limitsOf({ ...defaultPreferences, dailyBudget }),
    spent: spentToday(ledger, started.clock),
  });
  const workbook = createWorkbookSpending(() => price);
  const { parts, open } = createFakeWorkbookParts();
  const keep = recordSpending({ engine, ledger, workbook, parts, clock });
  const ask = (rows: number, from = 0) => {
    for (let row = from; row < from + rows; row += 1) void engine.ask(attribute(row, 'a'));
  };
  return {
    ...{ clock, source, engine, ledger, keep, ask, storage, workbook },
    openAnother: () => open([]),
    setPrice: (next: number | null) => void (price = next),
  };
}

describe('what the engine spends', () => {
  it('is in the ledger within a second, calls, values and what was known', async () => {
    const { clock, engine, ledger, storage } = openPage();
    for (const name of names(60)) void engine.ask(attribute(1, name));
    await clock.drain();
    for (const name of names(60)) engine.peek(attribute(1, name));
    void engine.ask(attribute(2, 'a'));
    await clock.drain();
    const today = [{ day: '2026-11-21', calls: 3, values: 61, saved: 118, cost: undefined }];
    expect(ledger.current()).toEqual(today);
    expect(createLedger(storage, () => null).current()).toEqual(today);
  });

  it('does not hold calls that the service would not take', async () => {
    const { clock, source, ledger, ask } = openPage();
    let refusals = 2;
    const good = source.onLookup;
    source.onLookup = (call) =>
      refusals-- > 0 ? { kind: 'failed', code: 'throttled', status: 429 } : good(call);
    ask(3);
    await clock.drain();
    expect(source.lookups).toHaveLength(5);
    expect(ledger.current()).toMatchObject([{ calls: 3, values: 3 }]);
  });

  it('is written once a second at most, and at once when the page may go', async () => {
    const { clock, ask, keep, storage, ledger } = openPage();
    let writes = 0;
    const write = storage.write.bind(storage);
    storage.write = (name, text) => {
      writes += 1;
      return write(name, text);
    };
    ask(400);
    await clock.advance(5_000);
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThanOrEqual(5);
    keep();
    expect(createLedger(storage, () => null).current()).toEqual(ledger.current());
    await clock.drain();
  });

  it('is counted on the day on which it was spent', async () => {
    const { clock, ask, ledger } = openPage();
    ask(2);
    await clock.drain();
    clock.jump(86_400_000);
    ask(3, 10);
    await clock.drain();
    expect(ledger.current()).toMatchObject([
      { day: '2026-11-21', calls: 2 },
      { day: '2026-11-22', calls: 3 },
    ]);
  });

  it('counts for the budget after a reload', async () => {
    const before = openPage(createFakeStorage(), 10);
    before.ask(8);
    await before.clock.drain();
    const after = openPage(before.storage, 10);
    after.ask(5, 100);
    await after.clock.drain();
    expect(after.source.lookups).toHaveLength(2);
    expect(after.engine.spending.held()).toMatchObject({ calls: 3, reason: 'over-budget' });
    expect(after.ledger.current()).toMatchObject([{ calls: 10 }]);
  });

  it('counts for the budget of another page that is open', async () => {
    const one = openPage(createFakeStorage(), 10);
    const other = openPage(one.storage, 10);
    one.ask(7);
    await one.clock.drain();
    other.ask(1, 50);
    await other.clock.drain();
    other.ask(5, 100);
    await other.clock.drain();
    expect(one.source.lookups.length + other.source.lookups.length).toBe(10);
  });

  it('is kept in mind by the engine alone where the device keeps nothing', async () => {
    const storage = createFakeStorage();
    storage.isFull = true;
    const { clock, source, ask, ledger } = openPage(storage, 10);
    ask(15);
    await clock.drain();
    expect(source.lookups).toHaveLength(10);
    expect(ledger.current()).toMatchObject([{ calls: 10 }]);
    expect(ledger.isKept()).toBe(false);
  });
});

describe('what the open workbook has cost', () => {
  it('is what this page asked for it, and not what others did', async () => {
    const one = openPage();
    const other = openPage(one.storage);
    one.ask(3);
    other.ask(2, 50);
    await one.clock.drain();
    await other.clock.drain();
    expect(one.workbook.current()).toMatchObject({ calls: 3, values: 3 });
    expect(other.workbook.current()).toMatchObject({ calls: 2 });
  });

  it('begins anew with another workbook, whatever the day holds', async () => {
    const { clock, ask, workbook, ledger, openAnother } = openPage();
    ask(3);
    await clock.drain();
    openAnother();
    expect(workbook.current()).toMatchObject({ calls: 0, values: 0, saved: 0 });
    ask(2, 50);
    await clock.drain();
    expect(workbook.current()).toMatchObject({ calls: 2, values: 2 });
    expect(ledger.current()).toMatchObject([{ calls: 5 }]);
  });

  it('holds no call that was made for the workbook before', async () => {
    const { clock, ask, workbook, openAnother, source } = openPage();
    ask(3);
    while (source.lookups.length < 3) await clock.advance(1);
    openAnother();
    await clock.drain();
    expect(workbook.current().calls).toBe(0);
  });

  it('has the price that a call had when it was made', async () => {
    const { clock, ask, workbook, setPrice } = openPage();
    expect(workbook.current().cost).toBeUndefined();
    setPrice(2);
    ask(3);
    await clock.drain();
    expect(workbook.current().cost).toBe(6);
    setPrice(5);
    ask(1, 50);
    await clock.drain();
    expect(workbook.current().cost).toBe(11);
  });
});
