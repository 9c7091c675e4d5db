import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import type { CellProblem } from '../functions/problems';
import { problemTexts } from './problem-messages';

/** The problems as lines to paste into a sheet or a message: the cell, the problem, its message. */
export function problemText(problems: readonly CellProblem[]): string {
  const lines = problems.map(({ address, code, message }) =>
    [address, problemTexts[code].title, cellText(message)].map(plain).join('\t'),
  );
  return [t('Cell\tProblem\tMessage'), ...lines].join('\n');
}

/** Safe to paste: a message may quote a cell, which may hold anything. */
function plain(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replace(/^[=+\-@]/, "'$&");
}
