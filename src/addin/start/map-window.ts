import { LANGUAGES, type Language } from '../../engine/language/languages';
import { createBrowserClock } from '../device/clock';
import { createPictures } from '../device/pictures';
import type { MapWindowPorts } from '../pane/map-window';
import { speakLanguage } from './open-language';
import { fetchMapData } from './page-lifecycle';

/**
 * Draws the page of a window that shows a map large. It has no storage, no key and no service: what
 * it shows is sent to it.
 */
export async function openMapWindow(
  root: HTMLElement,
  language: string,
  line: Pick<MapWindowPorts, 'send' | 'subscribe'>,
): Promise<void> {
  const known = Object.hasOwn(LANGUAGES, language) ? (language as Language) : 'en';
  await speakLanguage(known, { clock: createBrowserClock() });
  // Only now: its modules read their texts as they load.
  const { renderMapWindow } = await import(
    /* webpackChunkName: "map-window" */ '../pane/map-window'
  );
  renderMapWindow(root, { mapData: fetchMapData, pictures: createPictures(window), ...line });
}
