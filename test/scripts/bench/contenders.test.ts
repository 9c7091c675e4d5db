import { readFileSync } from 'node:fs';
import type pLimit from 'p-limit';
import ts from 'typescript';
import type { Contender } from '../../../scripts/bench/contender';
import { dataLoader } from '../../../scripts/bench/contenders/data-loader';
import { locus, locusWithoutCancel } from '../../../scripts/bench/contenders/locus';
import { microsoftPattern } from '../../../scripts/bench/contenders/microsoft-pattern';
import { oneCallACell } from '../../../scripts/bench/contenders/one-call-a-cell';
import { limited } from '../../../scripts/bench/contenders/p-limit';
import { measureCpu, measureHeap } from '../../../scripts/bench/cost';
import type { Gauge } from '../../../scripts/bench/cost';
import { idealOf } from '../../../scripts/bench/ideal';
import { play, throttledShare } from '../../../scripts/bench/play';
import type { ServiceModel } from '../../../scripts/bench/service';
import { createCells, dripping, grid, repeated } from '../../../scripts/bench/workload';
import type { Cell, Workload } from '../../../scripts/bench/workload';

const pLimitContender = limited(loadModule('p-limit', loadModule('yocto-queue')) as typeof pLimit);
const all = [
  locus,
  locusWithoutCancel,
  oneCallACell,
  pLimitContender,
  microsoftPattern,
  dataLoader,
];

describe('every contender', () => {
  test.each(all)('$title fills four places with three names', async (contender) => {
    const { wrong, unsettled } = await play(workload(grid(4, 3)), contender);
    expect({ wrong, unsettled }).toEqual({ wrong: 0, unsettled: 0 });
  });

  test.each<[string, Contender, number]>([
    ['a call a place', locus, 4],
    ['a call a cell', oneCallACell, 24],
    ['a call a cell', pLimitContender, 24],
    ['a call a place', microsoftPattern, 4],
    ['a call a place', dataLoader, 4],
  ])('makes %s: $id', async (_what, contender, calls) => {
    const cells = repeated(grid(4, 3), 2, 1);
    expect((await play(workload(cells), contender)).calls).toHaveLength(calls);
  });

  test.each(all)('$title takes no less than the ideal', async (contender) => {
    const burst = workload(grid(30, 2));
    const { makespanMs } = await play(burst, contender);
    expect(makespanMs).toBeGreaterThanOrEqual(idealOf(burst).makespanMs);
  });

  test.each(all)('$title is the same twice', async (contender) => {
    const failing = workload(grid(40, 2), { failing: 0.2, callsPerSecond: 30 });
    expect(await play(failing, contender)).toEqual(await play(failing, contender));
  });
});

describe('what the service does not forgive', () => {
  const crowded = workload(grid(1, 51));
  const failing = workload(grid(200, 2), { failing: 0.1 });
  const limited20 = workload(grid(60, 2), { callsPerSecond: 20 });

  test('Locus has every cell right', async () => {
    for (const each of [crowded, failing, limited20]) {
      expect(await play(each, locus)).toMatchObject({ wrong: 0, unsettled: 0 });
    }
  });

  test('a call that fails is an error in its cells, or no end to them', async () => {
    const loader = await play(failing, dataLoader);
    expect(loader.wrong).toBeGreaterThan(0);
    expect(loader.unsettled).toBe(0);
    const pattern = await play(failing, microsoftPattern);
    expect(pattern.wrong).toBe(0);
    expect(pattern.unsettled).toBe(loader.wrong);
  });

  test('51 names in a call are refused', async () => {
    expect((await play(crowded, microsoftPattern)).unsettled).toBe(51);
    expect((await play(crowded, dataLoader)).calls.map(({ names }) => names.length)).toEqual([
      50, 1,
    ]);
  });

  test('the 21st call in a second is refused', async () => {
    const { calls, wrong } = await play(limited20, dataLoader);
    expect(throttledShare(calls, 0)).toBe(40 / 60);
    expect(throttledShare(calls, 1_000)).toBe(0);
    expect(wrong).toBe(80);
  });

  test('six calls are under way at the most', async () => {
    const { calls } = await play(workload(grid(30, 1)), oneCallACell);
    expect(calls.filter(({ startedAt }) => Math.floor(startedAt) === 0)).toHaveLength(6);
  });
});

test('cells are asked at their own times', async () => {
  const { calls } = await play(workload(dripping(grid(4, 1), 2_000)), dataLoader);
  expect(calls.map(({ startedAt }) => Math.floor(startedAt))).toEqual([0, 500, 1_000, 1_500]);
});

describe('costs', () => {
  test('are the mean of runs, of the whole and of the rest', async () => {
    let micros = 0;
    const gauge = gaugeOf({ cpuMicros: () => (micros += 300) });
    expect(
      await measureCpu(workload(grid(2, 2)), dataLoader, gauge, { warmUps: 1, runs: 3 }),
    ).toEqual({ whole: 100, rest: 100 });
  });

  test('are the most bytes a cell that were ever in use', async () => {
    // Before and after the harness's own, before the run, then: asked, a turn later, half, end.
    const readings = [1_000, 1_400, 1_000, 3_000, 3_800, 2_400, 2_000];
    const gauge = gaugeOf({ heapBytes: () => readings.shift() ?? 0 });
    expect(await measureHeap(workload(grid(2, 2)), dataLoader, gauge)).toBe((2_800 - 400) / 4);
    expect(readings).toEqual([]);
  });
});

function workload(cells: readonly Cell[], behaviour: Partial<ServiceModel> = {}): Workload {
  const service = { seed: 3, slots: 6, ...behaviour };
  return { id: 'x', title: 'a small one', cells: createCells(cells), service };
}

function gaugeOf(gauge: Partial<Gauge>): Gauge {
  return { collect: () => undefined, cpuMicros: () => 0, heapBytes: () => 0, ...gauge };
}

/** A package that is an ES module, for Jest's loader, which loads only the older kind. */
function loadModule(name: string, imported?: unknown): unknown {
  const file = `${__dirname}/../../../node_modules/${name}/index.js`;
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const loaded: { default?: unknown } = {};
  const load = new Function('exports', 'require', outputText) as (
    exports: unknown,
    require: () => unknown,
  ) => void;
  load(loaded, () => ({ __esModule: true, default: imported }));
  return loaded.default;
}
