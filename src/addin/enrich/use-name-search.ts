import type { NameListing } from '../../engine/catalogue/catalogue';
import { CONTRACT_NAMES } from '../../engine/contract/contract-names';
import { useEntries, useOpenCatalogue } from '../names';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';

/** The known names that fit what a person types. */
export interface NameSearch {
  readonly found: readonly FoundName[];
  /** How many more fit. */
  readonly more: number;
  /** The list of names could not be loaded: only those of the contract are found. */
  readonly isOutOfReach: boolean;
}

export interface FoundName {
  readonly name: string;
  /** What is known about it, in one line. */
  readonly about: string;
}

/** Without a search the eight names of the contract come first, as in the catalogue. */
const SHOWN_FIRST = CONTRACT_NAMES.length;
const SHOWN_AT_MOST = 20;

export function useNameSearch(port: PanePorts['catalogue'], search: string): NameSearch {
  const { result: catalogue, hasFailed } = useOpenCatalogue(port);
  const entries = useEntries(catalogue);
  const found = useLatest(
    async () =>
      catalogue === undefined ? builtInFor(search) : shownOf(await catalogue.find(search), search),
    [catalogue, entries, search],
  );
  return { ...(found.result ?? BUILT_IN), isOutOfReach: hasFailed || found.hasFailed };
}

function shownOf(listing: NameListing, search: string): Pick<NameSearch, 'found' | 'more'> {
  const most = search.trim() === '' ? SHOWN_FIRST : SHOWN_AT_MOST;
  const count = Math.min(listing.count, most);
  const found = Array.from({ length: count }, (_, index) => ({
    name: listing.name(index),
    about: listing.about(index),
  }));
  return { found, more: listing.count - count };
}

function builtInFor(search: string): Pick<NameSearch, 'found' | 'more'> {
  const wanted = search.trim().toLowerCase().replace(/\s+/g, '_');
  const found = CONTRACT_NAMES.filter((name) => name.includes(wanted));
  return { found: found.map((name) => ({ name, about: '' })), more: 0 };
}

const BUILT_IN = builtInFor('');
