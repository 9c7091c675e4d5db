import { eachInSlices, type Clock } from '../lookup';
import type { CatalogueEntry, DescribedName } from './catalogue-store';
import {
  readName,
  type NameArea,
  type NameMeasure,
  type NameReading,
  type NameTheme,
} from './name-reading';

/** Properties shared by a list's names, for narrowing it down. */
export interface NameFacets {
  readonly themes: readonly FacetCount<NameTheme>[];
  readonly measures: readonly FacetCount<NameMeasure>[];
  /** In metres. */
  readonly radiiM: readonly FacetCount<number>[];
  readonly areas: readonly FacetCount<NameArea>[];
  readingOf(entry: DescribedName): NameReading;
  /** The entries that match, in their order; the same array if nothing is chosen. */
  fitting<Entry extends DescribedName>(
    entries: readonly Entry[],
    wanted: FacetChoice,
  ): readonly Entry[];
}

/** Null counts the names without this property. */
export interface FacetCount<Value> {
  readonly value: Value | null;
  readonly count: number;
}

/** Left out: any value. Null: names without the property. */
export interface FacetChoice {
  readonly theme?: NameTheme | null;
  readonly measure?: NameMeasure | null;
  readonly radiusM?: number | null;
  readonly area?: NameArea | null;
}

/** The facets of an empty list, for use until there is a list. */
export const noFacets: NameFacets = facetsOf(new Map(), noCounts());

/** Reads each name of the list once, in slices. Names of other lists are read when needed. */
export async function createNameFacets(
  entries: readonly CatalogueEntry[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<NameFacets> {
  const readings = new Map<string, NameReading>();
  const counts = noCounts();
  await eachInSlices(entries, clock, ({ name }) => {
    const reading = readName(name);
    readings.set(name, reading);
    count(counts.theme, reading.theme);
    count(counts.measure, reading.measure);
    count(counts.radiusM, reading.radiusM);
    count(counts.area, reading.area);
  });
  return facetsOf(readings, counts);
}

type Counts<Value> = Map<Value | null, number>;

interface FacetCounts {
  readonly theme: Counts<NameTheme>;
  readonly measure: Counts<NameMeasure>;
  readonly radiusM: Counts<number>;
  readonly area: Counts<NameArea>;
}

function noCounts(): FacetCounts {
  return { theme: new Map(), measure: new Map(), radiusM: new Map(), area: new Map() };
}

function count<Value>(counts: Counts<Value>, value: Value | undefined): void {
  counts.set(value ?? null, (counts.get(value ?? null) ?? 0) + 1);
}

function facetsOf(readings: Map<string, NameReading>, counts: FacetCounts): NameFacets {
  const readingOf = ({ name }: DescribedName): NameReading => {
    const known = readings.get(name) ?? readName(name);
    readings.set(name, known);
    return known;
  };
  return {
    themes: mostFirst(counts.theme),
    measures: mostFirst(counts.measure),
    radiiM: mostFirst(counts.radiusM).sort((a, b) => (a.value ?? Infinity) - (b.value ?? Infinity)),
    areas: mostFirst(counts.area),
    readingOf,
    fitting(some, { theme, measure, radiusM, area }) {
      const wanted = [theme, measure, radiusM, area];
      if (wanted.every((facet) => facet === undefined)) return some;
      return some.filter((entry) => {
        const reading = readingOf(entry);
        return (
          fits(theme, reading.theme) &&
          fits(measure, reading.measure) &&
          fits(radiusM, reading.radiusM) &&
          fits(area, reading.area)
        );
      });
    },
  };
}

function fits<Value>(wanted: Value | null | undefined, actual: Value | undefined): boolean {
  return wanted === undefined || wanted === (actual ?? null);
}

/** The most frequent first; names without the property last. */
function mostFirst<Value>(counts: Counts<Value>): FacetCount<Value>[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => Number(a.value === null) - Number(b.value === null) || b.count - a.count);
}
