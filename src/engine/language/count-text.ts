import { countText } from './speech';

export { countText };

/** `1 cell`, `12,345 cells`. */
export function countedText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
