import type { ServiceAddresses } from '../../engine/client/connection';
import type { ConnectionStore } from '../device/connection-store';

/**
 * The keys used since the pane was joined: the current one and those it replaced. Held in memory
 * only, and dropped when everything is forgotten.
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
