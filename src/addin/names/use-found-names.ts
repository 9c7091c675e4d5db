import { useDeferredValue, useEffect, useMemo, useState } from 'react';

import type { Catalogue } from '../../engine/catalogue/catalogue';
import type {
  CatalogueEntry,
  DescribedName,
  NameOrigin,
} from '../../engine/catalogue/catalogue-entry';
import { createNameFacets, noFacets } from '../../engine/catalogue/name-facets';
import type { FacetChoice, NameFacets } from '../../engine/catalogue/name-facets';
import type { NameIndex } from '../../engine/catalogue/name-index';
import type { Clock } from '../../engine/lookup';

/** Which names a person wants to see. */
export interface NameWish {
  readonly search: string;
  readonly facets: Pick<FacetChoice, 'theme' | 'radiusM'>;
  readonly show: 'all' | keyof NameMarks;
}

/** A name without an origin is not known here; a workbook's set may hold such names. */
export interface ListedName extends DescribedName {
  readonly origin?: NameOrigin;
}

export interface FoundNames {
  readonly names: readonly ListedName[];
  readonly facets: NameFacets;
  /** The wish that these names answer: it may lag behind what is being typed. */
  readonly wish: NameWish;
  /** The names are being prepared for the first search. */
  readonly isPreparing: boolean;
}

export interface NameMarks {
  readonly favourites: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Names in the workbook's formulas. */
  readonly used: ReadonlySet<string>;
}

/** The names that fit, best first. Typing never waits for them. */
export function useFoundNames(
  catalogue: Catalogue,
  entries: readonly CatalogueEntry[],
  wished: NameWish,
  marks: NameMarks,
  clock: Clock,
): FoundNames {
  const wish = useDeferredValue(wished);
  const listed = useDeferredValue(entries);
  const index = useIndex(catalogue, listed);
  const facets = useFacets(listed, clock);
  const { search } = wish;
  const found = useMemo(
    () => (search.trim() === '' ? listed : index?.find(search)),
    [listed, index, search],
  );
  const marked = wish.show === 'all' ? undefined : marks[wish.show];
  const candidates = useMemo(
    (): readonly ListedName[] =>
      marked === undefined ? (found ?? []) : [...(found ?? []), ...unknown(marked, listed, search)],
    [found, marked, listed, search],
  );
  const fitting = useMemo(
    () => facets.fitting(candidates, wish.facets),
    [facets, candidates, wish.facets],
  );
  const names = useMemo(
    () => (marked === undefined ? fitting : fitting.filter(({ name }) => marked.has(name))),
    [fitting, marked],
  );
  return { names, facets, wish, isPreparing: found === undefined };
}

/** Marked names that the catalogue does not have, if they contain every word of the search. */
function unknown(
  marked: ReadonlySet<string>,
  listed: readonly CatalogueEntry[],
  search: string,
): ListedName[] {
  const known = new Set(listed.map(({ name }) => name));
  const words = search.toLowerCase().split(/\s+/);
  return [...marked]
    .filter((name) => !known.has(name) && words.every((word) => name.includes(word)))
    .map((name) => ({ name }));
}

/** The previous index is used until the new one is ready. */
function useIndex(catalogue: Catalogue, entries: readonly CatalogueEntry[]): NameIndex | undefined {
  const [index, setIndex] = useState<NameIndex>();
  useEffect(() => {
    let isWanted = true;
    // Built from what the catalogue lists by then; if that is more, the catalogue says so.
    void catalogue.index().then((next) => isWanted && setIndex(next));
    return () => void (isWanted = false);
  }, [catalogue, entries]);
  return index;
}

/** The previous list's facets are used until the new ones are ready. */
function useFacets(entries: readonly CatalogueEntry[], clock: Clock): NameFacets {
  const [facets, setFacets] = useState(noFacets);
  useEffect(() => {
    let isWanted = true;
    void createNameFacets(entries, clock).then((next) => isWanted && setFacets(next));
    return () => void (isWanted = false);
  }, [entries, clock]);
  return facets;
}
