import { useEffect, useState } from 'react';

import type { PanePorts } from '../pane/parts/pane-ports';
import { createRunStore, endText } from './run-progress';
import { Unseen } from '../pane/parts/layout';
import { t } from '../../engine/language/speech';

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

/**
 * Tells a person who works elsewhere that a run is over: in the page's title until they are back,
 * and by a notification if the page may already send one. It never asks for permission.
 */
export function noticeEnd(text: string, page: Document): void {
  if (!page.hidden) return;
  if (!page.title.startsWith(DONE)) {
    page.title = DONE + page.title;
    const back = (): void => void (page.title = page.title.replace(DONE, ''));
    page.addEventListener('visibilitychange', back, { once: true });
  }
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
  try {
    new Notification('Locus', { body: text });
  } catch {
    // Some browsers let only a service worker notify.
  }
}

const DONE = t('Done · ');
