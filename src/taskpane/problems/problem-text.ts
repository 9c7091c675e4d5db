import { t } from '../../language/speech';
import type { CellProblem } from '../../functions/problems';
import { problemTexts } from './problem-messages';

/** The problems as lines to paste into a sheet or a message: the cell, what it is, what it says. */
export function problemText(problems: readonly CellProblem[]): string {
  const lines = problems.map(({ address, code, message }) =>
    [address, problemTexts[code].title, message].map(plain).join('\t'),
  );
  return [t('Cell\tProblem\tMessage'), ...lines].join('\n');
}

/** A message may quote a cell, and a cell may hold anything. */
function plain(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replace(/^[=+\-@]/, "'$&");
}
