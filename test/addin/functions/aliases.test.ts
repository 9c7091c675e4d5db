import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import type { Source } from '../../../src/engine/lookup';
import { createTestHost, settled, shownRows, sourceOf } from './test-host';

/** Scores every model with the length of its id, and records the ids. */
function scoring(asked: string[]): Source {
  return sourceOf({
    lookup: (call) =>
      Promise.resolve({ kind: 'answered', values: new Map(call.names.map((name) => [name, 1])) }),
    score: (call) => {
      asked.push(call.model);
      return Promise.resolve({ kind: 'answered', value: call.model.length });
    },
  });
}

describe('a score that is asked for while the aliases are still being read', () => {
  it.each(['score', 'scoreOfCoordinates'] as const)('waits for them (%s)', async (kind) => {
    const asked: string[] = [];
    const aliases = new Map<string, string>();
    let known: () => void = () => undefined;
    const whenKnown = new Promise<void>((resolve) => (known = resolve));
    const { host, clock } = createTestHost(scoring(asked), {
      modelId: (alias) => aliases.get(alias),
      whenModelsKnown: () => (aliases.size === 0 ? whenKnown : undefined),
    });
    const formulas = createFormulas(host);
    const scored = { model: [['shops']], date: null, customVariables: null };
    const calculation = beginCalculation({ address: 'S!A1' });
    const result =
      kind === 'score'
        ? formulas.score([['MG Road']], scored, calculation)
        : formulas.scoreOfCoordinates([[12]], [[77]], scored, calculation);
    await clock.drain();
    expect(asked).toEqual([]);
    aliases.set('shops', 'store-potential');
    known();
    expect(shownRows(await settled(clock, result))).toEqual([['store-potential'.length]]);
    expect(asked).toEqual(['store-potential']);
  });

  it('keeps no attribute waiting', async () => {
    const { host, clock } = createTestHost(scoring([]), {
      whenModelsKnown: () => new Promise(() => undefined),
    });
    const rows = createFormulas(host).attributes([[12]], [[77]], [['a']], beginCalculation(null));
    expect(shownRows(await settled(clock, rows))).toEqual([[1]]);
  });
});

describe('a model that is known to need variables', () => {
  const needing = (asked: string[]) =>
    createTestHost(scoring(asked), {
      modelId: () => 'branch-revenue',
      variablesOf: (model) => (model === 'Revenue' ? ['floor_area', 'format'] : []),
    });
  const score = async (asked: string[], model: string, customVariables: unknown) => {
    const { host, clock } = needing(asked);
    const scored = { model: [[model]], date: null, customVariables };
    const rows = createFormulas(host).score([['MG Road']], scored, beginCalculation(null));
    return shownRows(await settled(clock, rows));
  };

  it.each([
    [null, 'floor_area, format'],
    [[['{"floor_area": 120}']], 'format'],
    [[['{"Floor_Area": 120, "format": "kiosk"}']], 'floor_area'],
  ])('is not asked without them: %j lacks %s', async (customVariables, missing) => {
    const asked: string[] = [];
    expect(await score(asked, 'Revenue', customVariables)).toEqual([
      [
        `#VALUE! "Revenue" needs ${missing}: add ${missing.includes(',') ? 'them' : 'it'} to custom_variables.`,
      ],
    ]);
    expect(asked).toEqual([]);
  });

  it('is asked with them, and so is a model of which nothing is known', async () => {
    const asked: string[] = [];
    await score(asked, 'Revenue', [['{"floor_area": 120, "format": "kiosk"}']]);
    await score(asked, 'Other', null);
    expect(asked).toHaveLength(2);
  });
});

describe('a model that the service does not have', () => {
  const names = [{ name: 'Shops' }, { name: 'store-potential' }];

  it.each([
    [
      'store potentials',
      'The service has no model "store potentials": did you mean "store-potential"?',
    ],
    ['shop', 'The service has no model "shop": did you mean "Shops"?'],
    [
      'warehouse',
      'The service has no model "warehouse": check the ID, or its alias in the Locus pane.',
    ],
  ])('is named as the workbook has it, where that was meant: %s', async (written, message) => {
    const source = sourceOf({
      score: () => Promise.resolve({ kind: 'failed', code: 'unknown-model', status: 404 }),
    });
    const { host, clock } = createTestHost(source, { modelNames: () => names });
    const scored = { model: [[written]], date: null, customVariables: null };
    const rows = createFormulas(host).score([['MG Road']], scored, beginCalculation(null));
    expect(shownRows(await settled(clock, rows))).toEqual([[`#VALUE! ${message}`]]);
  });
});
