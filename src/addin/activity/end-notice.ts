import { t } from '../../engine/language/speech';

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
