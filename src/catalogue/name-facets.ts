import type { CatalogueEntry, DescribedName } from './catalogue-entry';
import { readName } from './name-reading';
import type { NameArea, NameMeasure, NameReading, NameTheme } from './name-reading';

/** What the names of a list tell about themselves, to narrow it down. */
export interface NameFacets {
  readonly themes: readonly FacetCount<NameTheme>[];
  readonly measures: readonly FacetCount<NameMeasure>[];
  /** In metres. */
  readonly radiiM: readonly FacetCount<number>[];
  readonly areas: readonly FacetCount<NameArea>[];
  readingOf(entry: DescribedName): NameReading;
  /** Those of the entries that fit, in their order; the same array where nothing is wanted. */
  fitting<Entry extends DescribedName>(
    entries: readonly Entry[],
    wanted: FacetChoice,
  ): readonly Entry[];
}

/** Null stands for the names that tell none. */
export interface FacetCount<Value> {
  readonly value: Value | null;
  readonly count: number;
}

/** Left out: any. Null: none. */
export interface FacetChoice {
  readonly theme?: NameTheme | null;
  readonly measure?: NameMeasure | null;
  readonly radiusM?: number | null;
  readonly area?: NameArea | null;
}

/** Reads each name of the list once; names of other lists are read when they come. */
export function createNameFacets(entries: readonly CatalogueEntry[]): NameFacets {
  const readings = new Map<string, NameReading>();
  const readingOf = ({ name }: DescribedName): NameReading => {
    const known = readings.get(name) ?? readName(name);
    readings.set(name, known);
    return known;
  };
  const counts = <Value>(facet: (reading: NameReading) => Value | undefined) =>
    countsOf(entries.map((entry) => facet(readingOf(entry)) ?? null));
  return {
    themes: counts(({ theme }) => theme),
    measures: counts(({ measure }) => measure),
    radiiM: counts(({ radiusM }) => radiusM).sort(
      (a, b) => (a.value ?? Infinity) - (b.value ?? Infinity),
    ),
    areas: counts(({ area }) => area),
    readingOf,
    fitting(some, wanted) {
      const facets = FACETS.filter((facet) => wanted[facet] !== undefined);
      if (facets.length === 0) return some;
      return some.filter((entry) => {
        const reading = readingOf(entry);
        return facets.every((facet) => (reading[facet] ?? null) === wanted[facet]);
      });
    },
  };
}

const FACETS = ['theme', 'measure', 'radiusM', 'area'] as const;

/** The most frequent first; the names that tell none last. */
function countsOf<Value>(values: readonly (Value | null)[]): FacetCount<Value>[] {
  const counts = new Map<Value | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => Number(a.value === null) - Number(b.value === null) || b.count - a.count);
}
