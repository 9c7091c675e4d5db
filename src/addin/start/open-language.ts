import { LANGUAGES, spokenOf, type Language } from '../../engine/language/languages';
import { speak, spokenLanguage, type Catalogue } from '../../engine/language/speech';
import { withTimeout } from '../../engine/lookup';
import { createLanguageChoice } from '../device/language-choice';
import type { Core } from './core';

export interface LanguageParts {
  readonly host: Pick<Core['host'], 'languages' | 'storage'>;
  readonly clock: Pick<Core['clock'], 'schedule'>;
}

/**
 * Switches to the person's language, or stays with English if its texts cannot be fetched. Wait for
 * it before loading modules that hold texts: it settles within seconds, and never rejects.
 */
export async function openLanguage(
  { host, clock }: LanguageParts,
  page: Document = document,
  fetchCatalogue = fetchFromHere,
): Promise<void> {
  const { languages = navigator.languages } = host;
  const language = createLanguageChoice(host.storage).current() ?? spokenOf(languages);
  await speakLanguage(language, { clock }, page, fetchCatalogue);
}

/** The same with a language that is known. */
export async function speakLanguage(
  language: Language,
  { clock }: Pick<LanguageParts, 'clock'>,
  page: Document = document,
  fetchCatalogue = fetchFromHere,
): Promise<void> {
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

/** Makes the browser check that the file in its cache is the newest. */
async function fetchFromHere(language: Exclude<Language, 'en'>): Promise<Catalogue> {
  const reply = await fetch(`assets/${language}.json`, { cache: 'no-cache' });
  if (!reply.ok) throw new Error(`no catalogue of ${language}`);
  return (await reply.json()) as Catalogue;
}
