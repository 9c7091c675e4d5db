import { createBrowserClock } from '../../../src/addin/device/clock';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import { createCellRegister } from '../../../src/addin/functions/problems';
import { coordinatePlace, createEngine } from '../../../src/engine/lookup';
import type { Clock, Engine } from '../../../src/engine/lookup';
import { rightValue } from '../service';
import { createCells, grid } from '../workload';
import type { Cells } from '../workload';
import { createPageSource } from './page-source';

/**
 * How 100,000 cells are asked at once: as a host calls that many formulas one after another, as
 * one formula over a range, or straight from the engine without the functions in between.
 */
export type Way = 'formulas' | 'range' | 'engine';

export interface BurstFigures {
  readonly cells: number;
  readonly calls: number;
  readonly wrong: number;
}

/** Asks 10,000 places for 10 names each; marks in the browser's own record when it happens. */
export async function burst(way: Way, places: number): Promise<BurstFigures> {
  const cells = createCells(grid(places, NAMES));
  const clock = createBrowserClock();
  const service = createPageSource(clock);
  const engine = createEngine({ source: service.source, clock, random: () => 0.5 });
  const values = new Float64Array(cells.count).fill(Number.NaN);
  const ask = { formulas: askFormulas, range: askRange, engine: askEngine }[way];
  const start = ask({ cells, clock, engine, values });
  // The work of preparing is a task of its own.
  await new Promise((resolve) => setTimeout(resolve, 200));
  performance.mark('burst-start');
  const whenAllSettled = start();
  performance.mark('burst-asked');
  await whenAllSettled;
  performance.mark('burst-end');
  let wrong = 0;
  values.forEach((value, index) => {
    const { lat, lng, name } = cells;
    const right = rightValue(lat[index] ?? 0, lng[index] ?? 0, name[index] ?? '');
    if (value !== right) wrong += 1;
  });
  return { cells: cells.count, calls: service.calls(), wrong };
}

const NAMES = 10;

interface Parts {
  readonly cells: Cells;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly values: Float64Array;
}

type Start = () => Promise<unknown>;

function askEngine({ cells: { count, lat, lng, name }, engine, values }: Parts): Start {
  return () =>
    new Promise<void>((resolve) => {
      let left = count;
      for (let index = 0; index < count; index += 1) {
        const place = coordinatePlace(lat[index] ?? 0, lng[index] ?? 0);
        void engine.ask({ kind: 'attribute', place, name: name[index] ?? '' }).then((outcome) => {
          if (outcome.kind === 'found') values[index] = outcome.value;
          left -= 1;
          if (left === 0) resolve();
        });
      }
    });
}

function askFormulas({ cells: { count, lat, lng, name }, clock, engine, values }: Parts): Start {
  const formulas = createFormulas(functionHost(clock, engine));
  return () =>
    new Promise<void>((resolve) => {
      let left = count;
      for (let index = 0; index < count; index += 1) {
        const calculation = beginCalculation({ address: `Sheet1!A${index + 1}` });
        void formulas
          .attributes([[lat[index]]], [[lng[index]]], [[name[index]]], calculation)
          .then(([row]) => {
            values[index] = Number(row?.[0]);
            left -= 1;
            if (left === 0) resolve();
          });
      }
    });
}

function askRange({ cells: { count, lat, lng, name }, clock, engine, values }: Parts): Start {
  const formulas = createFormulas(functionHost(clock, engine));
  const rows = Array.from({ length: count / NAMES }, (_, row) => row * NAMES);
  const latitudes = rows.map((index) => [lat[index]]);
  const longitudes = rows.map((index) => [lng[index]]);
  const names = [name.slice(0, NAMES)];
  return async () => {
    const calculation = beginCalculation({ address: 'Sheet1!A1' });
    const shown = await formulas.attributes(latitudes, longitudes, names, calculation);
    shown.flat().forEach((value, index) => (values[index] = Number(value)));
  };
}

function functionHost(clock: Clock, engine: Engine): Parameters<typeof createFormulas>[0] {
  return {
    engine,
    clock,
    problems: createCellRegister(clock),
    cellError: (kind, message) => ({ kind, message }),
    modelId: () => undefined,
  };
}
