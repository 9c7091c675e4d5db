import { RuledService } from './ruled-service';
import { TestCellError, createTestHost, settled } from './test-host';

/** A page that has just loaded: no host yet. */
async function freshPage() {
  jest.resetModules();
  return {
    ...(await import('../../../src/addin/functions/functions')),
    ...(await import('../../../src/addin/functions/host-promise')),
    ...(await import('../../../src/addin/functions/formulas')),
  };
}

const INVOCATION = { address: 'S!A1' } as CustomFunctions.CancelableInvocation;

test('cells that calculate before all is ready wait, and then have their values', async () => {
  const page = await freshPage();
  const early = [page.LOCATTR([[12]], [[77]], [['w_pop_tt']], INVOCATION), page.LOCCATALOG()];
  const { host, clock } = createTestHost(new RuledService());
  page.provideFunctions(page.createFormulas(host));
  await clock.drain();
  expect(await early[0]).toEqual([[8012.077]]);
  expect(await early[1]).toHaveLength(8);
});

test('a cell that was cancelled while it waited asks nothing', async () => {
  const page = await freshPage();
  const service = new RuledService();
  const invocation: CustomFunctions.CancelableInvocation = { address: 'S!A1' };
  const early = page.LOCATTR([[12]], [[77]], [['w_pop_tt']], invocation);
  invocation.onCanceled?.();
  const { host, clock } = createTestHost(service);
  page.provideFunctions(page.createFormulas(host));
  await settled(clock, early);
  expect(service.sent).toEqual([]);
});

test('where nothing can start, no cell stays busy', async () => {
  const page = await freshPage();
  const early = page.LOCSCORE([['m']], [['a']], undefined, undefined, INVOCATION);
  page.failFunctions('Locus could not start: reload it.', (kind, message) => {
    return new TestCellError(kind, message);
  });
  const error = new TestCellError('not-available', 'Locus could not start: reload it.');
  expect(await early).toEqual([[error]]);
  expect(await page.LOCVARS([['a']], [[1]], INVOCATION)).toEqual([[error]]);
});

test('without a way to make an error, the cell shows the message', async () => {
  const page = await freshPage();
  page.failFunctions('Locus could not start: reload it.');
  expect(await page.LOCATTR([[12]], [[77]], [['a']], INVOCATION)).toEqual([
    ['Locus could not start: reload it.'],
  ]);
});

test('a host that comes after all takes over', async () => {
  const page = await freshPage();
  page.failFunctions('Locus could not start: reload it.');
  const { host, clock } = createTestHost(new RuledService());
  page.provideFunctions(page.createFormulas(host));
  const result = page.LOCATTR([[12]], [[77]], [['w_pop_tt']], INVOCATION);
  expect(await settled(clock, result)).toEqual([[8012.077]]);
});

describe('a host that leaves out what was not typed', () => {
  it.each(['LOCSCORE', 'LOCSCORE_COORDS', 'LOCCATALOG', 'LOCNEAREST'] as const)(
    'is understood by %s, wherever the invocation object stands',
    async (name) => {
      const page = await freshPage();
      const service = new RuledService();
      const { host, clock } = createTestHost(service);
      page.provideFunctions(page.createFormulas(host));
      const run = page[name] as (...given: unknown[]) => Promise<unknown[][]>;
      const typed = {
        LOCSCORE: [[['m']], [['MG Road']]],
        LOCSCORE_COORDS: [[['m']], [[12]], [[77]]],
        LOCCATALOG: [],
        LOCNEAREST: [[[12]], [[77]], [[12]], [[77]]],
      }[name];
      const optional = name === 'LOCCATALOG' || name === 'LOCNEAREST' ? 1 : 2;
      const shown: unknown[] = [];
      for (let left = 0; left <= optional; left += 1) {
        const invocation: CustomFunctions.CancelableInvocation = { address: 'S!A1' };
        const blanks = Array.from({ length: left }, () => undefined);
        const result = run(...typed, ...blanks, invocation);
        expect(invocation.onCanceled).toBeInstanceOf(Function);
        shown.push(await settled(clock, result));
      }
      expect(new Set(shown.map((rows) => JSON.stringify(rows))).size).toBe(1);
      expect(JSON.stringify(shown)).not.toContain('#');
      // A value preview has one value in each place: nothing is asked for it.
      const before = service.sent.length;
      const preview = { address: 'S!A2', isInValuePreview: true };
      await settled(clock, run(...typed.map((cells) => cells.map(() => ['else'])), preview));
      expect(service.sent).toHaveLength(before);
    },
  );

  it('is understood if it gives only a date', async () => {
    const page = await freshPage();
    const service = new RuledService();
    const { host, clock } = createTestHost(service);
    page.provideFunctions(page.createFormulas(host));
    const run = page.LOCSCORE as (...given: unknown[]) => Promise<unknown[][]>;
    const date = [['2026-01-05']];
    const short = await settled(clock, run([['m']], [['MG Road']], date, { address: 'S!A1' }));
    const whole = run([['m']], [['MG Road']], date, undefined, { address: 'S!A2' });
    expect(short).toEqual(await settled(clock, whole));
    expect(JSON.stringify(service.sent)).toContain('2026-01-05');
  });
});
