import { createChance, shuffled } from './chance';
import type { ServiceModel } from './service';

export interface Workload {
  readonly id: string;
  readonly title: string;
  readonly cells: Cells;
  readonly service: ServiceModel;
}

/** What is asked, in the order in which it is asked: a column of numbers or texts for each part. */
export interface Cells {
  readonly count: number;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  readonly name: readonly string[];
  /** Milliseconds after the first, never decreasing. */
  readonly at: Float64Array;
}

export interface Cell {
  readonly place: number;
  readonly name: number;
  readonly at: number;
}

/** Cells from numbers of places and names; the numbers become coordinates and texts. */
export function createCells(cells: readonly Cell[]): Cells {
  const names = Array.from({ length: 1 + greatest(cells) }, (_, index) => nameText(index));
  return {
    count: cells.length,
    lat: Float64Array.from(cells, ({ place }) => latitude(place)),
    lng: Float64Array.from(cells, ({ place }) => longitude(place)),
    name: cells.map(({ name }) => names[name] ?? ''),
    at: Float64Array.from(cells, ({ at }) => at),
  };
}

export function firstOf({ count, lat, lng, name, at }: Cells, most: number): Cells {
  return {
    count: Math.min(count, most),
    lat: lat.subarray(0, most),
    lng: lng.subarray(0, most),
    name: name.slice(0, most),
    at: at.subarray(0, most),
  };
}

/** Every name at every place, place by place, all at once. */
export function grid(places: number, names: number): Cell[] {
  return Array.from({ length: places * names }, (_, index) => ({
    place: Math.floor(index / names),
    name: index % names,
    at: 0,
  }));
}

/** The same cells so many times, in a fair shuffle. */
export function repeated(cells: readonly Cell[], times: number, seed: number): Cell[] {
  const order = shuffled(cells.length * times, createChance(seed));
  return [...order].flatMap((index) => cells[index % cells.length] ?? []);
}

/** The same cells one after another, evenly over so long. */
export function dripping(cells: readonly Cell[], ms: number): Cell[] {
  return cells.map((cell, index) => ({ ...cell, at: (index * ms) / cells.length }));
}

/** Sorted by name, then place: a sheet calculated column by column. */
export function byColumn(cells: readonly Cell[]): Cell[] {
  return [...cells].sort((one, other) => one.name - other.name || one.place - other.place);
}

function greatest(cells: readonly Cell[]): number {
  return cells.reduce((most, { name }) => Math.max(most, name), 0);
}

function nameText(index: number): string {
  return `w_bench_${String(index).padStart(3, '0')}`;
}

/** Six decimals, as from a phone or a geocoder, and no two places alike. */
function latitude(place: number): number {
  return Math.round(8.1e6 + Math.floor(place / 128) * 163_841 + (place % 7) * 13) / 1e6;
}

function longitude(place: number): number {
  return Math.round(70.3e6 + (place % 128) * 140_009 + (place % 11) * 17) / 1e6;
}
