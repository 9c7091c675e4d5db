import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

import { t } from '../../language/speech';
import type { Activity } from '../../lookup';
import { noticeEnd } from './end-notice';
import { createRunStore, type Run } from './run';

/** A handful of values is seen at once; only longer work is worth interrupting a listener. */
const MIN_ANNOUNCED = 20;

const useStyles = makeStyles({
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/** Tells people who listen rather than look that work has ended: once a run, never during it. */
export function ActivityAnnouncer({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const [text, setText] = useState('');

  useEffect(() => {
    const runs = createRunStore(activity);
    let wasBusy = runs.current().isBusy;
    return runs.subscribe(() => {
      const run = runs.current();
      const hasEnded = wasBusy && !run.isBusy;
      wasBusy = run.isBusy;
      if (!hasEnded || run.settled < MIN_ANNOUNCED) return;
      setText(endText(run));
      noticeEnd(endText(run), document);
    });
  }, [activity]);

  return (
    <div className={styles.hidden} aria-live="polite">
      {text}
    </div>
  );
}

function endText({ done, failed, held }: Run): string {
  if (held > 0)
    return t('{held, plural, one {# value awaits} other {# values await}} your approval.', {
      held,
    });
  return failed === 0
    ? t('{done, plural, one {# value} other {# values}} done.', { done })
    : t('{done} of {all, plural, one {# value} other {# values}} done, {failed} failed.', {
        done,
        all: done + failed,
        failed,
      });
}
