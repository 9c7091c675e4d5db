/** What people read is English so far, so digits are grouped the English way on every device. */
const grouping = new Intl.NumberFormat('en');

/** Whole counts with grouped digits: `12,345`. */
export function countText(count: number): string {
  return grouping.format(count);
}

/** `1 cell`, `12,345 cells`. */
export function countedText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
