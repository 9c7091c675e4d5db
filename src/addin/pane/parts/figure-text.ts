import { countText, numberFormat, t } from '../../../engine/language/speech';

const figures = numberFormat({ maximumSignificantDigits: 5 });

/** A cell's value, rounded to what the eye takes in: `81,386`, `0.4375`. */
export function valueText(value: number): string {
  const isLong = Math.abs(value) >= 100_000;
  return isLong ? countText(Math.round(value)) : figures.format(value);
}

/** `1,200 values per second`, `0.4 values per second`. */
export function rateText(valuesPerSecond: number): string {
  return t('{valuesPerSecond, plural, one {# value} other {# values}} per second', {
    valuesPerSecond,
  });
}

/** An estimate, in words that claim to be no more: `a few seconds`, `about 2 min`, never broken before the unit. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 5) return t('a few seconds');
  if (seconds < 55)
    return t('about {seconds}\u00a0s', { seconds: String(Math.ceil(seconds / 5) * 5) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('about {minutes}\u00a0min', { minutes: Math.max(1, minutes) });
  const hours = Math.round(minutes / 6) / 10;
  return t('about {hours}\u00a0h', { hours });
}

/** How old something is, in the most telling unit: `3 days`, `2 hours`, `1 minute`. */
export function ageText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t('{hours, plural, one {# hour} other {# hours}}', { hours })
    : t('{days, plural, one {# day} other {# days}}', { days: Math.round(hours / 24) });
}

/** When something happened: `just now`, `3 days ago`. */
export function agoText(ms: number): string {
  return ms < 60_000 ? t('just now') : t('{age} ago', { age: ageText(ms) });
}

/** How long a reply took: `0.4 s`, never broken over two lines. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  return seconds < 0.1
    ? t('under 0.1\u00a0s')
    : t('{seconds}\u00a0s', { seconds: seconds.toFixed(1) });
}
