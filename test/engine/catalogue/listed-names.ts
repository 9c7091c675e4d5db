import { createCatalogue } from '../../../src/engine/catalogue/catalogue';
import type { CatalogueEntry } from '../../../src/engine/catalogue/catalogue-store';
import { HandClock } from '../lookup/hand-clock';

/** The contract's names, imported ones and learned ones, as a catalogue lists them. */
export function entriesOf(
  imported: readonly CatalogueEntry[],
  learned: readonly string[],
): readonly CatalogueEntry[] {
  const contract = createCatalogue({ clock: new HandClock() }).entries();
  const seen = learned.map((name): CatalogueEntry => ({ name, origin: 'learned' }));
  return [...contract, ...imported, ...seen];
}
