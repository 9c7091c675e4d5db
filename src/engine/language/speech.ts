import { type Language, LANGUAGES, numberLocale } from './languages';

/** English messages, each with its translation into one other language. */
export type Catalogue = Readonly<Record<string, string>>;

/** English until the page speaks another language: see docs/decisions on languages. */
let speech = speechOf('en', {});

/**
 * Sets the language of every message. Messages that the catalogue lacks stay English. Call this
 * once, before you load any module that holds messages.
 */
export function speak(language: Language, catalogue: Catalogue): void {
  speech = speechOf(language, catalogue);
}

/** Returns a text in the person's language. The English text, in ICU's syntax, is its key. */
export function t(english: string, values?: Values): string {
  const { catalogue, numbers } = speech;
  const message = (Object.hasOwn(catalogue, english) && catalogue[english]) || english;
  return values === undefined ? message : formatMessage(message, values, numbers);
}

/** Returns a text in English, whatever the language of the page. */
export function inEnglish(english: string, values?: Values): string {
  return values === undefined ? english : formatMessage(english, values, ENGLISH.numbers);
}

/** Returns the translation of a text that does not go through `t`; undefined if there is none. */
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

/** Returns the format for numbers that a person reads. */
export function numberFormat(
  options: Intl.NumberFormatOptions,
  locale: string = speech.numberLocale,
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, options);
}

/** Returns the format for dates that a person reads: `21 Nov 2026`. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGES[speech.language].locale, options);
}

/** Writes a whole number with grouped digits: `12,345`. */
export function countText(count: number): string {
  return speech.numbers.format(count);
}

/** Writes a list: `a, b and c`. */
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

const MOST_SHOWN = 5;

/**
 * Writes the first of some cells, rows or names, and how many more there are.
 *
 * @param count how many there are, if not all are given.
 */
export function shortList(
  all: readonly (string | number)[],
  most = MOST_SHOWN,
  count = all.length,
): string {
  const rest = count - most;
  const shown = all.slice(0, most).join(', ');
  return rest > 0 ? shown + t(' and {rest} more', { rest }) : shown;
}

/** Values for a message's placeholders. Numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number>>;

/** How a language writes numbers, and which plural form a number takes. */
interface Numbers {
  format(value: number): string;
  /** `one`, `other`, …: see Intl.PluralRules. */
  plural(value: number): string;
}

/**
 * Fills in a message in the part of ICU's syntax that we use: `{name}` and
 * `{count, plural, one {# call} other {# calls}}`, also one inside the other. No quoting and no
 * other kinds: a test reads every message with ICU's own grammar, and compares the results.
 */
export function formatMessage(message: string, values: Values, numbers: Numbers): string {
  let at = 0;

  /** Reads up to the brace that ends this part, or to the end; `#` is the number being counted. */
  function part(counted?: number): string {
    let text = '';
    while (at < message.length && message[at] !== '}') {
      const next = message.charAt(at++);
      if (next === '{') text += placeholder();
      else text += next === '#' && counted !== undefined ? numbers.format(counted) : next;
    }
    at += 1;
    return text;
  }

  function placeholder(): string {
    const [, name = '', plural] = read(/\s*(\w+)\s*(, *plural,)?/y);
    const value = values[name] ?? '';
    const text = plural === undefined ? written(value) : form(Number(value));
    at += 1;
    return text;
  }

  function form(count: number): string {
    const forms = new Map<string, string>();
    for (;;) {
      const [, name] = read(/\s*(=?\w+)\s*\{/y);
      if (name === undefined) break;
      forms.set(name, part(count));
    }
    read(/\s*/y);
    return forms.get(`=${count}`) ?? forms.get(numbers.plural(count)) ?? forms.get('other') ?? '';
  }

  function written(value: string | number): string {
    return typeof value === 'number' ? numbers.format(value) : value;
  }

  function read(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = at;
    const found = pattern.exec(message) ?? [];
    at += found[0]?.length ?? 0;
    return found;
  }

  return part();
}

/** Writes a number and its noun: `1 cell`, `12,345 cells`. */
export function countedText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
