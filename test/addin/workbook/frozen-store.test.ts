import fc from 'fast-check';
import type { FrozenBlock, RowRun } from '../../../src/addin/workbook/frozen-formulas';
import {
  createFrozenStore,
  FROZEN_ASIDE_NAMESPACE,
  FROZEN_NAMESPACE,
  readFrozenParts,
  writeFrozenParts,
} from '../../../src/addin/workbook/frozen-store';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

const AREA = { sheet: 'My “stores” <&> 東京', row: 1, column: 4, rows: 3, columns: 1 };

function frozen(name: string, rows = 3): FrozenBlock {
  return {
    anchor: `_locus_frozen_${name}`,
    at: 1_000,
    kind: 'column',
    area: { ...AREA, rows },
    formula: '=LOCATTR(B2,"<ä>&\u2028")',
    reads: ['_locus_frozen_b_2'],
    rows: [['value', rows]],
    blanks: 1,
  };
}

/** More than half of what fits into a part. */
function large(name: string): FrozenBlock {
  const rows = Array.from({ length: 60_000 }, (_, row): RowRun => [row % 2 ? 'none' : 'value', 1]);
  return { ...frozen(name, rows.length), rows };
}

function anchors(...names: string[]): string[] {
  return names.map((name) => `_locus_frozen_${name}`);
}

describe('the parts that hold frozen formulas', () => {
  it('give back what was put in', () => {
    const all = [frozen('a_1'), frozen('a_2', 1_000)];
    const parts = writeFrozenParts(all) ?? [];
    expect(parts).toHaveLength(1);
    const reading = readFrozenParts(parts);
    expect(reading).toMatchObject({ damaged: [], isNewer: false });
    expect([...reading.blocks.values()]).toEqual(all);
  });

  it('are as many as it takes for each to fit into a workbook', () => {
    const all = [large('a_1'), large('a_2'), large('a_3')];
    const parts = writeFrozenParts(all) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(1_000_000);
    expect(readFrozenParts(parts).blocks.size).toBe(3);
  });

  it('are none where they would be more than are read again', () => {
    const all = Array.from({ length: 61 }, (_, index) => large(`a_${index}`));
    expect(writeFrozenParts(all)).toBeUndefined();
    expect(writeFrozenParts(all.slice(1))).toHaveLength(60);
  });

  it('are one, in whatever order they stand and however often', () => {
    const one = writeFrozenParts([frozen('a_1'), frozen('a_2')]) ?? [];
    const other = writeFrozenParts([frozen('a_2', 1), frozen('a_3')]) ?? [];
    const reading = readFrozenParts([...one, ...other]);
    expect(reading).toEqual(readFrozenParts([...other, ...one, ...one]));
    expect([...reading.blocks.keys()].sort()).toEqual(anchors('a_1', 'a_2', 'a_3'));
    expect(reading.blocks.get('_locus_frozen_a_2')?.area.rows).toBe(3);
  });

  it('may hold anything, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const xml = `<frozen xmlns="${FROZEN_NAMESPACE}" version="3">${text}</frozen>`;
        expect(readFrozenParts([text, xml]).blocks.size).toBe(0);
      }),
    );
  });

  it.each([
    ['no formula', { formula: 'LOCATTR(1,2)' }],
    ['a formula longer than a cell takes', { formula: `=${'x'.repeat(8_200)}` }],
    ['a name that is not ours', { reads: ['Prices'] }],
    ['more rows than cells', { rows: [['value', 900]] }],
    ['rows of which none is a value', { rows: [['none', 3]] }],
    ['cells beyond the sheet', { area: ['S', 1_048_575, 0, 3, 1] }],
    ['a time that is none', { at: -1 }],
  ])('are damaged by %s, which costs nothing else', (_what, spoilt) => {
    const [xml = ''] = writeFrozenParts([frozen('a_1'), frozen('a_2')]) ?? [];
    const json = JSON.parse(/\{.*\}/s.exec(xml)?.[0] ?? '') as { formulas: Record<string, object> };
    const [anchor = ''] = anchors('a_1');
    json.formulas[anchor] = { ...json.formulas[anchor], ...spoilt };
    const text = JSON.stringify(json).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const part = `<frozen xmlns="${FROZEN_NAMESPACE}" version="3">${text}</frozen>`;
    const reading = readFrozenParts([part]);
    expect([...reading.blocks.keys()]).toEqual(anchors('a_2'));
    expect(reading.damaged).toEqual([part]);
  });
});

describe('the store of frozen formulas', () => {
  it.each([
    ['a damaged part', 3],
    ['a part of a version that no release wrote', 2],
  ])('sets %s aside, whole, before it writes', async (_, version) => {
    const broken = `<frozen xmlns="${FROZEN_NAMESPACE}" version="${version}">{"formulas":{"__proto__":1}}</frozen>`;
    const { parts, held } = createFakeWorkbookParts([broken]);
    const store = createFrozenStore(parts);
    expect(await store.read()).toMatchObject({ isDamaged: true, blocks: [] });
    expect(held).toEqual([broken]);
    expect(await store.change({ removed: [], added: [frozen('a_1')] })).toEqual({ kind: 'saved' });
    expect(held.filter((xml) => xml.includes(FROZEN_ASIDE_NAMESPACE))).toHaveLength(1);
    expect(await store.read()).toMatchObject({
      isDamaged: false,
      blocks: [{ anchor: '_locus_frozen_a_1' }],
    });
  });

  it('leaves alone what a later version wrote', async () => {
    const newer = `<frozen xmlns="${FROZEN_NAMESPACE}" version="4">{"formulas":{}}</frozen>`;
    const { parts, held } = createFakeWorkbookParts([newer]);
    const store = createFrozenStore(parts);
    expect(await store.read()).toMatchObject({ isNewer: true });
    expect(await store.change({ removed: [], added: [frozen('a_1')] })).toMatchObject({
      kind: 'failed',
    });
    expect(held).toEqual([newer]);
  });

  it('keeps what another copy has written meanwhile', async () => {
    const { parts } = createFakeWorkbookParts();
    const [one, other] = [createFrozenStore(parts), createFrozenStore(parts)];
    await one.change({ removed: [], added: [frozen('a_1')] });
    await other.change({ removed: [], added: [frozen('b_1')] });
    await one.change({ removed: anchors('a_1'), added: [frozen('a_2')] });
    const state = await other.read();
    expect(state.kind === 'frozen' && state.blocks.map(({ anchor }) => anchor).sort()).toEqual(
      anchors('a_2', 'b_1'),
    );
  });

  it('changes nothing in a workbook that was opened meanwhile', async () => {
    const fake = createFakeWorkbookParts();
    const store = createFrozenStore(fake.parts);
    expect(await store.change({ removed: [], added: [frozen('a_1')] })).toEqual({ kind: 'saved' });
    const made = ['a_2', 'a_3'].map((id) => store.change({ removed: [], added: [frozen(id)] }));
    fake.open([]);
    for (const saving of made) {
      expect(await saving).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^Another workbook/),
      });
    }
    expect(await store.change({ removed: [], added: [frozen('a_4')] })).toMatchObject({
      kind: 'failed',
    });
    expect(fake.held).toEqual([]);
    const own = createFrozenStore(fake.parts);
    expect(await own.change({ removed: [], added: [frozen('b_1')] })).toEqual({ kind: 'saved' });
  });

  it('can be changed again after a change that threw', async () => {
    const store = createFrozenStore(createFakeWorkbookParts().parts);
    const nonsense = { removed: [], added: undefined as never };
    expect(await store.change(nonsense)).toMatchObject({ kind: 'failed' });
    expect(await store.change({ removed: [], added: [frozen('a_1')] })).toEqual({ kind: 'saved' });
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
