/**
 * The languages of Locus, each with its own name and the locale for its numbers and dates. People
 * type Latin digits into cells, so the texts beside them have Latin digits, too.
 */
export const LANGUAGES = {
  en: { title: 'English', locale: 'en-GB', direction: 'ltr' },
  hi: { title: 'हिन्दी', locale: 'hi-IN-u-nu-latn', direction: 'ltr' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** Returns the first of these that Locus has, or English: `['mr-IN', 'hi-IN', 'en']` is Hindi. */
export function spokenOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}

/**
 * The locale for numbers in English text: the device's own as far as English allows. A lakh is
 * `1,00,000` where people count in lakhs. Other languages write digits in ways that do not fit
 * English words.
 */
export function numberLocale(device: string): string {
  const { language, region } = new Intl.Locale(device);
  if (language === 'en') return device;
  return region !== undefined && LAKHS.has(region) ? 'en-IN' : 'en';
}

const LAKHS: ReadonlySet<string> = new Set(['IN', 'PK', 'BD', 'NP', 'LK']);
