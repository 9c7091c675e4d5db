import { isLanguage, type Language } from '../../engine/language/languages';
import type { DeviceStorage } from '../spreadsheet/host';
import { STORED_NAMES } from './stored-record';

/** The language that a person has chosen on this device; it applies from the next start. */
export interface LanguageChoice {
  /** Undefined to follow Office, or the browser. */
  current(): Language | undefined;
  /** False if the device would not keep it. */
  choose(language: Language | undefined): boolean;
}

/** Creates the choice, kept in this storage. */
export function createLanguageChoice(storage: DeviceStorage): LanguageChoice {
  return {
    current() {
      const kept = storage.read(STORED_NAMES.language);
      return isLanguage(kept) ? kept : undefined;
    },
    choose(language) {
      if (language !== undefined) return storage.write(STORED_NAMES.language, language);
      storage.remove(STORED_NAMES.language);
      return true;
    },
  };
}
