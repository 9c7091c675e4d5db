import type { CatalogueEntry, DescribedName } from '../../catalogue/catalogue-entry';
import { eachInSlices } from '../../lookup';
import type { Clock } from '../../lookup';

/** The imported names as they were, including built-in names with imported details. */
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
