import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import { createKnownNames } from '../../../src/engine/catalogue/known-names';
import { createCellRegister, type StaleValues } from '../../../src/addin/functions/problems';
import type { Outcome } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';
import { found } from './fake-engine';
import { pause, setUp } from './formulas-setup';

/** Each reading takes a second, so that every turn has room for one step. */
class SlowClock extends HandClock {
  private looks = 0;

  override elapsed(): number {
    this.looks += 1;
    return this.looks * 1_000;
  }
}

const CANCELLED = '#N/A The request was cancelled: select Retry failed in the Locus pane.';
const PREVIEWING = '#N/A Not requested while you type: press Enter to finish the formula.';

describe('what is known', () => {
  test('is not asked again along with unknown values', async () => {
    const { engine, type } = setUp();
    engine.known.set('a', found(1));
    const { result } = type('S!A1', 'a,b');
    await pause();
    expect(engine.asked).toHaveLength(1);
    engine.settleAll(found(2));
    await expect(result).resolves.toEqual([[1, 2]]);
  });

  test('is shown even when it is stale', async () => {
    const { engine, type } = setUp();
    engine.known.set('a', { kind: 'found', value: 5, at: 0, origin: 'device', isStale: true });
    await expect(type('S!A1', 'a').result).resolves.toEqual([[5]]);
  });
});

describe('values that are older than they should be', () => {
  const stale = (value: number, at: number): Outcome => ({
    kind: 'found',
    value,
    at,
    origin: 'device',
    isStale: true,
  });

  test('are told with their number and the age of the oldest', async () => {
    const staleValues: StaleValues = createCellRegister();
    const { engine, type } = setUp({ staleValues });
    engine.known.set('a', stale(1, 500)).set('b', stale(2, 300)).set('c', found(3));
    await type('S!A1', 'a,b,c').result;
    const [{ targets = [], ...told } = {}] = staleValues.list();
    expect(told).toEqual({ address: 'S!A1', count: 2, oldestAt: 300 });
    // Both are about one place, and share a call.
    expect([targets.length, new Set(targets).size]).toEqual([2, 1]);
  });

  test('are told no more once their cell has newer ones', async () => {
    const staleValues: StaleValues = createCellRegister();
    const { engine, type } = setUp({ staleValues });
    engine.known.set('a', stale(1, 500));
    await type('S!A1', 'a').result;
    engine.known.set('a', found(2));
    await type('S!A1', 'a').result;
    expect(staleValues.list()).toEqual([]);
  });
});

describe('a formula that is being typed', () => {
  test.each([true, 'true', 'TRUE'])('asks nothing (isInValuePreview: %p)', async (preview) => {
    const { engine, problems, type } = setUp();
    engine.known.set('a', found(1));
    const { result } = type('S!A1', 'a,b', { isInValuePreview: preview });
    await expect(result).resolves.toEqual([[1, PREVIEWING]]);
    expect(engine.asked).toEqual([]);
    expect(problems.list()).toEqual([]);
  });

  test.each([false, 'false', undefined, null])(
    'is one that has been typed where the host says %p',
    async (preview) => {
      const { engine, type } = setUp();
      const { result } = type('S!A1', 'b', { isInValuePreview: preview });
      await pause();
      engine.settleAll(found(2));
      await expect(result).resolves.toEqual([[2]]);
    },
  );

  test('does not take the place of the cell that calculates', async () => {
    const { engine, problems, type } = setUp();
    const { result } = type('S!A1', 'a');
    await pause();
    await type('S!A1', 'b', { isInValuePreview: true }).result;
    engine.settleAll({ kind: 'failed', error: { code: 'offline' } });
    await result;
    expect(problems.list()).toMatchObject([{ address: 'S!A1', code: 'offline' }]);
  });
});

describe('a cancellation', () => {
  test('ends all that was asked, and reports nothing', async () => {
    const { problems, type } = setUp();
    const { invocation, result } = type('S!A1', 'a,b');
    await pause();
    invocation.onCanceled?.();
    await expect(result).resolves.toEqual([[CANCELLED, CANCELLED]]);
    expect(problems.list()).toEqual([]);
  });

  test('that comes before its turn asks nothing', async () => {
    const slow = new SlowClock();
    const { engine, type } = setUp({ clock: slow });
    type('S!A1', 'a');
    const { invocation, result } = type('S!A2', 'b');
    invocation.onCanceled?.();
    await slow.drain();
    await expect(result).resolves.toEqual([[CANCELLED]]);
    expect(engine.asked).toHaveLength(1);
  });

  test('after the end changes nothing, and may come twice', async () => {
    const { engine, problems, type } = setUp();
    const { invocation, result } = type('S!A1', 'a');
    await pause();
    engine.settleAll({ kind: 'failed', error: { code: 'offline' } });
    await result;
    invocation.onCanceled?.();
    invocation.onCanceled?.();
    expect(problems.list()).toHaveLength(1);
  });

  test('by a person in the pane is reported, so that the cell can be retried', async () => {
    const { engine, problems, type } = setUp();
    const { result } = type('S!A1', 'a');
    await pause();
    engine.settleAll({ kind: 'failed', error: { code: 'cancelled' } });
    await expect(result).resolves.toEqual([[CANCELLED]]);
    expect(problems.list()).toMatchObject([{ address: 'S!A1', code: 'cancelled' }]);
  });
});

describe('a report', () => {
  test('groups the errors of a cell by their code', async () => {
    const { engine, problems, type } = setUp();
    const { result } = type('S!A1', 'a,b,c,d-e');
    await pause();
    engine.settle(0, { kind: 'failed', error: { code: 'offline' } });
    engine.settle(1, { kind: 'failed', error: { code: 'offline' } });
    engine.settle(2, found(3));
    await result;
    const codes = problems.list().map(({ address, code, count }) => [address, code, count]);
    expect(codes).toEqual([
      ['S!A1', 'invalid-variable', 1],
      ['S!A1', 'offline', 2],
    ]);
  });

  test('of a cell that is well takes it off the list', async () => {
    const { engine, problems, type } = setUp();
    await type('S!A1', 'a-b').result;
    expect(problems.list()).toHaveLength(1);
    engine.known.set('a', found(1));
    await type('S!A1', 'a').result;
    expect(problems.list()).toEqual([]);
  });

  test('of an older calculation of the cell is not heard, however late it ends', async () => {
    const { engine, problems, type } = setUp();
    const older = type('S!A1', 'a');
    const newer = type('S!A1', 'b');
    await pause();
    engine.settle(1, found(2));
    await newer.result;
    engine.settle(0, { kind: 'failed', error: { code: 'offline' } });
    await older.result;
    expect(problems.list()).toEqual([]);
  });

  test('of an older calculation is not heard while a newer one runs', async () => {
    const { engine, problems, type } = setUp();
    const older = type('S!A1', 'a');
    const newer = type('S!A1', 'b');
    await pause();
    engine.settle(0, found(1));
    await older.result;
    engine.settle(1, { kind: 'failed', error: { code: 'offline' } });
    await newer.result;
    expect(problems.list()).toMatchObject([{ code: 'offline' }]);
  });

  test.each([undefined, null, '', 7])('needs an address (%p)', async (address) => {
    const { problems, type } = setUp();
    await type('S!A1', 'a-b', { address: address as never }).result;
    expect(problems.list()).toEqual([]);
  });
});

describe('an outcome', () => {
  test.each([NaN, Infinity, -Infinity])('of %p never reaches a cell', async (value) => {
    const { engine, type } = setUp();
    engine.known.set('a', found(value));
    const [[cell]] = (await type('S!A1', 'a').result) as [[unknown]];
    expect(cell).toMatch(/^#N\/A Can't read the service's reply/);
  });

  test('that is a rejection says what was rejected, though the engine does not', async () => {
    const { engine, type } = setUp();
    engine.known.set('a', { kind: 'failed', error: { code: 'rejected', status: 400 } });
    const [[cell]] = (await type('S!A1', 'a').result) as [[unknown]];
    expect(cell).toBe('#VALUE! The service rejected "a": check the spelling and the place.');
  });

  test.each([{}, { status: 200 }, { status: 302 }, { redirectsTo: 'https://other.example' }])(
    'that nobody can read, %j, names no attribute in place of an address',
    async (details) => {
      const { engine, type } = setUp();
      engine.known.set('w_pop_tt', {
        kind: 'failed',
        error: { code: 'unreadable-reply', ...details },
      });
      const [[cell]] = (await type('S!A1', 'w_pop_tt').result) as [[unknown]];
      expect(cell).not.toContain('w_pop_tt');
      expect(cell).toContain(details.redirectsTo ?? 'service');
    },
  );
});

test('an engine that breaks its promise is an error in the cell, without a word of its own', async () => {
  const { engine, problems, type } = setUp();
  engine.isBroken = true;
  const { result } = type('S!A1', 'a');
  await expect(result).resolves.toEqual([
    ["#VALUE! Locus couldn't calculate this formula: check its arguments."],
  ]);
  expect(problems.list()).toHaveLength(1);
});

test('names that the host knows are suggested and listed', async () => {
  const clock = new HandClock();
  const catalogue = createCatalogue({ clock });
  await catalogue.take([{ name: 'br_cafe_ct', title: 'cafés of all brands' }], 'add');
  const names = createKnownNames({ clock, open: () => Promise.resolve(catalogue) });
  const { engine, formulas, type } = setUp({ names });
  engine.known.set('br_cafe_c', { kind: 'missing', at: 0, origin: 'service' });
  const [[cell]] = (await type('S!A1', 'br_cafe_c').result) as [[unknown]];
  expect(cell).toContain('did you mean "br_cafe_ct"?');
  const calculation = {
    address: undefined,
    isPreview: false,
    signal: new AbortController().signal,
  };
  await expect(formulas.catalogue('brands', calculation)).resolves.toEqual([
    ['br_cafe_ct', 'cafés of all brands'],
  ]);
});

test('a name without a value waits for the names known here, and no longer than three seconds', async () => {
  const clock = new HandClock();
  const names = createKnownNames({ clock, open: () => new Promise(() => undefined) });
  const { engine, type } = setUp({ names });
  engine.known.set('w_pop_t', { kind: 'missing', at: 0, origin: 'service' });
  engine.known.set('w_a', found(1));
  await expect(type('S!A1', 'w_a').result).resolves.toEqual([[1]]);
  const shown: unknown[] = [];
  void type('S!A2', 'w_a,w_pop_t').result.then((rows) => shown.push(rows));
  await clock.advance(2_999);
  expect(shown).toEqual([]);
  await clock.advance(1);
  expect(shown).toEqual([
    [[1, '#N/A The service has no value here: check the place and the attribute.']],
  ]);
});

test('a list of names that cannot be fetched says so, and is fetched when asked again', async () => {
  const clock = new HandClock();
  const opened = createCatalogue({ clock });
  let isThere = false;
  const open = () => (isThere ? Promise.resolve(opened) : Promise.reject(new Error('chunk 7')));
  const { formulas } = setUp({ names: createKnownNames({ clock, open }) });
  const calculation = {
    address: undefined,
    isPreview: false,
    signal: new AbortController().signal,
  };
  const [[cell]] = (await formulas.catalogue('w', calculation)) as [[{ message: string }]];
  expect(cell.message).toBe(
    "Locus couldn't load its list of attributes: check your network, then select Retry failed.",
  );
  isThere = true;
  await expect(formulas.catalogue('w_pop_tt_500', calculation)).resolves.toEqual([
    ['w_pop_tt_500', 'Population within 500 m'],
  ]);
});

test('names are listed while the formula is being typed too', async () => {
  const { formulas } = setUp();
  const calculation = { address: 'S!A1', isPreview: true, signal: new AbortController().signal };
  await expect(formulas.catalogue('hospital', calculation)).resolves.toEqual([
    ['p_health_hp_np', 'Normalised share of health facilities (HP)'],
  ]);
});
