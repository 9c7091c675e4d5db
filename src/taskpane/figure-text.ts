import { countedText, countText } from '../spreadsheet/count-text';
import { NUMBER_LOCALE } from '../spreadsheet/number-locale';

const figures = new Intl.NumberFormat(NUMBER_LOCALE, { maximumSignificantDigits: 5 });

/** A value of a cell, shortened to what the eye takes in: `81,386`, `0.4375`. */
export function valueText(value: number): string {
  const isLong = Math.abs(value) >= 100_000;
  return isLong ? countText(Math.round(value)) : figures.format(value);
}

/** `1,200 values per second`, `0.4 values per second`. */
export function rateText(valuesPerSecond: number): string {
  return `${countText(valuesPerSecond)} values per second`;
}

/** A guess in words that do not claim more than a guess: `a few seconds`, `about 2 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 5) return 'a few seconds';
  if (seconds < 55) return `about ${String(Math.ceil(seconds / 5) * 5)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${countText(Math.max(1, minutes))} min`;
  const hours = Math.round(minutes / 6) / 10;
  return `about ${countText(hours)} h`;
}

/** How old something is, in the unit that tells: `3 days`, `2 hours`, `1 minute`. */
export function ageText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return countedText(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countedText(hours, 'hour') : countedText(Math.round(hours / 24), 'day');
}

/** How long a reply took: `0.4 s`, never broken over two lines. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  return seconds < 0.1 ? 'under 0.1\u00a0s' : `${seconds.toFixed(1)}\u00a0s`;
}
