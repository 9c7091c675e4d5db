import { createLazySettings } from '../../../src/addin/start/lazy-settings';
import { openSettings } from '../../../src/addin/start/open-settings';
import type { OpenSettings } from '../../../src/addin/start/open-settings';
import { SETTINGS_NAMESPACE } from '../../../src/addin/workbook/workbook-part';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import type { FakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

const HELD = `<settings xmlns="${SETTINGS_NAMESPACE}" version="1">${JSON.stringify({
  models: { shops: { at: 1, alias: 'Shops', modelId: 'm-1' } },
})}</settings>`;

interface Opened extends OpenSettings {
  readonly clock: HandClock;
  readonly recalculated: string[][];
  /** How often the code was asked for. */
  readonly fetches: () => number;
  readonly fake: FakeWorkbookParts;
  arrive(): Promise<void>;
  fail(): Promise<void>;
}

/** A workbook with one model and two cells that name it, whose code comes when it is told to. */
function open(): Opened {
  const clock = new HandClock();
  const sheet = createFakeSheet({ S: [['=LOCSCORE("shops", B1)'], ['=LOCATTR(1, 2, "a")']] });
  const recalculated: string[][] = [];
  const pending: { resolve(): void; reject(): void }[] = [];
  const fake = createFakeWorkbookParts([HELD]);
  const parts = {
    parts: fake.parts,
    sheet: sheet.sheet,
    clock,
    now: () => 1,
    credential: () => undefined,
    recalculate: (addresses: readonly string[]) => {
      recalculated.push([...addresses]);
      return Promise.resolve();
    },
  };
  let fetches = 0;
  const lazy = createLazySettings({
    clock,
    parts: fake.parts,
    async load(hasGuessed) {
      fetches += 1;
      await new Promise<void>((resolve, reject) =>
        pending.push({ resolve, reject: () => reject(new Error('offline')) }),
      );
      return openSettings({ ...parts, hasGuessed });
    },
  });
  return {
    ...lazy,
    clock,
    recalculated,
    fake,
    fetches: () => fetches,
    async arrive() {
      pending.shift()?.resolve();
      await settle();
    },
    async fail() {
      pending.shift()?.reject();
      await settle();
    },
  };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('the code of the workbook’s settings is fetched when something first needs them', async () => {
  const { store, models, fetches } = open();
  expect({ id: models.modelId('shops'), fetches: fetches() }).toEqual({
    id: undefined,
    fetches: 0,
  });
  store.subscribe(() => undefined);
  void models.whenKnown();
  void store.whenRead();
  await settle();
  expect(fetches()).toBe(1);
});

describe('the workbook’s settings, before their code is there', () => {
  it('are being read, and a cell that needs them waits', async () => {
    const { store, models, arrive } = open();
    expect(store.current().reading.kind).toBe('reading');
    let isKnown = false;
    void models.whenKnown()?.then(() => (isKnown = true));
    await settle();
    expect(isKnown).toBe(false);
    await arrive();
    expect({ isKnown, id: models.modelId('SHOPS') }).toEqual({ isKnown: true, id: 'm-1' });
    expect(store.current().reading.kind).toBe('read');
    expect(models.whenKnown()).toBeUndefined();
  });

  it('keep no cell for long: one that could not wait is calculated again', async () => {
    const { models, clock, recalculated, arrive } = open();
    const waited = models.whenKnown();
    await clock.advance(2_000);
    await waited;
    expect(models.modelId('shops')).toBeUndefined();
    await arrive();
    expect(recalculated).toEqual([['S!A1']]);
  });

  it('calculate nothing again when every cell could wait', async () => {
    const { models, recalculated, arrive } = open();
    void models.whenKnown();
    await arrive();
    expect(recalculated).toEqual([]);
  });

  it('tell their listeners when they have come', async () => {
    const { store, arrive } = open();
    let told = 0;
    const leave = store.subscribe(() => (told += 1));
    await arrive();
    expect(told).toBeGreaterThan(0);
    const before = told;
    leave();
    await store.edit([]);
    expect(told).toBe(before);
  });

  it('can be changed at once: the change waits', async () => {
    const { store, models, arrive } = open();
    const saving = store.edit([{ kind: 'remove-model', alias: 'shops' }]);
    await arrive();
    expect(await saving).toEqual({ kind: 'saved' });
    expect(models.modelId('shops')).toBeUndefined();
  });
});

it('a change that was made while another workbook was open is made in none', async () => {
  const { store, models, arrive, fake } = open();
  const saving = store.edit([{ kind: 'remove-model', alias: 'shops' }]);
  fake.open([HELD]);
  await arrive();
  expect(await saving).toEqual({ kind: 'refused', reason: 'another-workbook' });
  expect(models.modelId('shops')).toBe('m-1');
});

describe('when their code cannot be fetched', () => {
  it('it is said, no cell waits for it, and nothing is changed', async () => {
    const { store, models, fail } = open();
    const waited = models.whenKnown();
    await fail();
    await waited;
    expect(store.current().reading.kind).toBe('failed');
    expect(models.whenKnown()).toBeUndefined();
    expect((await store.edit([])).kind).toBe('failed');
  });

  it('it is fetched again when they are read again', async () => {
    const { store, models, fail, arrive, fetches } = open();
    void store.whenRead();
    await fail();
    const reading = store.read();
    expect(store.current().reading.kind).toBe('reading');
    await arrive();
    await reading;
    expect({ fetches: fetches(), id: models.modelId('shops') }).toEqual({ fetches: 2, id: 'm-1' });
  });

  it('cells that waited in vain are calculated once it has come, and those that ask then wait', async () => {
    const { store, models, fail, arrive, recalculated } = open();
    const waited = models.whenKnown();
    await fail();
    await waited;
    void store.read();
    let isKnown = false;
    void models.whenKnown()?.then(() => (isKnown = true));
    await settle();
    expect(isKnown).toBe(false);
    await arrive();
    expect({ isKnown, recalculated }).toEqual({ isKnown: true, recalculated: [['S!A1']] });
  });
});
