/** Where the service is, and the credential that is good for it. */
export interface Connection {
  readonly addresses: ServiceAddresses;
  /** Only ever given for the origins it was entered for; never stored in a workbook. */
  readonly credential: string | undefined;
}

/** Base addresses without a trailing slash; https, or http on loopback. */
export interface ServiceAddresses {
  readonly attributeUrl: string;
  readonly modelUrl: string;
}
