import { t } from './speech';

const MOST_SHOWN = 5;

/** The first of some cells or rows, and how many more there are. */
export function shortList(all: readonly (string | number)[]): string {
  const rest = all.length - MOST_SHOWN;
  const shown = all.slice(0, MOST_SHOWN).join(', ');
  return rest > 0 ? shown + t(' and {rest} more', { rest }) : shown;
}
