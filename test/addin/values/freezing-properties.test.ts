import fc from 'fast-check';
import { freeze } from '../../../src/addin/values/freezing';
import { listFrozen } from '../../../src/addin/values/frozen-list';
import { parseArea } from '../../../src/addin/spreadsheet/cell-address';
import type { CalculateKnown } from '../../../src/addin/spreadsheet/frozen-cells';
import { formulaParts } from '../../../src/addin/spreadsheet/formula-parts';
import { thaw, type ThawingParts } from '../../../src/addin/values/thawing';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import { createFakeGrid, type Evaluate, type FakeGrid } from './fake-grid';
import { partsFor } from './stores-grid';

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
  it('shows what it showed, whatever a person did before, and is the formula of its row', async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.array(act, { maxLength: 6 }), async (drawn, acts) => {
        const grid = createFakeGrid(['Sheet1', 'Other'], evaluate);
        grid.set('A1', rowsOf(drawn));
        const live = grid.copy();
        const parts = partsOf(grid);
        const frozen = await freeze(undefined, parts);
        if (frozen.kind === 'failed') throw new Error(frozen.message);
        let at = { last: FIRST + drawn.places.length - 1, column: 4 };
        for (const one of acts) at = perform(one, grid, live, at);
        const before = grid.copy();
        const thawed = await thaw({ kind: 'all' }, parts);
        if (thawed.kind === 'failed') throw new Error(thawed.message);
        expect(thawed.problems).toEqual([]);
        expect(shownIn(grid)).toEqual(shownIn(before));
        expect(thawed.cells).toBe(formulasOf(grid).size - formulasOf(before).size);
        expect(thawed.left).toBe(await listedCells(parts));
        if (!drawn.isUniform) return;
        const wanted = formulasOf(live);
        for (const [address, formula] of formulasOf(grid)) {
          expect([address, formula]).toEqual([address, wanted.get(address) ?? formula]);
        }
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
          let at = { last: FIRST + places.length - 1, column: 4 };
          for (const one of acts) at = perform(one, grid, live, at);
          // All rows that were there when it was frozen can be gone, and a row that came in at the
          // end can be sorted between them: then a value has left the run.
          fc.pre(isWithin(grid, live));
          expect(await thaw({ kind: 'all' }, parts)).toMatchObject({ problems: [] });
          expect(formulasOf(grid)).toEqual(formulasOf(live));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a formula that was frozen', () => {
  it('is in a cell again or listed, whatever was restored before, typed, cleared or sorted', async () => {
    const harmless = act.filter(({ kind }) => ['type', 'blank', 'edit', 'sort'].includes(kind));
    const part = fc.record({ row: fc.nat(11), rows: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.array(part, { maxLength: 1 }),
        fc.array(harmless, { maxLength: 6 }),
        async (drawn, restored, acts) => {
          const grid = createFakeGrid(['Sheet1', 'Other'], evaluate);
          grid.set('A1', rowsOf(drawn));
          const parts = partsOf(grid);
          // Another formula that is sorted into a cell looks like its own after Undo.
          const some = acts.filter(({ kind }) => drawn.isUniform || kind !== 'sort');
          for (const [at, one] of [...some, undefined].entries()) {
            await freeze(undefined, parts);
            const scope = restored[at];
            if (scope !== undefined) {
              const area = { sheet: 'Sheet1', column: 4, columns: 1, ...scope };
              await thaw({ kind: 'area', area: { ...area, row: FIRST + scope.row } }, parts);
            }
            const end = { last: FIRST + drawn.places.length - 1, column: 4 };
            if (one !== undefined && !isOnFormula(one, grid, end))
              perform(one, grid, grid.copy(), end);
          }
          await thaw({ kind: 'all' }, parts);
          const listed = await listedCells(parts);
          expect(formulasOf(grid).size + listed).toBeGreaterThanOrEqual(drawn.places.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** What a person types over a formula is theirs. */
function isOnFormula(one: Act, grid: FakeGrid, { last }: ListEnd): boolean {
  const row = 'at' in one ? FIRST + (one.at % Math.max(1, last - FIRST + 1)) : FIRST;
  return ['type', 'blank'].includes(one.kind) && formulasOf(grid).has(`Sheet1!E${row + 1}`);
}

/** Whether each formula of the live sheet stands where the name of the frozen run is. */
function isWithin(grid: FakeGrid, live: FakeGrid): boolean {
  const areas = [...grid.names().values()].flatMap((area) => area ?? []);
  return [...formulasOf(live).keys()].every((address) => {
    const cell = parseArea(address);
    return areas.some(
      ({ row, rows, column }) =>
        cell !== undefined &&
        cell.startColumn === column &&
        cell.startRow >= row &&
        cell.startRow < row + rows,
    );
  });
}

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

interface ListEnd {
  readonly last: number;
  /** Where the column of formulas is. */
  readonly column: number;
}

/** The same in both, save that what is typed over a value stays a formula in the live one. */
function perform(one: Act, grid: FakeGrid, live: FakeGrid, { last, column }: ListEnd): ListEnd {
  const count = Math.max(1, last - FIRST + 1);
  const row = 'at' in one ? FIRST + (one.at % count) : FIRST;
  const both = (run: (each: FakeGrid) => void): void => [grid, live].forEach(run);
  const cell = `Sheet1!${String.fromCharCode(65 + column)}${row + 1}`;
  switch (one.kind) {
    case 'insert':
      both((each) => each.insertRows('Sheet1', row, 1));
      return { last: last + 1, column };
    case 'delete':
      if (last < FIRST) return { last, column };
      both((each) => each.deleteRows('Sheet1', row, 1));
      return { last: last - 1, column };
    case 'insert-column':
      both((each) => each.insertColumns('Sheet1', one.at % 5, 1));
      return { last, column: column + 1 };
    case 'copy':
      if (last < FIRST) return { last, column };
      both((each) => {
        each.insertRows('Sheet1', row + 1, 1);
        each.copyRow('Sheet1', row, row + 1);
      });
      return { last: last + 1, column };
    case 'blank':
      grid.set(cell, [['']]);
      return { last, column };
    case 'sort': {
      const order = Array.from({ length: last - FIRST + 1 }, (_, index) => FIRST + index).sort(
        (a, b) => (one.keys[a % 30] ?? 0) - (one.keys[b % 30] ?? 0) || a - b,
      );
      both((each) => each.sortRows('Sheet1', FIRST, order));
      return { last, column };
    }
    case 'type':
      grid.set(cell, [[one.value]]);
      return { last, column };
    case 'edit':
      both((each) => each.set(`Sheet1!A${row + 1}`, [[`T${one.value}`]]));
      return { last, column };
  }
}

function shownIn(grid: FakeGrid): unknown[][] {
  return grid.shown('Sheet1!A1:Z40').map((line) => line.map((content) => content ?? ''));
}

function formulasOf(grid: FakeGrid): Map<string, CellInput> {
  return new Map(
    [...grid.all()].filter(([, input]) => typeof input === 'string' && input.startsWith('=')),
  );
}

async function listedCells({ store, cells }: ThawingParts): Promise<number> {
  const listed = await listFrozen(store, cells);
  if (listed.kind === 'failed') throw new Error(listed.message);
  return listed.lost.count;
}

function partsOf(grid: FakeGrid): ThawingParts {
  const calculate: CalculateKnown = (formulas, sheet, contentAt) =>
    Promise.resolve(
      formulas.map((formula) => [
        [evaluate(formula, sheet, (...cell) => contentAt(...cell) ?? null)],
      ]),
    );
  return partsFor(grid, { calculate, asked: [] }).parts;
}
