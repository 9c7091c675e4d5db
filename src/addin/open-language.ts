import { LANGUAGES, spokenOf } from '../language/languages';
import type { Language } from '../language/languages';
import { speak, spokenLanguage } from '../language/speech';
import type { Catalogue } from '../language/speech';
import { withTimeout } from '../lookup';
import { createLanguageChoice } from '../settings/language-choice';
import type { Core } from './core';

export interface LanguageParts {
  readonly host: Pick<Core['host'], 'languages' | 'storage'>;
  readonly clock: Pick<Core['clock'], 'schedule'>;
}

/**
 * Speaks the person's language from here on; English while its texts cannot be fetched. To be
 * waited for before what holds texts is loaded: it settles in seconds, and never rejects.
 */
export async function openLanguage(
  { host, clock }: LanguageParts,
  page: Document = document,
  fetchCatalogue = fetchFromHere,
): Promise<void> {
  const { languages = navigator.languages } = host;
  const language = createLanguageChoice(host.storage).current() ?? spokenOf(languages);
  if (language === 'en' || language === spokenLanguage()) return;
  const fetched = fetchCatalogue(language).catch(() => undefined);
  const timeout = { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined };
  const catalogue = await withTimeout(fetched, timeout);
  if (catalogue === undefined) return;
  speak(language, catalogue);
  page.documentElement.lang = language;
  page.documentElement.dir = LANGUAGES[language].direction;
}

const TIMEOUT_MS = 5_000;

/** Asks whether a file that the browser has kept is still the newest. */
async function fetchFromHere(language: Exclude<Language, 'en'>): Promise<Catalogue> {
  const reply = await fetch(`assets/${language}.json`, { cache: 'no-cache' });
  if (!reply.ok) throw new Error(`no catalogue of ${language}`);
  return (await reply.json()) as Catalogue;
}
