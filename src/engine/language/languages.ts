/**
 * The languages that Locus speaks, each by its own name, and how it writes numbers and dates.
 * People type Latin digits into cells, so what we show beside them has Latin digits too.
 */
export const LANGUAGES = {
  en: { title: 'English', locale: 'en-GB', direction: 'ltr' },
  hi: { title: 'हिन्दी', locale: 'hi-IN-u-nu-latn', direction: 'ltr' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The first of these that Locus speaks, else English: `['mr-IN', 'hi-IN', 'en']` is Hindi. */
export function spokenOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}
