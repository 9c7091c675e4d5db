import { createWorkbookModels } from '../../../src/addin/start/workbook-models';
import type { WorkbookModels } from '../../../src/addin/start/workbook-models';
import {
  createWorkbookStore,
  SETTINGS_NAMESPACE,
  type WorkbookStore,
} from '../../../src/addin/workbook/workbook-store';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

function partOf(models: Readonly<Record<string, string>>): string {
  const entries = Object.entries(models).map(([alias, modelId]) => [
    alias.toLowerCase(),
    { at: 1, alias, modelId },
  ]);
  const json = JSON.stringify({ models: Object.fromEntries(entries) as unknown });
  return `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">${json}</settings>`;
}

const FORMULAS = {
  Sheet1: [
    ['=LOCSCORE("shops", D1)'],
    ['=LOCSCORE("other", D1)'],
    ['=locscore_coords(B1, 1, 2)'],
    ['=LOCATTR(1, 2, "w_pop_tt")'],
    ['=_xldudf_LOCSCORE( "SHOPS" , D1)'],
    ['=LOCSCORE("sho"&"ps", D1)'],
    ['=LOCSCORE("other", D1) + LOCSCORE("Shops", D2)'],
    ['=LOCSCORE("say ""hi""", D1)'],
  ],
};

interface Opened {
  readonly models: WorkbookModels;
  readonly store: WorkbookStore;
  readonly fake: ReturnType<typeof createFakeWorkbookParts>;
  readonly clock: HandClock;
  readonly recalculated: string[][];
  /** Lets the host answer what it was asked so far. */
  answer(): Promise<void>;
}

/** @param isSlow the host answers when it is told to. */
function open(held: readonly string[], isSlow = false): Opened {
  const fake = createFakeWorkbookParts(held);
  const clock = new HandClock();
  const recalculated: string[][] = [];
  const asked: (() => void)[] = [];
  const store = createWorkbookStore({
    parts: {
      ...fake.parts,
      async read(namespace) {
        if (isSlow) await new Promise<void>((resolve) => asked.push(resolve));
        return fake.parts.read(namespace);
      },
    },
    now: () => clock.now(),
    credential: () => undefined,
  });
  const models = createWorkbookModels({
    store,
    clock,
    sheet: createFakeSheet(FORMULAS).sheet,
    recalculate: (addresses) => {
      recalculated.push([...addresses]);
      return Promise.resolve();
    },
  });
  const answer = async (): Promise<void> => {
    for (const go of asked.splice(0)) go();
    await clock.advance(0);
  };
  return { models, store, fake, clock, recalculated, answer };
}

describe('the models of the open workbook', () => {
  it('are waited for while they are being read, and then known in any case', async () => {
    const { models, answer } = open([partOf({ Shops: 'store-potential' })], true);
    const waiting = models.whenKnown();
    expect(waiting).toBeDefined();
    expect(models.modelId('shops')).toBeUndefined();
    await answer();
    await waiting;
    expect(models.modelId(' SHOPS ')).toBe('store-potential');
    expect(models.modelId('store-potential')).toBeUndefined();
    expect(models.whenKnown()).toBeUndefined();
  });

  it('are not calculated again because a workbook was opened', async () => {
    const { models, fake, clock, recalculated } = open([partOf({ Shops: 'a' })]);
    await models.whenKnown();
    fake.open([partOf({ Shops: 'b' })]);
    expect(models.modelId('Shops')).toBeUndefined();
    await models.whenKnown();
    expect(models.modelId('Shops')).toBe('b');
    await clock.drain();
    expect(recalculated).toEqual([]);
  });

  it('are waited for two seconds at most; cells that guessed are calculated again', async () => {
    const { models, answer, clock, recalculated } = open([partOf({ Shops: 'a' })], true);
    let isWaiting = true;
    void models.whenKnown()?.then(() => (isWaiting = false));
    await clock.advance(1_999);
    expect(isWaiting).toBe(true);
    await clock.advance(1);
    expect(isWaiting).toBe(false);
    await answer();
    expect(models.modelId('Shops')).toBe('a');
    expect(recalculated).toHaveLength(1);
  });

  it('leave alone cells that guessed where the workbook has no models', async () => {
    const { models, answer, clock, recalculated } = open([], true);
    void models.whenKnown();
    await clock.advance(2_000);
    await answer();
    expect(recalculated).toEqual([]);
  });

  it('calculate again the cells that may use a changed alias, and no other', async () => {
    const { models, store, clock, recalculated } = open([partOf({ Shops: 'a', Other: 'b' })]);
    await models.whenKnown();
    const model = { alias: 'Shops', modelId: 'c', note: '', variables: [] };
    await store.edit([{ kind: 'put-model', model, replaces: 'Shops' }]);
    await clock.drain();
    const using = ['A1', 'A3', 'A5', 'A6', 'A7'].map((cell) => `Sheet1!${cell}`);
    expect(recalculated).toEqual([using]);
    await store.edit([{ kind: 'put-model', model: { ...model, note: 'x' }, replaces: 'Shops' }]);
    await clock.drain();
    expect(recalculated).toHaveLength(1);
    await store.edit([
      { kind: 'put-model', model: { ...model, alias: 'Say "hi"' }, replaces: 'Shops' },
    ]);
    await clock.drain();
    expect(recalculated[1]).toEqual(['A3', 'A6', 'A8'].map((cell) => `Sheet1!${cell}`));
  });

  it('that are gone calculate nothing again: their name would be asked for as an id', async () => {
    const { models, store, clock, recalculated } = open([partOf({ shops: 's-1' })]);
    await models.whenKnown();
    await store.edit([{ kind: 'remove-model', alias: 'Shops' }]);
    await clock.drain();
    expect(store.current().settings.models).toEqual([]);
    expect(recalculated).toEqual([]);
  });

  it('go on where the sheet cannot be read', async () => {
    const { models, store, fake } = open([partOf({ Shops: 'a' })]);
    await models.whenKnown();
    fake.fail('busy');
    await store.read();
    expect(models.whenKnown()).toBeUndefined();
    expect(models.modelId('shops')).toBe('a');
  });
});
