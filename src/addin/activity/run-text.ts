import { t } from '../../engine/language/speech';
import type { Run } from './run';

/** How the last run ended. @param isAwaiting whether a person can still approve what is held. */
export function endText(run: Run, isAwaiting: boolean): string {
  const { held, cancelled } = run;
  if (isAwaiting && held > 0)
    return t('{held, plural, one {# value awaits} other {# values await}} your approval.', {
      held,
    });
  const isSeen = run.done + run.failed > 0;
  // Whatever ended before anybody watched is reported as one run.
  const done = isSeen ? run.done : run.doneBefore;
  const failed = isSeen ? run.failed : run.failedBefore;
  const unasked = [
    held > 0
      ? t('{held, plural, one {# value} other {# values}} not requested.', { held })
      : undefined,
    cancelled > 0
      ? t('{cancelled, plural, one {# value} other {# values}} cancelled.', { cancelled })
      : undefined,
  ].filter((text) => text !== undefined);
  if (!isSeen && unasked.length > 0) return unasked.join(' ');
  return [asked(done, failed, isSeen), ...unasked].join(' ');
}

function asked(done: number, failed: number, isSeen: boolean): string {
  if (failed > 0)
    return t('{done} of {all} done, {failed} failed.', { done, all: done + failed, failed });
  return isSeen ? t('Done: {done, plural, one {# value} other {# values}}.', { done }) : t('Done.');
}
