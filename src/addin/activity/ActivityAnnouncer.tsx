import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

import type { PanePorts } from '../pane/parts/pane-ports';
import { noticeEnd } from './end-notice';
import { createRunStore } from './run';
import { endText } from './run-text';

/** A run of fewer values is over at once, and not worth interrupting a listener for. */
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

/** Tells people with a screen reader that work has ended: once per run, never during it. */
export function ActivityAnnouncer({ activity, held }: Pick<PanePorts, 'activity' | 'held'>) {
  const styles = useStyles();
  const [text, setText] = useState('');

  useEffect(() => {
    const runs = createRunStore(activity);
    let wasBusy = runs.current().isBusy;
    return runs.subscribe(() => {
      const run = runs.current();
      const hasEnded = wasBusy && !run.isBusy;
      // A live region reads out the same text again only if it was cleared in between.
      if (!wasBusy && run.isBusy) setText('');
      wasBusy = run.isBusy;
      if (!hasEnded || run.settled < MIN_ANNOUNCED) return;
      const end = endText(run, held.current() !== undefined);
      setText(end);
      noticeEnd(end, document);
    });
  }, [activity, held]);

  return (
    <div className={styles.hidden} aria-live="polite">
      {text}
    </div>
  );
}
