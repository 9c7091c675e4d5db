import type { CatalogueEntry, DescribedName } from '../../engine/catalogue/catalogue-entry';
import { eachInSlices } from '../../engine/lookup';
import type { Clock } from '../../engine/lookup';

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
