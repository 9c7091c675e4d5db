import fc from 'fast-check';
import * as functions from '../../../src/addin/functions/functions';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { provideFunctions } from '../../../src/addin/functions/host-promise';
import { RuledService } from './ruled-service';
import { TestCellError, createTestHost, settled } from './test-host';

const throwing = {
  get code(): string {
    throw new Error('do not look at me');
  },
};
const everything = new Proxy([], {
  get() {
    throw new Error('nor at me');
  },
});

const hostile: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['an empty array', []],
  ['an array of empty arrays', [[], []]],
  ['an array without rows', [1, 'a', null]],
  ['a ragged array', [[12, 77], [13], [], [1, 2, 3]]],
  ['arrays in cells', [[[1]], [[[2]]]]],
  ['a sparse array', Array(3)],
  ['NaN', [[NaN]]],
  ['Infinity', [[Infinity]]],
  ['the largest number', [[1e308]]],
  ['the smallest number', [[5e-324]]],
  ['a bigint', [[12n]]],
  ['a symbol', [[Symbol('s')]]],
  ['a function', [[() => 12]]],
  ['a date object', [[new Date(0)]]],
  ['an object', [[{ lat: 12 }]]],
  ['an object without a prototype', [[Object.create(null)]]],
  ['an object that throws', [[throwing]]],
  ['a proxy that throws', everything],
  ['a proxy that throws in a cell', [[everything]]],
  ['an entity', [[{ type: 'Entity', basicType: 'Error', basicValue: '#VALUE!' }]]],
  ['a huge text', [['x'.repeat(5_000_000)]]],
  ['a text as long as a cell can hold', [['"'.repeat(32_767)]]],
  ['half a surrogate pair', [['\ud800']]],
  ['control characters', [['\u0000\u0007\u202e']]],
  ['a script', [['<script>alert(1)</script>']]],
  ['a formula', [['=HYPERLINK("http://evil","x")']]],
  ['a path', [['../../etc/passwd']]],
  ['text that names a prototype', [['__proto__']]],
  ['JSON that nests without end', [[`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]]],
  ['another number of rows', [[1], [2], [3], [4], [5]]],
];

const good: Readonly<Record<keyof typeof functions, readonly unknown[]>> = {
  LOCATTR: [[[12]], [[77]], [['w_pop_tt']]],
  LOCATTR_ADDRESS: [[['MG Road']], [[560001]], [['w_pop_tt']]],
  LOCSCORE: [[['m1']], [['MG Road']], [[46_053]], [['{"a":1}']]],
  LOCSCORE_COORDS: [[['m1']], [[12]], [[77]], [[46_053]], [['{"a":1}']]],
  LOCVARS: [[['a']], [[1]]],
  LOCCATALOG: [[['pop']]],
  LOCDISTANCE: [[[12]], [[77]], [[13]], [[78]]],
  LOCNEAREST: [[[12]], [[77]], [[13], [14]], [[78], [79]], [['a'], ['b']]],
};

const places = Object.entries(good).flatMap(([id, args]) =>
  args.map((_, index) => [id as keyof typeof functions, index] as const),
);

describe.each(places)('%s, argument %i', (id, index) => {
  test.each(hostile)('shows cells and nothing else for %s', async (_, argument) => {
    await showsCells(id, replaced(good[id], index, argument));
  });
});

test('whatever the arguments, a function answers with a full rectangle of cells', async () => {
  const cell = fc.oneof(
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constantFrom(null, undefined, '', 0, '#N/A', 'w_pop_tt', '{"a":1}'),
    fc.anything(),
  );
  const argument = fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }) },
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(good) as (keyof typeof functions)[])),
      fc.array(argument, { minLength: 5, maxLength: 5 }),
      (id, args) => showsCells(id, args.slice(0, good[id].length)),
    ),
    { numRuns: 300 },
  );
});

test.each([undefined, null, 'text', 7, Object.freeze({})])(
  'an invocation that is %p costs the cell nothing but its address',
  async (invocation) => {
    const { host, clock } = createTestHost(new RuledService());
    provideFunctions(createFormulas(host));
    const run = functions.LOCATTR as (...args: unknown[]) => Promise<unknown[][]>;
    await expect(settled(clock, run(...good.LOCATTR, invocation))).resolves.toEqual([[8012.077]]);
  },
);

async function showsCells(id: keyof typeof functions, args: readonly unknown[]): Promise<void> {
  const { host, clock } = createTestHost(new RuledService());
  provideFunctions(createFormulas(host));
  const run = functions[id] as (...args: unknown[]) => Promise<unknown[][]>;
  const rows = await settled(clock, run(...args, { address: 'S!A1' }));
  expect(rows.length).toBeGreaterThan(0);
  const [width] = rows.map((row) => row.length);
  expect(width).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row).toHaveLength(width ?? 0);
    // A hole would pass every(), and arrive as undefined.
    expect(Array.from(row).every(isCell)).toBe(true);
  }
}

function isCell(value: unknown): boolean {
  if (value instanceof TestCellError)
    return value.message.length > 20 && value.message.length < 120;
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string';
}

function replaced(args: readonly unknown[], index: number, argument: unknown): unknown[] {
  return args.map((given, place) => (place === index ? argument : given));
}
