import { createHash } from 'node:crypto';
import { createConnectionStore } from '../../../src/addin/device/connection-store';
import { createScope } from '../../../src/engine/client/scope';
import {
  createAccountTurns,
  createDeviceNames,
  createFirstAsking,
} from '../../../src/addin/start/core';
import type { FormulaReading } from '../../../src/addin/spreadsheet/sheet';
import { FakeCatalogueStore } from '../../engine/catalogue/fake-store';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeStorage } from '../device/fake-storage';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

function setUp(formulas: () => Promise<FormulaReading>, credential = 'a-key') {
  const clock = new HandClock();
  const store = new FakeCatalogueStore();
  const recalculated: (readonly string[])[] = [];
  const asked: string[] = [];
  const address = 'https://gateway.test';
  const names = createDeviceNames({
    clock,
    connection: {
      current: () => ({ addresses: { attributeUrl: address, modelUrl: address }, credential }),
      subscribe: () => () => {},
    },
    fetch: (url) => {
      asked.push(url);
      const listed = {
        gateway: 'locus',
        names: [{ name: 'w_team_tt', title: 'Ours' }],
        models: [],
      };
      return Promise.resolve(Response.json(listed));
    },
    openStore: () => store,
    sheet: { formulas },
    recalculate: (addresses) => Promise.resolve(void recalculated.push(addresses)),
  });
  return { clock, store, names, recalculated, asked };
}

const FORMULAS: FormulaReading = {
  kind: 'formulas',
  formulas: [
    { address: 'Sheet1!A1', sheet: 'Sheet1', row: 0, column: 0, formula: '=LOCCATALOG()' },
    { address: 'Sheet1!B1', sheet: 'Sheet1', row: 0, column: 1, formula: '=LOCATTR(12,77,"a")' },
    {
      address: 'Other!C3',
      sheet: 'Other',
      row: 2,
      column: 2,
      formula: '=COUNTA(loccatalog ("x"))',
    },
  ],
};

test('names that a person imports or forgets appear in the cells that list names, and in no other', async () => {
  const { clock, names, recalculated } = setUp(() => Promise.resolve(FORMULAS));
  const catalogue = await names.open();
  await catalogue.take([{ name: 'br_cafe_ct' }], 'add');
  await clock.drain();
  expect(recalculated).toEqual([['Sheet1!A1', 'Other!C3']]);
  await catalogue.forget('all');
  await clock.drain();
  expect(recalculated).toHaveLength(2);
});

test("the team's names are listed in cells though the pane was never opened", async () => {
  const { clock, names, recalculated } = setUp(() => Promise.resolve(FORMULAS), 'locus_a-token');
  await names.find('');
  await clock.drain();
  expect(recalculated).toEqual([['Sheet1!A1', 'Other!C3']]);
  const listing = await names.find('ours');
  expect([listing.count, listing.name(0)]).toEqual([1, 'w_team_tt']);
});

test('an ordinary service is asked nothing of a team', async () => {
  const { clock, names, asked } = setUp(() => Promise.resolve(FORMULAS));
  await names.find('');
  await clock.drain();
  expect(asked).toEqual([]);
});

test("names that are learned move nobody's cells", async () => {
  const { clock, names, store, recalculated } = setUp(() => Promise.resolve(FORMULAS));
  names.turnTo('me');
  names.learn('me', ['br_cafe_ct']);
  await clock.drain();
  expect(store.learned.get('me')).toEqual(['br_cafe_ct']);
  expect(recalculated).toEqual([]);
});

test.each<[string, () => Promise<FormulaReading>]>([
  ['cannot be read', () => Promise.resolve({ kind: 'failed', message: 'A dialog is open.' })],
  ['breaks', () => Promise.reject(new Error('busy'))],
  ['has no such cell', () => Promise.resolve({ kind: 'formulas', formulas: [] })],
])('a workbook that %s costs no name', async (_how, formulas) => {
  const { clock, names, store, recalculated } = setUp(formulas);
  const catalogue = await names.open();
  await catalogue.take([{ name: 'br_cafe_ct' }], 'add');
  await clock.drain();
  expect(store.imported).toEqual([{ name: 'br_cafe_ct' }]);
  expect(recalculated).toEqual([]);
});

test('after two quick saves the names are those of the second account', async () => {
  const connection = createConnectionStore({ storage: createFakeStorage(), defaults: HERE });
  const hashes: (() => void)[] = [];
  const scope = createScope({
    digest: (bytes) => {
      const hash = Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer;
      return new Promise((resolve) => hashes.push(() => resolve(hash)));
    },
    salt: () => 'salt',
    sessionId: 'session',
  });
  const turns: string[] = [];
  const turn = createAccountTurns({
    scope,
    connection,
    names: { turnTo: (account) => turns.push(account) },
  });
  connection.subscribe(() => void turn());
  connection.save({ credential: 'first-key', shouldRemember: false });
  connection.save({ credential: 'second-key', shouldRemember: false });
  // The device's hashes arrive in the other order.
  for (let round = 0; round < 10; round += 1) {
    hashes
      .splice(0)
      .reverse()
      .forEach((arrive) => arrive());
    await new Promise(setImmediate);
  }
  expect(turns.at(-1)).toBe(scope.of('lookup', connection.current()));
  expect(turns.at(-1)).not.toMatch(/^session-/);
});

const HERE = { attributeUrl: 'https://api.example.com', modelUrl: 'https://api.example.com' };
const DEMONSTRATION = 'demonstration-key';

interface Stage {
  /** The host says when a person types. @default true */
  readonly hearsEdits?: boolean;
  /** Cells that wait for a key. */
  readonly failing?: number;
  readonly hasPrice?: boolean;
  readonly key?: string;
}

function open({ hearsEdits = true, failing = 0, hasPrice = false, key }: Stage = {}) {
  let asksFirst: string | undefined;
  let type = (): void => {};
  let openAnother = (): void => {};
  const connection = createConnectionStore({
    storage: createFakeStorage(),
    defaults: HERE,
    demonstrationKey: DEMONSTRATION,
  });
  connection.forget();
  const save = (credential: string) => connection.save({ credential, shouldRemember: false });
  if (key !== undefined) save(key);
  const firstAsking = createFirstAsking({
    host: {
      ...(hearsEdits && { edits: (listener) => (type = listener) }),
      parts: {
        ...createFakeWorkbookParts().parts,
        subscribe(listener) {
          openAnother = listener;
          return () => {};
        },
      },
      demonstrationKey: DEMONSTRATION,
      defaultAddresses: HERE,
    },
    connection,
    problems: {
      list: () =>
        Array.from({ length: failing }, (_, row) => ({
          ...{ address: `S!A${row + 1}`, code: 'no-key', message: '', count: 1, at: 0 },
        })) as never,
    },
    spending: { askFirst: (reason) => (asksFirst = reason) },
    hasPrice: () => hasPrice,
  });
  return {
    save,
    forget: () => connection.forget(),
    personActed: firstAsking.personActed,
    asking: firstAsking.asking,
    type: () => type(),
    openAnother: () => openAnother(),
    asksFirst: () => asksFirst !== undefined,
    reason: () => asksFirst,
  };
}

describe('a workbook that nobody has acted on', () => {
  it('is asked about first once a person’s own key is saved', () => {
    const { save, asksFirst } = open();
    expect(asksFirst()).toBe(false);
    save('own-key');
    expect(asksFirst()).toBe(true);
  });

  it('is asked about first if the device remembers a key', () => {
    expect(open({ key: 'own-key' }).asksFirst()).toBe(true);
  });

  it('is not asked about with a demonstration’s key, or after the key is gone', () => {
    const { save, forget, asksFirst } = open();
    save(DEMONSTRATION);
    expect(asksFirst()).toBe(false);
    save('own-key');
    forget();
    expect(asksFirst()).toBe(false);
  });

  it.each([
    ['a person types in it', 'type'],
    ['a person asks for values from the pane', 'personActed'],
  ] as const)('is no longer asked about when %s', (_, act) => {
    const stage = open({ key: 'own-key' });
    stage[act]();
    expect(stage.asksFirst()).toBe(false);
    stage.save('another-key');
    expect(stage.asksFirst()).toBe(false);
    stage.openAnother();
    expect(stage.asksFirst()).toBe(true);
  });
});

describe('where the host does not say when a person types', () => {
  it('asks first about the cells that waited for the key, and about no others', () => {
    const waiting = open({ hearsEdits: false, failing: 3 });
    waiting.save('own-key');
    expect(waiting.asksFirst()).toBe(true);
    const empty = open({ hearsEdits: false });
    empty.save('own-key');
    expect(empty.asksFirst()).toBe(false);
  });
});

describe('a workbook whose values were interrupted', () => {
  it('is asked about first, whosever the key is, and no longer than it resumes', () => {
    const stage = open({ key: DEMONSTRATION });
    const end = stage.asking('interrupted');
    expect(stage.reason()).toBe('interrupted');
    end();
    expect(stage.reason()).toBeUndefined();
  });

  it('holds nothing that a person asks for meanwhile', () => {
    const stage = open({ key: DEMONSTRATION });
    stage.asking('interrupted');
    stage.type();
    expect(stage.reason()).toBeUndefined();
  });
});

describe('a click beside which no price stands', () => {
  it.each([
    ['a person’s own key', { key: 'own-key' }, 'unpriced'],
    ['a price per call', { key: DEMONSTRATION, hasPrice: true }, 'unpriced'],
    ['what costs nobody anything', { key: DEMONSTRATION }, undefined],
  ] as const)('holds what it asks for: with %s, %j', (_, given, reason) => {
    const stage = open(given);
    stage.type();
    const end = stage.asking('unpriced');
    expect(stage.reason()).toBe(reason);
    end();
    expect(stage.reason()).toBeUndefined();
  });

  it('is not over when an earlier one is', () => {
    const stage = open({ key: 'own-key' });
    stage.type();
    const first = stage.asking('unpriced');
    stage.asking('unpriced');
    first();
    expect(stage.reason()).toBe('unpriced');
  });
});
