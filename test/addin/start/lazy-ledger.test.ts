import { createLazyLedger } from '../../../src/addin/start/lazy-ledger';
import { recordSpending } from '../../../src/addin/start/spending';
import { createLedger } from '../../../src/addin/device/ledger';
import { attribute, setUp } from '../../engine/lookup/engine-setup';
import { createFakeStorage } from '../device/fake-storage';

function open(failures = 0) {
  const { engine, clock } = setUp({});
  const ledger = createLedger(createFakeStorage(), () => null);
  let loads = 0;
  const openLedger = createLazyLedger({
    activity: engine.activity,
    clock,
    load() {
      loads += 1;
      if (loads <= failures) return Promise.reject(new Error('offline'));
      recordSpending({ engine, ledger, clock })();
      return Promise.resolve(ledger);
    },
  });
  return { engine, clock, openLedger, ledger, loads: () => loads };
}

describe('the ledger, whose code is fetched when needed', () => {
  it('is not fetched before something is asked, and then once', async () => {
    const { engine, clock, loads } = open();
    await clock.advance(60_000);
    expect(loads()).toBe(0);
    void engine.ask(attribute(1, 'a'));
    void engine.ask(attribute(2, 'a'));
    await clock.drain();
    expect(loads()).toBe(1);
  });

  it('has what was done before it came', async () => {
    const { engine, clock, ledger, openLedger } = open(1);
    void engine.ask(attribute(1, 'a'));
    await clock.advance(5_000);
    expect(ledger.current()).toEqual([]);
    expect(await openLedger()).toBe(ledger);
    await clock.drain();
    expect(ledger.current()).toMatchObject([{ calls: 1, values: 1 }]);
  });

  it('is fetched again a while after that failed, when more is asked', async () => {
    const { engine, clock, ledger, loads } = open(1);
    for (let row = 0; row < 5; row += 1) {
      void engine.ask(attribute(row, 'a'));
      await clock.advance(1_000);
    }
    expect(loads()).toBe(1);
    await clock.advance(10_000);
    void engine.ask(attribute(9, 'a'));
    await clock.drain();
    expect(loads()).toBe(2);
    expect(ledger.current()).toMatchObject([{ calls: 6 }]);
  });
});
