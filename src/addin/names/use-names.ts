import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';

import type { Catalogue, CatalogueState } from '../../engine/catalogue/catalogue';
import type {
  CatalogueEntry,
  DescribedName,
  NameOrigin,
} from '../../engine/catalogue/catalogue-store';
import {
  createNameFacets,
  noFacets,
  type FacetChoice,
  type NameFacets,
} from '../../engine/catalogue/name-facets';
import type { Clock } from '../../engine/lookup';
import { type Latest, useLatest } from '../pane/parts/use-latest';
import { usedNames } from '../enrich';
import type { Sheet } from '../spreadsheet/sheet';
import type { PanePorts } from '../pane/parts/pane-ports';

/** The names that a person wants to see. */
export interface NameFilter {
  readonly search: string;
  readonly facets: Pick<FacetChoice, 'theme' | 'radiusM'>;
  readonly show: 'all' | keyof NameMarks;
}

/**
 * A listed name. It has no origin if it is not known here, as may be the case in a workbook's set.
 */
export interface ListedName extends DescribedName {
  readonly origin?: NameOrigin;
}

export interface FoundNames {
  readonly names: readonly ListedName[];
  readonly facets: NameFacets;
  /** The filter of these names, which may be older than what is being typed. */
  readonly filter: NameFilter;
  /** Whether the names are being prepared for the first search. */
  readonly isPreparing: boolean;
}

export interface NameMarks {
  readonly favourites: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** Names in the workbook's formulas. */
  readonly used: ReadonlySet<string>;
}

/** Returns the names that match, the best first. Typing never waits for them. */
export function useFoundNames(
  catalogue: Catalogue,
  entries: readonly CatalogueEntry[],
  newest: NameFilter,
  marks: NameMarks,
  clock: Clock,
): FoundNames {
  const filter = useDeferredValue(newest);
  const listed = useDeferredValue(entries);
  // The previous index and facets are used until the new ones are ready. The index is built from
  // what the catalogue lists by then; if that is more, the catalogue says so.
  const { result: index } = useLatest(() => catalogue.index(), [catalogue, listed]);
  const { result: facets = noFacets } = useLatest(
    () => createNameFacets(listed, clock),
    [listed, clock],
  );
  const { search } = filter;
  const found = useMemo(
    () => (search.trim() === '' ? listed : index?.find(search)),
    [listed, index, search],
  );
  const marked = filter.show === 'all' ? undefined : marks[filter.show];
  const candidates = useMemo(
    (): readonly ListedName[] =>
      marked === undefined ? (found ?? []) : [...(found ?? []), ...unknown(marked, listed, search)],
    [found, marked, listed, search],
  );
  const fitting = useMemo(
    () => facets.fitting(candidates, filter.facets),
    [facets, candidates, filter.facets],
  );
  const names = useMemo(
    () => (marked === undefined ? fitting : fitting.filter(({ name }) => marked.has(name))),
    [fitting, marked],
  );
  return { names, facets, filter, isPreparing: found === undefined };
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

/**
 * Returns the known names in the workbook's formulas, the latest first. They are read whenever the
 * view is shown. A name is known once it has had a value, so a misspelt one is not offered again.
 */
export function useUsedNames(
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
  catalogue: Catalogue | undefined,
): ReadonlySet<string> {
  const { result: used } = useLatest(() => usedNames(sheet), [sheet]);
  const entries = useEntries(catalogue);
  return useMemo(() => {
    const known = new Set(entries.map(({ name }) => name));
    return new Set(used?.filter((name) => known.has(name)));
  }, [used, entries]);
}

/** Opens the catalogue, and returns it once everything that it keeps has loaded. */
export function useOpenCatalogue(port: PanePorts['catalogue']): Latest<Catalogue> {
  return useLatest(async () => {
    const catalogue = await port.open();
    await catalogue.whenLoaded();
    return catalogue;
  }, [port]);
}

/** Returns the entries of the catalogue; none while there is no catalogue. */
export function useEntries(catalogue: Catalogue | undefined): readonly CatalogueEntry[] {
  return useSyncExternalStore(catalogue?.subscribe ?? noChanges, catalogue?.entries ?? noEntries);
}

const NO_ENTRIES: readonly CatalogueEntry[] = [];
const noEntries = (): readonly CatalogueEntry[] => NO_ENTRIES;
const noChanges = () => () => undefined;

export function useCatalogueState(catalogue: Catalogue): CatalogueState {
  return useSyncExternalStore(catalogue.subscribe, catalogue.state);
}

/**
 * Returns a function that tells what is known about a name: only the name itself until the
 * catalogue has loaded.
 */
export function useDescribedNames(port: PanePorts['catalogue']): (name: string) => DescribedName {
  const { result: catalogue } = useOpenCatalogue(port);
  const entries = catalogue?.entries();
  return useMemo(() => {
    const known = new Map(entries?.map((entry) => [entry.name, entry]));
    return (name) => known.get(name) ?? { name };
  }, [entries]);
}
