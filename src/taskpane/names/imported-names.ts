import type { CatalogueEntry, DescribedName } from '../../catalogue/catalogue-entry';
import { eachInSlices } from '../../lookup';
import type { Clock } from '../../lookup';

/** The names that a person has imported, as they were: those that are always known count too. */
export async function importedOf(
  entries: readonly CatalogueEntry[],
  clock: Clock,
): Promise<readonly DescribedName[]> {
  const imported: DescribedName[] = [];
  await eachInSlices(entries, clock, ({ origin, ...described }) => {
    const isDescribed = Object.keys(described).length > 1;
    if (origin === 'imported' || (origin === 'contract' && isDescribed)) imported.push(described);
  });
  return imported;
}
