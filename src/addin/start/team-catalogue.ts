import { askCatalogue, type GatewayCatalogue } from '../../engine/client/gateway-catalogue';
import { askAccount } from '../../engine/client/gateway-finder';
import type { Fetch } from '../../engine/client/http-call';
import type { Clock } from '../../engine/lookup';
import type { ConnectionStore } from '../device/connection-store';
import { mayBeToken } from '../../engine/client/account-summary';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import type { LearningNames } from '../../engine/catalogue/known-names';

export interface TeamCatalogueParts {
  readonly connection: Pick<ConnectionStore, 'current'>;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/**
 * What this person's gateway lists for everybody; the same object until that changes. Undefined
 * behind an ordinary service, which is not asked for it. Never rejects.
 */
export type OpenTeamCatalogue = () => Promise<GatewayCatalogue | undefined>;

export function createTeamCatalogue(parts: TeamCatalogueParts): OpenTeamCatalogue {
  let last: Asked | undefined;
  return () => {
    const { credential = '', addresses } = parts.connection.current();
    const address = addresses.attributeUrl;
    if (!mayBeToken(credential)) return Promise.resolve(undefined);
    const isSame = last?.address === address && last.credential === credential;
    if (last !== undefined && isSame && parts.clock.elapsed() < last.againAt) return last.listed;
    const listed = ask(address, credential, parts, isSame ? last?.listed : undefined);
    last = { address, credential, listed, againAt: parts.clock.elapsed() + AGAIN_MS };
    return listed;
  };
}

/** The last request, for one address and credential. In memory only, like the connection. */
interface Asked {
  readonly address: string;
  readonly credential: string;
  readonly listed: Promise<GatewayCatalogue | undefined>;
  /** Elapsed milliseconds. */
  readonly againAt: number;
}

/** A view reopened within this time shows the same list. */
const AGAIN_MS = 30_000;

async function ask(
  address: string,
  credential: string,
  parts: TeamCatalogueParts,
  before: Asked['listed'] | undefined,
): Promise<GatewayCatalogue | undefined> {
  try {
    const known = await before;
    // A key may look like a token, so only a confirmed gateway is asked for its list.
    if (known === undefined && (await askAccount(address, credential, parts)) === undefined) {
      return undefined;
    }
    return (await askCatalogue(address, credential, parts, known)) ?? known;
  } catch {
    return undefined;
  }
}

interface TeamNamesParts {
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
