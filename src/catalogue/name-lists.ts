import { isAttributeName } from '../contract/attribute-name';
import { KNOWN_NAMES } from '../contract/known-names';
import type { CatalogueEntry, DescribedName } from './catalogue-entry';

/** How many names may be imported; an account has some thousands. */
export const MAX_IMPORTED = 100_000;

export function isBuiltIn(name: string): boolean {
  return BUILT_IN.has(name);
}

/** One entry for each name: the contract's, then those imported, then those learned. */
export function entriesOf(
  imported: readonly DescribedName[],
  learned: ReadonlySet<string>,
): readonly CatalogueEntry[] {
  const entries = new Map<string, CatalogueEntry>();
  for (const name of KNOWN_NAMES) entries.set(name, { name, origin: 'contract' });
  for (const described of imported) {
    const { origin = 'imported' as const } = entries.get(described.name) ?? {};
    entries.set(described.name, { ...described, origin });
  }
  for (const name of learned) {
    if (!entries.has(name)) entries.set(name, { name, origin: 'learned' });
  }
  return [...entries.values()];
}

export interface TakenList {
  readonly list: readonly DescribedName[];
  readonly added: number;
  readonly changed: number;
  readonly leftOut: number;
}

/** The list with these names put in; of one that is there before, the new details count. */
export function taken(
  before: readonly DescribedName[],
  names: readonly DescribedName[],
  how: 'add' | 'replace',
): TakenList {
  const known = new Map(before.map((described) => [described.name, described]));
  const list = new Map(how === 'add' ? known : []);
  let added = 0;
  let changed = 0;
  let leftOut = 0;
  for (const described of names) {
    const { name } = described;
    if (!isAttributeName(name) || (list.size >= MAX_IMPORTED && !list.has(name))) {
      leftOut += 1;
      continue;
    }
    const old = known.get(name);
    if (old === undefined) added += 1;
    else if (JSON.stringify(old) !== JSON.stringify(described)) changed += 1;
    list.set(name, described);
  }
  return { list: [...list.values()], added, changed, leftOut };
}

const BUILT_IN: ReadonlySet<string> = new Set(KNOWN_NAMES);
