import { createBrowserClock } from '../addin/device/clock';
import { createLocalStorage } from '../addin/device/local-storage';
import { openLanguage } from '../addin/start/open-language';
import type { Clock } from '../engine/lookup';
import { t } from '../engine/language/speech';
import './workbench.css';

/**
 * The frame around the sheet and the pane, in the person's language. It is small, so that it shows
 * at once; the spreadsheet's megabytes are fetched and read behind it.
 */
async function openFrame(): Promise<void> {
  const clock = createBrowserClock();
  // Of the page's own origin, which the sample service's other pages share.
  const storage = createLocalStorage(
    () => window.localStorage,
    () => 'locus.',
  );
  // Before any text is shown, and before any module is loaded that holds texts.
  await openLanguage({ host: { storage }, clock });
  // A team's gateway marks the page; everywhere else, the sample service stands behind it.
  const isTeams = document.documentElement.dataset['service'] === 'gateway';
  if (isTeams) removeSampleTexts(document);
  translatePage(document);
  const shown = (): Promise<void> => whenShown(clock);
  await shown();
  const { startWorkbench } = await import(
    /* webpackChunkName: "spreadsheet" */ './start-workbench'
  );
  await startWorkbench({ clock, storage, isTeams, shown, opened: () => opening()?.remove() });
}

/** A hidden page is shown in no frame. */
const LONGEST_FRAME_MS = 500;

function whenShown(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    // Only behind a frame's own work is the frame on the screen.
    window.requestAnimationFrame(() => void clock.schedule(0, resolve));
    clock.schedule(LONGEST_FRAME_MS, resolve);
  });
}

function opening(): HTMLElement | null {
  return document.getElementById('opening');
}

const READ_ALOUD = ['aria-label', 'title'];

/** Translates the texts in workbench.html into the person's language. */
function translatePage(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = node.data.trim().replace(/\s+/g, ' ');
    if (text !== '') node.data = node.data.replace(/\S[^]*\S|\S/, () => t(text));
  }
  for (const name of READ_ALOUD) {
    for (const element of page.body.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, t(element.getAttribute(name) ?? ''));
    }
  }
}

/** What the page says of the sample service and its key is untrue of a team's service. */
function removeSampleTexts(page: Document): void {
  for (const element of page.querySelectorAll('[data-sample]')) element.remove();
}

openFrame().catch(() => {
  const place = opening() ?? document.getElementById('pane');
  if (place !== null) place.textContent = t('The workbench couldn’t start. Reload the page.');
});
