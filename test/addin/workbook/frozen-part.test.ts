import fc from 'fast-check';
import type { FrozenFormulas } from '../../../src/addin/workbook/frozen-formulas';
import {
  FROZEN_ASIDE_NAMESPACE,
  FROZEN_NAMESPACE,
  readFrozenParts,
  writeFrozenParts,
} from '../../../src/addin/workbook/frozen-part';
import { createFrozenStore } from '../../../src/addin/workbook/frozen-store';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

const AREA = { sheet: 'My “stores” <&> 東京', row: 1, column: 4, rows: 3, columns: 1 };

const SAVED = { kind: 'saved' };

function frozen(id: string, rows = 3): FrozenFormulas {
  return {
    id,
    at: 1_000,
    kind: 'column',
    area: { ...AREA, rows },
    anchor: '_locus_frozen_a_1',
    origin: undefined,
    references: [
      {
        anchor: '_locus_frozen_a_2',
        area: { ...AREA, column: 1 },
        form: 'cell',
        isQualified: false,
        fixed: 'cC',
      },
    ],
    formulas: [['=LOCATTR(', 0, ',"<ä>&\u2028")']],
    repeats: [[0, rows]],
    blanks: 1,
    isLeft: false,
  };
}

/** More than half of what fits into a part. */
function large(id: string): FrozenFormulas {
  const formulas = Array.from({ length: 60 }, (_, row) => [`="${row}${'x'.repeat(8_000)}"`]);
  const repeats = formulas.map((__, row): [number, number] => [row, 1]);
  return { ...frozen(id, formulas.length), formulas, repeats };
}

describe('the parts that hold frozen formulas', () => {
  it('give back what was put in', () => {
    const all = [frozen('a-1'), frozen('a-2', 1_000)];
    const parts = writeFrozenParts(all) ?? [];
    expect(parts).toHaveLength(1);
    const reading = readFrozenParts(parts);
    expect(reading).toMatchObject({ damaged: [], isNewer: false });
    expect([...reading.formulas.values()]).toEqual(all);
  });

  it('are as many as it takes for each to fit into a workbook', () => {
    const all = [large('a-1'), large('a-2'), large('a-3')];
    const parts = writeFrozenParts(all) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(1_000_000);
    expect(readFrozenParts(parts).formulas.size).toBe(3);
  });

  it('are none where they would be more than are read again', () => {
    const all = Array.from({ length: 61 }, (_, index) => large(`a-${index}`));
    expect(writeFrozenParts(all)).toBeUndefined();
    expect(writeFrozenParts(all.slice(1))).toHaveLength(60);
  });

  it('are one, in whatever order they stand and however often', () => {
    const one = writeFrozenParts([frozen('a-1'), frozen('a-2')]) ?? [];
    const other = writeFrozenParts([frozen('a-2', 1), frozen('a-3')]) ?? [];
    const reading = readFrozenParts([...one, ...other]);
    expect(reading).toEqual(readFrozenParts([...other, ...one, ...one]));
    expect([...reading.formulas.keys()].sort()).toEqual(['a-1', 'a-2', 'a-3']);
    expect(reading.formulas.get('a-2')?.area.rows).toBe(3);
  });

  it('are read as the first version wrote them, without its hashes and what is back', () => {
    const entry = {
      at: 1_000,
      kind: 'column',
      area: ['Stores', 1, 4, 3, 1],
      anchor: '_locus_frozen_a_1',
      references: [],
      formulas: [['=LOCATTR(1,2,"x")']],
      runs: [[0, 3]],
      values: 'AQAAAAIAAAADAAAA',
      marks: 'AQAAAAIAAAADAAAA',
      others: 'BwAAAA==',
    };
    const formulas = { 'a-1': entry, 'a-2': { ...entry, thawedAt: 2_000 } };
    const text = JSON.stringify({ formulas });
    const part = `<frozen xmlns="${FROZEN_NAMESPACE}" version="1">${text}</frozen>`;
    const reading = readFrozenParts([part]);
    expect(reading).toMatchObject({ damaged: [], isNewer: false });
    expect([...reading.formulas.keys()]).toEqual(['a-1']);
    expect(reading.formulas.get('a-1')).toMatchObject({ repeats: [[0, 3]], isLeft: false });
  });

  it('may hold anything, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const xml = `<frozen xmlns="${FROZEN_NAMESPACE}" version="1">${text}</frozen>`;
        expect(readFrozenParts([text, xml]).formulas.size).toBe(0);
      }),
    );
  });

  it.each([
    ['a name that is not ours', { anchor: 'Prices' }],
    ['a name of a prototype', { anchor: '__proto__' }],
    ['a reference that is not there', { formulas: [['=LOCATTR(', 9, ')']] }],
    ['no formula', { formulas: [['LOCATTR(1,2)']] }],
    ['a formula longer than a cell takes', { formulas: [[`=${'x'.repeat(8_200)}`]] }],
    ['more rows than cells', { runs: [[0, 900]] }],
    ['cells beyond the sheet', { area: ['S', 1_048_575, 0, 3, 1] }],
    ['a time that is none', { at: -1 }],
  ])('are damaged by %s, which costs nothing else', (_what, spoilt) => {
    const [xml = ''] = writeFrozenParts([frozen('a-1'), frozen('a-2')]) ?? [];
    const json = JSON.parse(/\{.*\}/s.exec(xml)?.[0] ?? '') as { formulas: Record<string, object> };
    json.formulas['a-1'] = { ...json.formulas['a-1'], ...spoilt };
    const text = JSON.stringify(json).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const part = `<frozen xmlns="${FROZEN_NAMESPACE}" version="1">${text}</frozen>`;
    const reading = readFrozenParts([part]);
    expect([...reading.formulas.keys()]).toEqual(['a-2']);
    expect(reading.damaged).toEqual([part]);
  });
});

describe('the store of frozen formulas', () => {
  it('sets a damaged part aside, whole, before it writes', async () => {
    const broken = `<frozen xmlns="${FROZEN_NAMESPACE}" version="1">{"formulas":{"__proto__":1}}</frozen>`;
    const { parts, held } = createFakeWorkbookParts([broken]);
    const store = createFrozenStore(parts);
    expect(await store.read()).toMatchObject({ isDamaged: true, formulas: [] });
    expect(held).toEqual([broken]);
    expect(await store.change({ removed: [], added: [frozen('a-1')] })).toEqual({ kind: 'saved' });
    expect(held.filter((xml) => xml.includes(FROZEN_ASIDE_NAMESPACE))).toHaveLength(1);
    expect(await store.read()).toMatchObject({ isDamaged: false, formulas: [{ id: 'a-1' }] });
  });

  it.each(['as they were', 'in another order'])(
    'takes no more than it reads again, and keeps what it has with its parts %s',
    async (order) => {
      const fake = createFakeWorkbookParts();
      const store = createFrozenStore(fake.parts);
      const lot = (name: string, count: number): FrozenFormulas[] =>
        Array.from({ length: count }, (_, index) => frozen(`${name}-${index}`, 1));
      expect(await store.change({ removed: [], added: lot('a', 4_999) })).toEqual(SAVED);
      const before = [...fake.held];
      expect(await store.change({ removed: [], added: lot('b', 2) })).toEqual({
        kind: 'failed',
        message: 'This workbook can’t keep more converted formulas. Restore some of them first.',
      });
      expect(fake.held).toEqual(before);
      if (order === 'in another order') fake.held.reverse();
      expect(await store.change({ removed: ['a-0'], added: lot('b', 2) })).toEqual(SAVED);
      const state = await store.read();
      expect(state).toMatchObject({ isDamaged: false });
      expect(state.kind === 'frozen' && state.formulas).toHaveLength(5_000);
    },
  );

  it('leaves alone what a later version wrote', async () => {
    const newer = `<frozen xmlns="${FROZEN_NAMESPACE}" version="3">{"formulas":{}}</frozen>`;
    const { parts, held } = createFakeWorkbookParts([newer]);
    const store = createFrozenStore(parts);
    expect(await store.read()).toMatchObject({ isNewer: true });
    expect(await store.change({ removed: [], added: [frozen('a-1')] })).toMatchObject({
      kind: 'failed',
    });
    expect(held).toEqual([newer]);
  });

  it('keeps what another copy has written meanwhile', async () => {
    const { parts } = createFakeWorkbookParts();
    const [one, other] = [createFrozenStore(parts), createFrozenStore(parts)];
    await one.change({ removed: [], added: [frozen('a-1')] });
    await other.change({ removed: [], added: [frozen('b-1')] });
    await one.change({ removed: ['a-1'], added: [frozen('a-2')] });
    const state = await other.read();
    expect(state.kind === 'frozen' && state.formulas.map(({ id }) => id).sort()).toEqual([
      'a-2',
      'b-1',
    ]);
  });

  it('changes nothing in a workbook that was opened meanwhile', async () => {
    const fake = createFakeWorkbookParts();
    const store = createFrozenStore(fake.parts);
    expect(await store.change({ removed: [], added: [frozen('a-1')] })).toEqual({ kind: 'saved' });
    const made = ['a-2', 'a-3'].map((id) => store.change({ removed: [], added: [frozen(id)] }));
    fake.open([]);
    for (const saving of made) {
      expect(await saving).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^Another workbook/),
      });
    }
    expect(await store.change({ removed: [], added: [frozen('a-4')] })).toMatchObject({
      kind: 'failed',
    });
    expect(fake.held).toEqual([]);
    const own = createFrozenStore(fake.parts);
    expect(await own.change({ removed: [], added: [frozen('b-1')] })).toEqual({ kind: 'saved' });
  });

  it('can be changed again after a change that threw', async () => {
    const store = createFrozenStore(createFakeWorkbookParts().parts);
    const nonsense = { removed: [], added: undefined as never };
    expect(await store.change(nonsense)).toMatchObject({ kind: 'failed' });
    expect(await store.change({ removed: [], added: [frozen('a-1')] })).toEqual({ kind: 'saved' });
  });

  it('says what is in the way', async () => {
    const fake = createFakeWorkbookParts();
    fake.fail('The workbook is read-only.');
    const store = createFrozenStore(fake.parts);
    const failure = { kind: 'failed', message: 'The workbook is read-only.' };
    expect(await store.read()).toEqual(failure);
    expect(await store.change({ removed: [], added: [] })).toEqual(failure);
  });
});
