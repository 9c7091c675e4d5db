import { createCatalogue, type Catalogue } from '../../../src/engine/catalogue/catalogue';
import type { DescribedName } from '../../../src/engine/catalogue/catalogue-store';
import type { PanePorts } from '../../../src/addin/pane/parts/pane-ports';

export interface FakeCatalogueOptions {
  /** As if a person had imported them. */
  readonly imported?: readonly DescribedName[];
  /** Its code cannot be fetched. */
  readonly isOutOfReach?: boolean;
}

/** The known names, kept nowhere. */
export function createFakeCatalogue({
  imported = [],
  isOutOfReach = false,
}: FakeCatalogueOptions = {}): PanePorts['catalogue'] {
  let opened: Promise<Catalogue> | undefined;
  async function make(): Promise<Catalogue> {
    const clock = { elapsed: () => 0, schedule: soon };
    const catalogue = createCatalogue({ clock });
    if (imported.length > 0) await catalogue.take(imported, 'add');
    return catalogue;
  }
  return {
    open: () => (isOutOfReach ? Promise.reject(new Error('out of reach')) : (opened ??= make())),
  };
}

function soon(_ms: number, run: () => void): () => void {
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}
