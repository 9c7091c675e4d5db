import { NUMBER_LOCALE } from './number-locale';

const grouping = new Intl.NumberFormat(NUMBER_LOCALE);

/** Whole counts with grouped digits: `12,345`. */
export function countText(count: number): string {
  return grouping.format(count);
}

/** `1 cell`, `12,345 cells`. */
export function countedText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
