import fc from 'fast-check';
import { createFrozenStore } from '../../src/workbook/frozen-store';
import { freeze } from '../../src/freeze/freezing';
import type { FreezingParts } from '../../src/freeze/freezing';
import { formulaParts } from '../../src/spreadsheet/formula-parts';
import { thaw } from '../../src/freeze/thawing';
import type { CellInput } from '../../src/spreadsheet/sheet';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { createFakeGrid } from './fake-grid';
import type { Evaluate, FakeGrid } from './fake-grid';

/** What a person may do between freezing and thawing; numbers are taken modulo what there is. */
type Act =
  | { readonly kind: 'insert' | 'delete' | 'insert-column' | 'copy' | 'blank'; readonly at: number }
  | { readonly kind: 'sort'; readonly keys: readonly number[] }
  | { readonly kind: 'type' | 'edit'; readonly at: number; readonly value: number };

const FIRST = 1;
const COLUMN = 'E';

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'insert' as const,
      'delete' as const,
      'insert-column' as const,
      'copy' as const,
      'blank' as const,
    ),
    at: fc.nat(40),
  }),
  fc.record({
    kind: fc.constant('sort' as const),
    keys: fc.array(fc.nat(99), { minLength: 30, maxLength: 30 }),
  }),
  fc.record({
    kind: fc.constantFrom('type' as const, 'edit' as const),
    at: fc.nat(40),
    value: fc.nat(6),
  }),
);

/** A list whose rows are often alike, with a formula in each. */
const list = fc.record({
  places: fc.array(fc.tuple(fc.nat(4), fc.nat(2)), { minLength: 1, maxLength: 12 }),
  forms: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
  isUniform: fc.boolean(),
});

describe('what is thawed', () => {
  it('is what would be there if nothing had ever been frozen, or is listed', async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.array(act, { maxLength: 6 }), async (drawn, acts) => {
        const grid = createFakeGrid(['Sheet1', 'Other'], evaluate);
        grid.set('A1', rowsOf(drawn));
        const live = grid.copy();
        const parts = partsOf(grid);
        const frozen = await freeze(undefined, parts);
        if (frozen.kind === 'failed') throw new Error(frozen.message);
        const untyped = grid.copy();
        let last = FIRST + drawn.places.length - 1;
        let column = 4;
        const left = new Set(grid.shown(`Sheet1!${COLUMN}2:${COLUMN}${last + 1}`).flat());
        for (const one of acts) {
          ({ last, column } = perform(one, [grid, live, untyped], last, column, left));
        }
        const thawed = await thaw({ kind: 'all' }, parts);
        if (thawed.kind === 'failed') throw new Error(thawed.message);
        expect(thawed.problems).toEqual([]);

        const wanted = formulasOf(live);
        const got = formulasOf(grid);
        // Never another formula than the one that would stand there, nor one where none would.
        for (const [address, formula] of got)
          expect([address, formula]).toEqual([address, wanted.get(address)]);
        const missing = [...wanted.keys()].filter((address) => !got.has(address));
        const listed = await leftCells(parts);
        expect(missing.length).toBeLessThanOrEqual(listed + copies(acts));
        expect(thawed.left).toBe(listed);
      }),
      { numRuns: 150 },
    );
  });

  it('is everything, in its place, where rows were only inserted, deleted and sorted', async () => {
    const harmless = act.filter(({ kind }) =>
      ['insert', 'delete', 'sort', 'insert-column'].includes(kind),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 12 }),
        fc.array(harmless, { maxLength: 6 }),
        async (places, acts) => {
          const grid = createFakeGrid(['Sheet1', 'Other'], evaluate);
          const drawn = {
            places: places.map((place) => [place, 1] as [number, number]),
            forms: [],
            isUniform: true,
          };
          grid.set('A1', rowsOf(drawn));
          const live = grid.copy();
          const parts = partsOf(grid);
          await freeze(undefined, parts);
          const untyped = grid.copy();
          let last = FIRST + places.length - 1;
          let column = 4;
          let deleted = 0;
          for (const one of acts) {
            const before = formulasOf(live).size;
            ({ last, column } = perform(one, [grid, live, untyped], last, column));
            deleted += before - formulasOf(live).size;
          }
          // All rows that were there when it was frozen can be gone, and the list live on below them.
          fc.pre([...grid.names().values()].every((area) => area !== undefined));
          const thawed = await thaw({ kind: 'all' }, parts);
          expect(formulasOf(grid)).toEqual(formulasOf(live));
          expect(thawed).toMatchObject({ kind: 'thawed', left: deleted });
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Same inputs, same value; few values, so that rows are easily confused. */
const evaluate: Evaluate = (formula, own, read) => {
  let sum = formula.includes('blank') ? 1 : 0;
  for (const part of formulaParts(formula) ?? []) {
    if (typeof part === 'string') continue;
    const content = read(part.sheet ?? own, part.start.row, part.start.column);
    if (content === null) return '';
    sum = sum * 3 + (typeof content === 'number' ? content : String(content).length);
  }
  return sum % 7;
};

function rowsOf({
  places,
  forms,
  isUniform,
}: {
  places: [number, number][];
  forms: number[];
  isUniform: boolean;
}): CellInput[][] {
  return [
    ['Store', 'Lat', 'Lng', 'Note', 'w_pop'],
    ...places.map(([lat, lng], index): CellInput[] => {
      const row = FIRST + index + 1;
      const all = [
        `=LOCATTR($B${row},$C${row},${COLUMN}$1)`,
        `=IFERROR(LOCATTR($B${row},$C${row},"w_pop"),0)`,
        `=LOCATTR(${lat},${lng},"w_pop")`,
        `=LOCATTR($B${row},$C${row},Other!$A$1)`,
      ];
      return [`S${lat}`, lat, lng, '', all[isUniform ? 0 : (forms[index] ?? 0)] ?? ''];
    }),
  ];
}

/**
 * The same in all grids; tells where the list ends then. The last of them shows what freezing left:
 * nobody can tell one of those values, typed by hand and sorted to its place, from the one itself.
 *
 * @param left what freezing left, in any row.
 */
function perform(
  one: Act,
  grids: readonly FakeGrid[],
  last: number,
  column: number,
  left: ReadonlySet<unknown> = new Set(),
): { last: number; column: number } {
  const count = Math.max(1, last - FIRST + 1);
  const row = 'at' in one ? FIRST + (one.at % count) : FIRST;
  const everywhere = (run: (grid: FakeGrid) => void): void => grids.forEach(run);
  const letter = String.fromCharCode(65 + column);
  const cell = `Sheet1!${letter}${row + 1}`;
  const typedInto = grids.slice(0, -1);
  const isWhatWasLeft = (value: CellInput): boolean =>
    left.has(value) || grids.some((grid) => (grid.shown(cell)[0]?.[0] ?? '') === value);
  switch (one.kind) {
    case 'insert':
      everywhere((grid) => grid.insertRows('Sheet1', row, 1));
      return { last: last + 1, column };
    case 'delete':
      if (last < FIRST) return { last, column };
      everywhere((grid) => grid.deleteRows('Sheet1', row, 1));
      return { last: last - 1, column };
    case 'insert-column':
      everywhere((grid) => grid.insertColumns('Sheet1', one.at % 5, 1));
      return { last, column: column + 1 };
    case 'copy':
      if (last < FIRST) return { last, column };
      everywhere((grid) => {
        grid.insertRows('Sheet1', row + 1, 1);
        grid.copyRow('Sheet1', row, row + 1);
      });
      return { last: last + 1, column };
    case 'blank':
      if (isWhatWasLeft('')) return { last, column };
      for (const grid of typedInto) grid.set(cell, [['']]);
      return { last, column };
    case 'sort': {
      const order = Array.from({ length: last - FIRST + 1 }, (_, index) => FIRST + index).sort(
        (a, b) => (one.keys[a % 30] ?? 0) - (one.keys[b % 30] ?? 0) || a - b,
      );
      everywhere((grid) => grid.sortRows('Sheet1', FIRST, order));
      return { last, column };
    }
    case 'type':
      if (isWhatWasLeft(one.value)) return { last, column };
      for (const grid of typedInto) grid.set(cell, [[one.value]]);
      return { last, column };
    case 'edit':
      everywhere((grid) => grid.set(`Sheet1!A${row + 1}`, [[`T${one.value}`]]));
      return { last, column };
  }
}

function copies(acts: readonly Act[]): number {
  return acts.filter(({ kind }) => kind === 'copy').length;
}

function formulasOf(grid: FakeGrid): Map<string, CellInput> {
  return new Map(
    [...grid.all()].filter(([, input]) => typeof input === 'string' && input.startsWith('=')),
  );
}

async function leftCells({ store }: FreezingParts): Promise<number> {
  const state = await store.read();
  if (state.kind === 'failed') throw new Error(state.message);
  const left = state.formulas.filter(({ thawedAt }) => thawedAt === undefined);
  return left.reduce((sum, { valueHashes }) => sum + valueHashes.length, 0);
}

function partsOf(grid: FakeGrid): FreezingParts {
  const store = createFrozenStore(createFakeWorkbookParts().parts);
  return { cells: grid.cells, store, now: () => 1_000, turn: () => Promise.resolve() };
}
