import type { DeviceStorage } from './device-storage';
import { listOf, objectOf, oneOf, text } from './json-reader';
import { STORED_NAMES } from './stored-names';
import { createStoredRecord } from './stored-record';

/**
 * Whether somebody on this device has agreed that a workbook saves answers by itself. The workbook
 * holds a random mark for each device that has, and the device the marks that are its own: what a
 * workbook says alone is no agreement.
 */
export interface SavingConsent {
  /** @param marks as the workbook holds them. */
  isGiven(marks: string): boolean;
  /** What the workbook is to hold from now on. */
  give(marks: string): string;
}

/** In a workbook; beyond it those who agreed first are asked again. */
const MAX_IN_WORKBOOK = 10;
/** On a device. */
const MAX_ON_DEVICE = 200;

const reader = objectOf({ version: oneOf(1), marks: listOf(text()) });

/** @param randomMark letters and digits that nobody can guess. */
export function createSavingConsent(
  storage: DeviceStorage,
  randomMark: () => string,
): SavingConsent {
  const record = createStoredRecord(storage, STORED_NAMES.savingConsent, reader);
  /** For a device that keeps nothing. */
  const ofSession = new Set<string>();
  const own = (): readonly string[] => record.read()?.marks ?? [];
  return {
    isGiven(marks) {
      const known = new Set([...own(), ...ofSession]);
      return marksIn(marks).some((mark) => known.has(mark));
    },
    give(marks) {
      const mark = randomMark();
      const kept = [mark, ...own()].slice(0, MAX_ON_DEVICE);
      if (!record.write({ version: 1, marks: kept })) ofSession.add(mark);
      return [...marksIn(marks), mark].slice(-MAX_IN_WORKBOOK).join(' ');
    },
  };
}

function marksIn(marks: string): string[] {
  return marks
    .slice(0, 1_000)
    .split(' ')
    .filter((mark) => mark !== '');
}
