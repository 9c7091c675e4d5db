/** Where the service is, and the credential for it. */
export interface Connection {
  readonly addresses: ServiceAddresses;
  /** Only present for the origins it was entered for; never stored in a workbook. */
  readonly credential: string | undefined;
}

/** Base addresses without a trailing slash; https, or http on loopback. */
export interface ServiceAddresses {
  readonly attributeUrl: string;
  readonly modelUrl: string;
}

/**
 * A connection that keeps its credential out of JSON, string templates, object spread and most
 * logs: the property is not enumerable, and is read only by name.
 */
export function toConnection(
  addresses: ServiceAddresses,
  credential: string | undefined,
): Connection {
  const connection = { addresses, credential };
  Object.defineProperty(connection, 'credential', { enumerable: false });
  return Object.freeze(connection);
}

export function areSameAddresses(one: ServiceAddresses, other: ServiceAddresses): boolean {
  return one.attributeUrl === other.attributeUrl && one.modelUrl === other.modelUrl;
}
