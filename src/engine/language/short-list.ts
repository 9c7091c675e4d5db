import { t } from './speech';

const MOST_SHOWN = 5;

/** The first of some cells, rows or names, and how many more there are. */
export function shortList(all: readonly (string | number)[], most = MOST_SHOWN): string {
  const rest = all.length - most;
  const shown = all.slice(0, most).join(', ');
  return rest > 0 ? shown + t(' and {rest} more', { rest }) : shown;
}
