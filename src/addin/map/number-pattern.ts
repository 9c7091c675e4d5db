import { numberFormat } from '../../engine/language/speech';
import { valueText } from '../pane/parts/figure-text';

/** More decimals than a format has, to tell limits of classes apart. */
const MORE_DECIMALS = 6;

/**
 * Writes numbers as the sheet does: `₹1,20,000`, `12.5%`, `3.4 km`. What a format has besides, such
 * as fractions, exponents and colours, a map does without.
 *
 * @param format in Excel's notation.
 * @param apart numbers that must not read alike: if they would, all get further decimals.
 */
export function numberWriter(
  format: string | undefined,
  apart: readonly number[] = [],
): (value: number) => string {
  const sections = sectionsOf(format ?? '').map((text) => ({ ...conditionOf(text), text }));
  const hasTests = sections.some(({ test }) => test !== undefined);
  const different = new Set(apart).size;
  const writer = (more: number) => (value: number) => {
    const chosen = sectionFor(sections, value);
    const pattern = chosen && patternOf(chosen.text);
    if (pattern === undefined) return valueText(value);
    // A section for negative numbers says itself how they look: (1,200).
    const isOwn = value < 0 && !hasTests && chosen === sections[1];
    return writeNumber(isOwn ? -value : value, pattern, more);
  };
  for (let more = 0; more < MORE_DECIMALS; more += 1) {
    const write = writer(more);
    if (new Set(apart.map(write)).size === different) return write;
  }
  return valueText;
}

interface Section {
  readonly text: string;
  /** Which numbers it is for, if it says so. */
  readonly test: ((value: number) => boolean) | undefined;
}

/** Quoted text, an escaped character, a space as wide as a character, filling, and brackets. */
const TOKEN = /"([^"]*)"|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|([^"\\_*[])/gsu;

function sectionsOf(format: string): readonly string[] {
  const sections = [''];
  for (const [token] of format.matchAll(TOKEN)) {
    if (token === ';') sections.push('');
    else sections[sections.length - 1] += token;
  }
  return sections;
}

function conditionOf(section: string): Pick<Section, 'test'> {
  const [, sign, text = ''] = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(section) ?? [];
  const bound = Number(text);
  const tests: Readonly<Record<string, (value: number) => boolean>> = {
    '<': (value) => value < bound,
    '<=': (value) => value <= bound,
    '>': (value) => value > bound,
    '>=': (value) => value >= bound,
    '=': (value) => value === bound,
    '<>': (value) => value !== bound,
  };
  return { test: sign === undefined ? undefined : tests[sign] };
}

/** The section for positive, negative and zero numbers, or the first whose condition holds. */
function sectionFor(sections: readonly Section[], value: number): Section | undefined {
  if (sections.some(({ test }) => test !== undefined)) {
    return sections.find(({ test }) => test === undefined || test(value));
  }
  const [positive, negative, zero] = sections;
  if (value < 0) return negative ?? positive;
  return value === 0 ? (zero ?? positive) : positive;
}

interface Pattern {
  readonly before: string;
  readonly after: string;
  readonly decimals: number;
  readonly isGrouped: boolean;
  /** Grouped by lakh and crore, which Excel's notation has to spell out. */
  readonly isByLakh: boolean;
  /** A percentage is shown a hundred times as large, and thousands as one. */
  readonly factor: number;
}

/** Undefined for a format of anything but plain numbers. */
function patternOf(section: string): Pattern | undefined {
  let [before, digits, after] = ['', '', ''];
  let percent = 1;
  const say = (text: string): void => {
    if (digits === '') before += text;
    else after += text;
  };
  for (const [, quoted, escaped, space, , bracket, rest] of section.matchAll(TOKEN)) {
    if (rest !== undefined && /[0#?.,]/.test(rest)) {
      digits += after === ',' ? `,${rest}` : rest;
      if (after === ',') after = '';
    } else if (rest !== undefined && /[a-z/@]/i.test(rest)) return undefined;
    else if (rest === '%') {
      percent = 100;
      say(rest);
    } else if (bracket?.startsWith('$') === true) say(bracket.slice(1).replace(/-[^-]*$/, ''));
    else say(quoted ?? escaped ?? rest ?? (space === undefined ? '' : ' '));
  }
  if (!/[0#?]/.test(digits)) return undefined;
  const scale = /,+$/.exec(digits)?.[0].length ?? 0;
  const [whole = '', fraction = ''] = digits.replace(/,+$/, '').split('.');
  const isByLakh = /#?#,##,##0$/.test(whole);
  return {
    before: before.trimStart(),
    after: after.trimEnd(),
    decimals: fraction.length,
    isGrouped: whole.includes(','),
    isByLakh,
    factor: percent / 1_000 ** scale,
  };
}

/** Excel writes no more digits. */
const MOST_DECIMALS = 20;

function writeNumber(value: number, pattern: Pattern, more: number): string {
  const { before, after, decimals, isGrouped, isByLakh, factor } = pattern;
  const least = Math.min(decimals + more, MOST_DECIMALS);
  const options = {
    minimumFractionDigits: least,
    maximumFractionDigits: least,
    useGrouping: isGrouped,
  };
  const text = numberFormat(options, isByLakh ? 'en-IN' : undefined).format(
    Math.abs(value * factor),
  );
  const isNegative = value < 0 && /[1-9]/.test(text);
  return `${isNegative ? '-' : ''}${before}${text}${after}`;
}
