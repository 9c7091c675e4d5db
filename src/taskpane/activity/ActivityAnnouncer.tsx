import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

import type { Activity } from '../../lookup';
import { countedText, countText } from '../figure-text';
import { createRunStore } from './run';

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
      const { failed } = activity.snapshot();
      setText(
        failed === 0
          ? `${countedText(run.settled, 'value')} done.`
          : `${countedText(run.settled, 'value')} done, ${countText(failed)} failed.`,
      );
    });
  }, [activity]);

  return (
    <div className={styles.hidden} aria-live="polite">
      {text}
    </div>
  );
}
