import type { ServiceAddresses } from '../settings/connection';
import type { ConnectionStore } from '../settings/connection-store';

/**
 * The keys that have been in use since the pane was joined, in memory alone: the one there is, and
 * those it has replaced. Once everything has been forgotten, so are they.
 */
export function createSeenKeys(
  connection: Pick<ConnectionStore, 'current' | 'subscribe'>,
  defaults: ServiceAddresses,
): () => readonly string[] {
  const seen = new Set<string>();
  const look = (): void => {
    const { credential, addresses } = connection.current();
    if (credential !== undefined) seen.add(credential);
    else if (addresses.attributeUrl === defaults.attributeUrl) seen.clear();
  };
  look();
  connection.subscribe(look);
  return () => [...seen];
}
