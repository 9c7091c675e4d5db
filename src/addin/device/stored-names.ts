/**
 * Every name under which anything is kept in a device's storage. Forgetting everything removes them
 * all.
 */
export const STORED_NAMES = {
  addresses: 'locus.addresses',
  credential: 'locus.credential',
  preferences: 'locus.preferences',
  language: 'locus.language',
  favourites: 'locus.favourites',
  ledger: 'locus.ledger',
  /** Mixed into the hashes of accounts. */
  salt: 'locus.salt',
  /** How many names were imported. */
  namesTally: 'locus.catalogue',
  /** Answers that a page had no time to write to its database. */
  unwritten: 'locus.unwritten',
  /** Workbooks that may save answers automatically. */
  savingConsent: 'locus.saving-consent',
  /** Carries messages between windows if the browser has no channels. */
  message: 'locus.message',
} as const;

/**
 * Two random texts, the only ones that survive forgetting. This one changes when everything is
 * forgotten: a window that remembers another text must drop what it remembers.
 */
export const GENERATION = 'locus.generation';

/** This one changes when the kept answers are cleared. */
export const CLEARING = 'locus.clearing';
