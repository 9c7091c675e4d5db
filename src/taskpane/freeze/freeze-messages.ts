import { countedText } from '../../spreadsheet/count-text';
import type { Notice } from '../../spreadsheet/notice';
import type { LeftFormula } from '../../freeze/freezable';
import type { FreezeResult } from '../../freeze/freezing';
import type { ThawResult } from '../../freeze/thawing';

/** What became of freezing, in a few sentences. */
export function freezeNotice(result: FreezeResult): Notice {
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  const { cells, left, problems } = result;
  const said = [...problems, ...leftMessages(left)];
  if (cells === 0) {
    const text =
      said.length > 0 ? 'Nothing was converted.' : 'There are no Locus formulas to convert.';
    return { tone: said.length > 0 ? 'bad' : 'good', text: [text, ...said].join(' ') };
  }
  const done = `${countedText(cells, 'cell')} converted to values. No calls were made.`;
  return { tone: problems.length > 0 ? 'bad' : 'good', text: [done, ...said].join(' ') };
}

export function thawNotice(result: ThawResult): Notice {
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  const { cells, left, problems } = result;
  const said = [...problems];
  if (left > 0) {
    said.push(`${countedText(left, 'formula')} couldn’t be restored. See the list below.`);
  }
  const done =
    cells > 0 ? `Formulas restored in ${countedText(cells, 'cell')}.` : 'No cells were changed.';
  return { tone: said.length > 0 ? 'bad' : 'good', text: [done, ...said].join(' ') };
}

/** When it was, on the clock of this device. */
export function momentText(at: number): string {
  return moment.format(at);
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The first address of each reason, and how many there are besides. */
function leftMessages(left: readonly LeftFormula[]): string[] {
  const byReason = new Map<string, LeftFormula[]>();
  for (const formula of left) {
    byReason.set(formula.reason, [...(byReason.get(formula.reason) ?? []), formula]);
  }
  return [...byReason].map(([reason, [first, ...others]]) => {
    if (others.length === 0) return `${first?.address} is still a formula: ${reason}.`;
    return `${first?.address} and ${others.length} more are still formulas: ${reason}.`;
  });
}
