import type { CatalogueEntry, DescribedName } from '../../catalogue/catalogue-entry';

/** The names that a person has imported, as they were: those that are always known count too. */
export function importedOf(entries: readonly CatalogueEntry[]): readonly DescribedName[] {
  return entries.flatMap(({ origin, ...described }) => {
    const isDescribed = Object.keys(described).length > 1;
    return origin === 'imported' || (origin === 'contract' && isDescribed) ? [described] : [];
  });
}
