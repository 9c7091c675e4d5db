import { t } from '../../engine/language/speech';
import type { Measure } from './mapped-places';
import { numberWriter } from './number-pattern';
import { classesOf } from './value-classes';
import type { ValueClasses } from './value-classes';

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
