import { useEffect, useState } from 'react';

import type { PanePorts } from '../pane/parts/pane-ports';
import { noticeEnd } from './end-notice';
import { createRunStore } from './run';
import { endText } from './run-text';
import { Unseen } from '../pane/parts/layout';

/** A run of fewer values is over at once, and not worth interrupting a listener for. */
const MIN_ANNOUNCED = 20;

/** Tells people with a screen reader that work has ended: once per run, never during it. */
export function ActivityAnnouncer({ activity, held }: Pick<PanePorts, 'activity' | 'held'>) {
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
    <Unseen as="div" aria-live="polite">
      {text}
    </Unseen>
  );
}
