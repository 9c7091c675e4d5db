import { CONTRACT_NAMES, isAttributeName } from '../contract/attribute-name';
import { eachInSlices, type Clock } from '../lookup';
import type { CatalogueEntry, DescribedName } from './catalogue-store';

/** How many names may be imported; an account has a few thousand. */
export const MAX_IMPORTED = 100_000;

export function isBuiltIn(name: string): boolean {
  return BUILT_IN.has(name);
}

/** Imported names as entries, built in slices because a list may be long. */
export async function importedEntries(
  imported: readonly DescribedName[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<readonly CatalogueEntry[]> {
  const entries: CatalogueEntry[] = [];
  await eachInSlices(imported, clock, (described) => {
    const origin = isBuiltIn(described.name) ? 'contract' : 'imported';
    entries.push({ ...described, origin });
  });
  return entries;
}

/** Like `importedEntries`, for the names that a gateway lists for everybody. */
export async function teamEntries(
  listed: readonly DescribedName[],
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<readonly CatalogueEntry[]> {
  const entries = new Map<string, CatalogueEntry>();
  await eachInSlices(listed, clock, (described) => {
    entries.set(described.name, { ...described, origin: 'team' });
  });
  return [...entries.values()];
}

/**
 * One entry for each name: the contract's, then the imported ones, those of the team, and the
 * learnt ones. A person's own description of a name comes before the team's.
 */
export function entriesOf(
  imported: readonly CatalogueEntry[],
  learned: ReadonlySet<string>,
  team: readonly CatalogueEntry[] = [],
): readonly CatalogueEntry[] {
  const contract = new Map<string, CatalogueEntry>();
  for (const name of CONTRACT_NAMES) contract.set(name, { name, origin: 'contract' });
  const fresh = new Set(learned);
  const others = imported.filter((entry) => {
    fresh.delete(entry.name);
    if (entry.origin === 'contract') contract.set(entry.name, entry);
    return entry.origin !== 'contract';
  });
  const own = new Set(imported.map(({ name }) => name));
  const listed = team.filter((entry) => {
    fresh.delete(entry.name);
    if (own.has(entry.name)) return false;
    if (isBuiltIn(entry.name)) contract.set(entry.name, entry);
    return !isBuiltIn(entry.name);
  });
  for (const name of CONTRACT_NAMES) fresh.delete(name);
  const seen = [...fresh].map((name): CatalogueEntry => ({ name, origin: 'learned' }));
  return [...contract.values(), ...others, ...listed, ...seen];
}

export interface MergedList {
  readonly list: readonly DescribedName[];
  readonly added: number;
  readonly changed: number;
  readonly leftOut: number;
}

/** The list with these names added. A name that is there already takes the new details. */
export function merged(
  before: readonly DescribedName[],
  names: readonly DescribedName[],
  how: 'add' | 'replace',
): MergedList {
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

const BUILT_IN: ReadonlySet<string> = new Set(CONTRACT_NAMES);
