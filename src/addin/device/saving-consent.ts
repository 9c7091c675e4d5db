import type { DeviceStorage } from '../spreadsheet/host';
import { listOf, objectOf, oneOf, text } from './json-reader';
import { createStoredRecord, STORED_NAMES } from './stored-record';

/**
 * Whether somebody on this device has agreed that a workbook may save answers automatically. The
 * workbook holds a random token for each device that has agreed, and the device holds its own
 * tokens. The workbook alone cannot claim consent.
 */
export interface SavingConsent {
  /** @param tokens as the workbook holds them. */
  isGiven(tokens: string): boolean;
  /** @returns the tokens that the workbook is to hold from now on. */
  give(tokens: string): string;
}

/** Tokens in a workbook; beyond that, the devices that agreed first are asked again. */
const MAX_IN_WORKBOOK = 10;
/** Tokens on a device. */
const MAX_ON_DEVICE = 200;

const reader = objectOf({ version: oneOf(1), marks: listOf(text()) });

/**
 * Creates the consent of this device.
 *
 * @param randomToken returns letters and digits that nobody can guess.
 */
export function createSavingConsent(
  storage: DeviceStorage,
  randomToken: () => string,
): SavingConsent {
  const record = createStoredRecord(storage, STORED_NAMES.savingConsent, reader);
  /** Tokens of this session, for a device that keeps nothing. */
  const ofSession = new Set<string>();
  const own = (): readonly string[] => record.read()?.marks ?? [];
  return {
    isGiven(tokens) {
      const known = new Set([...own(), ...ofSession]);
      return tokensIn(tokens).some((token) => known.has(token));
    },
    give(tokens) {
      const token = randomToken();
      const kept = [token, ...own()].slice(0, MAX_ON_DEVICE);
      if (!record.write({ version: 1, marks: kept })) ofSession.add(token);
      return [...tokensIn(tokens), token].slice(-MAX_IN_WORKBOOK).join(' ');
    },
  };
}

function tokensIn(tokens: string): string[] {
  return tokens
    .slice(0, 1_000)
    .split(' ')
    .filter((token) => token !== '');
}
