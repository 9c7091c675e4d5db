import type { Language } from './languages';
import { LANGUAGES } from './languages';
import { formatMessage } from './message-format';
import type { Values } from './message-format';
import { numberLocale } from './number-locale';

/** English messages, each with its translation into one other language. */
export type Catalogue = Readonly<Record<string, string>>;

/** English until the page speaks another language: see docs/decisions on languages. */
let speech = speechOf('en', {});

/**
 * From here on every message is in this language, or in English if the catalogue lacks it. Call it
 * once, before loading any module that holds messages.
 */
export function speak(language: Language, catalogue: Catalogue): void {
  speech = speechOf(language, catalogue);
}

/** A text that people see, in their language. The English one is its key, in ICU's syntax. */
export function t(english: string, values?: Values): string {
  const { catalogue, numbers } = speech;
  const message = (Object.hasOwn(catalogue, english) && catalogue[english]) || english;
  return values === undefined ? message : formatMessage(message, values, numbers);
}

/** The same in English, whatever the language of the page. */
export function inEnglish(english: string, values?: Values): string {
  return values === undefined ? english : formatMessage(english, values, ENGLISH.numbers);
}

/** The translation of a text that does not go through `t`; undefined if there is none. */
export function translationOf(english: string): string | undefined {
  return Object.hasOwn(speech.catalogue, english) ? speech.catalogue[english] : undefined;
}

/**
 * Translations of messages with numbered placeholders, by a pattern that matches the English text;
 * the longest first.
 */
export function translationsByPattern(): readonly (readonly [RegExp, string])[] {
  return speech.byPattern;
}

export function spokenLanguage(): Language {
  return speech.language;
}

/** For every number that a person reads. */
export function numberFormat(
  options: Intl.NumberFormatOptions,
  locale: string = speech.numberLocale,
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, options);
}

/** For every date that a person reads: `21 Nov 2026`. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGES[speech.language].locale, options);
}

/** Whole counts with grouped digits: `12,345`. */
export function countText(count: number): string {
  return speech.numbers.format(count);
}

/** `a, b and c`. */
export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGES[speech.language].locale).format(items);
}

function speechOf(language: Language, catalogue: Catalogue) {
  const device = new Intl.NumberFormat().resolvedOptions().locale;
  const locale = language === 'en' ? numberLocale(device) : LANGUAGES[language].locale;
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(language);
  return {
    language,
    catalogue,
    byPattern: Object.entries(catalogue)
      .filter(([english]) => english.includes('{1}'))
      .sort(([one], [other]) => other.length - one.length)
      .map(([english, message]) => [patternOf(english), message] as const),
    numberLocale: locale,
    numbers: {
      format: (value: number) => numbers.format(value),
      plural: (value: number) => rules.select(value),
    },
  };
}

function patternOf(english: string): RegExp {
  const literal = english.replace(/[\\^$.*+?()[\]|]/g, '\\$&');
  // A colon parts a message, but not within what it quotes: `{"floor_area": 850}`.
  return new RegExp(`^${literal.replace(/\{\d\}/g, '((?:\\{[^{}]*\\}|(?!: ).)+?)')}$`);
}

/** Declared last, because it is made while this file loads and needs all of the above. */
const ENGLISH = speechOf('en', {});
