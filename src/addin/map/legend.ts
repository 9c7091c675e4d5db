import { numberFormat, t } from '../../engine/language/speech';
import { valueText } from '../pane/parts/figure-text';
import type { Measure } from './mapped-places';

/** What the colours of a map mean, as it is said beside the map and in its picture. */
export interface Legend {
  /** What the places are coloured by; undefined if no column holds numbers. */
  readonly title: string | undefined;
  readonly entries: readonly LegendEntry[];
  colourOf(value: number): string | undefined;
  /** A place's value as the sheet writes it. */
  valueText(value: number | null | undefined): string;
}

export interface LegendEntry {
  /** Undefined for places without a value, which are rings. */
  readonly colour: string | undefined;
  readonly text: string;
  /** How many places. */
  readonly count: number;
}

export function legendOf(measure: Measure | undefined): Legend {
  if (measure === undefined) {
    return { title: undefined, entries: [], colourOf: () => undefined, valueText: () => '' };
  }
  const { title, format } = measure;
  const values = measure.values.map((value) => value ?? Number.NaN);
  const { classes, missing, colourOf } = classesOf(values);
  const limits = classes.flatMap(({ from, to }) => [from, to]);
  const write = numberWriter(format, limits.slice(1, -1));
  const writeValue = numberWriter(format);
  const entries: LegendEntry[] = classes.map((one, index) => ({
    colour: one.colour,
    text: classText(classes, index, write),
    count: one.count,
  }));
  if (missing > 0) entries.push({ colour: undefined, text: t('No value'), count: missing });
  return {
    title,
    entries,
    colourOf,
    valueText: (value) =>
      value === null || value === undefined ? t('no value') : writeValue(value),
  };
}

/** What a number on the map means. */
export function clusterNote(): string {
  return t('A number counts places close together. Its ring has the colour of their average.');
}

/** The outer classes are open, because nothing of the list lies beyond them. */
function classText(
  classes: ValueClasses['classes'],
  index: number,
  write: (value: number) => string,
): string {
  const { from, to } = classes[index] ?? { from: NaN, to: NaN };
  // A handful of different numbers.
  if (classes.every((one) => one.from === one.to)) return write(from);
  if (index === 0) return t('Under {limit}', { limit: write(to) });
  if (index === classes.length - 1) return t('{limit} and more', { limit: write(from) });
  return t('{from} to {to}', { from: write(from), to: write(to) });
}

/** A column's numbers in a few classes, and the colour of each on the map. */
interface ValueClasses {
  /** The lowest first; none is empty. */
  readonly classes: readonly ValueClass[];
  /** Rows without a number. */
  readonly missing: number;
  /** A colour that can be read by its lightness alone: lighter is more. Undefined for no number. */
  colourOf(value: number): string | undefined;
}

/** Numbers from `from` up to `to`, which is part of the last class and of a class of one number. */
interface ValueClass {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly colour: string;
}

/** As many as a person can tell apart on a map. */
const MOST = 5;
/** No class has more of the numbers than this, if rounded limits permit it. */
const LARGEST_SHARE = 0.36;
/** Digits of a limit: more than anybody reads. */
const DIGITS = 12;

/**
 * Classes of about equally many numbers between limits as round as possible: with equal steps, one
 * metropolis would leave all other places in the first class. A handful of different numbers, such
 * as ratings, are a class each.
 */
export function classesOf(values: readonly number[]): ValueClasses {
  const numbers = values.filter(Number.isFinite).sort((a, b) => a - b);
  const missing = values.length - numbers.length;
  const [least] = numbers;
  const most = numbers.at(-1);
  if (least === undefined || most === undefined) {
    return { classes: [], missing, colourOf: () => undefined };
  }
  const different = differentNumbers(numbers);
  const isFew = different.length <= MOST;
  const starts = isFew ? different : [least, ...limitsOf(numbers)];
  const classes = starts.map((from, index) => {
    const end = starts[index + 1] ?? Infinity;
    const to = isFew ? from : Math.min(end, most);
    return {
      from,
      to,
      count: numbers.filter((number) => number >= from && number < end).length,
      colour: viridis(starts.length === 1 ? 0.5 : index / (starts.length - 1)),
    };
  });
  const fromHighest = [...classes].reverse();
  return {
    classes,
    missing,
    colourOf: (value) =>
      Number.isFinite(value)
        ? // A cluster's mean may lie between two classes of one number each.
          (fromHighest.find(({ from }) => value >= from) ?? classes[0])?.colour
        : undefined,
  };
}

/** In order; no more than one more than there are classes. */
function differentNumbers(sorted: readonly number[]): readonly number[] {
  const different: number[] = [];
  for (const number of sorted) {
    if (number !== different.at(-1)) different.push(number);
    if (different.length > MOST) break;
  }
  return different;
}

/** Where classes after the first begin. */
function limitsOf(sorted: readonly number[]): readonly number[] {
  const quantiles = Array.from({ length: MOST - 1 }, (_, index) => {
    return sorted[Math.ceil(((index + 1) * sorted.length) / MOST)] ?? NaN;
  });
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  for (const step of roundSteps(range)) {
    const limits = quantiles.map((limit) =>
      Number((Math.round(limit / step) * step).toPrecision(DIGITS)),
    );
    if (areGood(limits, sorted)) return limits;
  }
  // Many equal numbers: some classes are as large as they must be.
  return [...new Set(quantiles)].filter((limit) => limit > (sorted[0] ?? 0));
}

function areGood(limits: readonly number[], sorted: readonly number[]): boolean {
  const starts = [-Infinity, ...limits, Infinity];
  return (
    limits.every(Number.isFinite) &&
    starts.slice(1).every((end, index) => {
      const from = starts[index] ?? 0;
      const count = sorted.filter((number) => number >= from && number < end).length;
      return end > from && count > 0 && count <= Math.max(1, LARGEST_SHARE * sorted.length);
    })
  );
}

/** 500, 200, 100, 50 and so on, the coarsest first, down to a ten-thousandth of a range. */
function roundSteps(range: number): readonly number[] {
  const largest = 10 ** Math.floor(Math.log10(range));
  return [1, 0.1, 0.01, 0.001, 0.0001].flatMap((part) =>
    [5, 2, 1].map((factor) => factor * part * largest),
  );
}

/**
 * The viridis scale at seventeen even steps, as red, green and blue in hexadecimal. Linear between
 * them, it differs from the full scale by nothing that an eye can see. The full scale, with its
 * library's code, would be a quarter of the view.
 */
const STEPS =
  '44015448186a472d7b4240863b528b33638d2c728e26828e21918c1fa08828ae803fbc735ec96284d44baddc30d8e219fde725';

const LAST = STEPS.length / 6 - 1;

/** The colour of a fraction, from 0 (dark) to 1 (light); beyond those, that of the end. */
export function viridis(part: number): string {
  const at = Math.max(0, Math.min(1, part)) * LAST;
  const step = Math.min(LAST - 1, Math.floor(at));
  const mixed = [0, 2, 4].map((offset) => {
    const from = level(step, offset);
    return Math.round(from + (level(step + 1, offset) - from) * (at - step));
  });
  return `rgb(${mixed.join(' ')})`;
}

function level(step: number, offset: number): number {
  const start = step * 6 + offset;
  return Number.parseInt(STEPS.slice(start, start + 2), 16);
}

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
