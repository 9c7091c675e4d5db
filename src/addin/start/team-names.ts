import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { DescribedName } from '../../engine/catalogue/catalogue-entry';
import type { LearningNames } from '../../engine/catalogue/known-names';
import type { ConnectionStore } from '../device/connection-store';
import type { OpenTeamCatalogue } from './team-catalogue';

export interface TeamNamesParts {
  readonly names: Pick<LearningNames, 'open'>;
  readonly connection: Pick<ConnectionStore, 'subscribe'>;
}

/** The names known here, with those that this person's gateway lists for everybody. */
export function createTeamNames(
  { names, connection }: TeamNamesParts,
  listed: OpenTeamCatalogue,
): Pick<LearningNames, 'open'> {
  let catalogue: Catalogue | undefined;
  let offered: readonly DescribedName[] = [];
  let rounds = 0;
  async function refresh(): Promise<void> {
    if (catalogue === undefined) return;
    const round = (rounds += 1);
    const found = (await listed())?.names ?? [];
    // The connection may have changed since, and another gateway been asked.
    if (round !== rounds || found === offered || found.length + offered.length === 0) return;
    offered = found;
    await catalogue.offer(found);
  }
  connection.subscribe(() => void refresh());
  return {
    async open() {
      catalogue = await names.open();
      void refresh();
      return catalogue;
    },
  };
}
