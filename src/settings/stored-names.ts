/** All that is ever kept in a device's storage, by name; forgetting everything removes each of it. */
export const STORED_NAMES = {
  addresses: 'locus.addresses',
  credential: 'locus.credential',
  preferences: 'locus.preferences',
  favourites: 'locus.favourites',
  ledger: 'locus.ledger',
  /** What account hashes are mixed with. */
  salt: 'locus.salt',
  /** How many names were imported. */
  namesTally: 'locus.catalogue',
  /** Answers that a page had no time to write into its database. */
  unwritten: 'locus.unwritten',
  /** Workbooks that may save answers by themselves. */
  savingConsent: 'locus.saving-consent',
  /** Carries messages between windows where there are no channels. */
  message: 'locus.message',
} as const;

/**
 * Random texts, the only ones that outlast a forgetting. This one changes when everything is
 * forgotten: a window that remembers another one remembers what is no longer to be known.
 */
export const GENERATION = 'locus.generation';

/** This one changes when the kept answers are cleared. */
export const CLEARING = 'locus.clearing';
