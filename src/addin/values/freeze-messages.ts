import { dateFormat, t } from '../../engine/language/speech';
import { groupBy } from '../../engine/async/groups';
import type { Notice } from '../pane/parts/use-noticed-steps';
import type { LeftFormula } from './convertible';
import type { FreezeResult } from './freezing';
import type { ThawResult } from './thawing';

/** The result of freezing, in a few sentences. */
export function freezeNotice(result: FreezeResult): Notice {
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  const { cells, left, problems } = result;
  const sentences = [...problems, ...leftMessages(left)];
  if (cells === 0) {
    const text =
      sentences.length > 0
        ? t('Nothing was converted.')
        : t('There are no Locus formulas to convert.');
    return { tone: sentences.length > 0 ? 'bad' : 'good', text: [text, ...sentences].join(' ') };
  }
  const done = t(
    '{cells, plural, one {# cell} other {# cells}} converted to values. No calls were made.',
    { cells },
  );
  return { tone: problems.length > 0 ? 'bad' : 'good', text: [done, ...sentences].join(' ') };
}

export function thawNotice(result: ThawResult): Notice {
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  const { cells, left, problems } = result;
  const sentences = [...problems];
  if (left > 0) {
    sentences.push(
      t(
        '{left, plural, one {# formula} other {# formulas}} couldn’t be restored. See the list below.',
        { left },
      ),
    );
  }
  const done =
    cells > 0
      ? t('Formulas restored in {cells, plural, one {# cell} other {# cells}}.', { cells })
      : t('No cells were changed.');
  return { tone: sentences.length > 0 ? 'bad' : 'good', text: [done, ...sentences].join(' ') };
}

/** A time, on the clock of this device. */
export function momentText(at: number): string {
  return moment.format(at);
}

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** For each reason, the first address and how many more there are. */
function leftMessages(left: readonly LeftFormula[]): string[] {
  const byReason = groupBy(left, ({ reason }) => reason);
  return [...byReason].map(([reason, [first, ...others]]) => {
    const address = first?.address ?? '';
    return others.length === 0
      ? t('{address} is still a formula: {reason}.', { address, reason })
      : t('{address} and {rest} more are still formulas: {reason}.', {
          address,
          rest: others.length,
          reason,
        });
  });
}
