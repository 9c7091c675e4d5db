import type { CatalogueEntry, DescribedName } from '../../catalogue/catalogue-entry';
import { inPieces } from '../../catalogue/pieces';
import type { Clock } from '../../lookup';

/** The names that a person has imported, as they were: those that are always known count too. */
export async function importedOf(
  entries: readonly CatalogueEntry[],
  clock: Clock,
): Promise<readonly DescribedName[]> {
  const imported: DescribedName[] = [];
  await inPieces(entries, clock, ({ origin, ...described }) => {
    const isDescribed = Object.keys(described).length > 1;
    if (origin === 'imported' || (origin === 'contract' && isDescribed)) imported.push(described);
  });
  return imported;
}
