import { t } from '../engine/language/speech';
import type { InsertPicture, PaneHost, Theme, ThemeName } from '../addin/spreadsheet/host';
import { openPage, openWindow } from './dialog-window';
import { hasExcelApi } from './payload-limits';
import { createSelection } from './selection';

export { createFrozenCells } from './frozen-cells';
export { createWorkbookContents } from './workbook-contents';

/** Loaded with the pane's code, so that no cell waits for it. */
export function createPaneHost(): PaneHost {
  return {
    selection: createSelection(),
    theme: createTheme((query) => window.matchMedia(query)),
    requestsEndUndo: !hasExcelApi('1.19'),
    ...(hasExcelApi('1.9') ? { insertPicture: fetchAndInsert } : {}),
    // Before, a page could not send anything into its dialog.
    ...(Office.context.requirements.isSetSupported('DialogApi', '1.2')
      ? { openWindow, openPage }
      : {}),
  };
}

const fetchAndInsert: InsertPicture = async (picture) => {
  try {
    const { insertPicture } = await import(
      /* webpackChunkName: "picture-insertion" */ './picture-insertion'
    );
    return await insertPicture(picture);
  } catch {
    const message = t('Part of Locus couldn’t load. Check your network and try again.');
    return { kind: 'failed', message };
  }
};

/**
 * Office's theme if it gives one, else the system's. Excel has no event for a change of theme in
 * add-ins, so a change of the system's theme is the occasion to look again.
 */
function createTheme(match: (query: string) => MediaQueryList): Theme {
  const forced = match('(forced-colors: active)');
  const dark = match('(prefers-color-scheme: dark)');
  const current = (): ThemeName => {
    if (forced.matches) return 'high-contrast';
    const background = Office.context.officeTheme?.bodyBackgroundColor;
    if (background !== undefined) return isDark(background) ? 'dark' : 'light';
    return dark.matches ? 'dark' : 'light';
  };
  return {
    current,
    subscribe(listener) {
      const tell = (): void => listener(current());
      const queries = [forced, dark];
      for (const query of queries) query.addEventListener('change', tell);
      return () => {
        for (const query of queries) query.removeEventListener('change', tell);
      };
    },
  };
}

/** @param color `#rrggbb`, as Office writes it. */
function isDark(color: string): boolean {
  const hex = /^#?(..)(..)(..)$/.exec(color) ?? [];
  const [, red, green, blue] = hex.map((text) => parseInt(text, 16));
  return 0.299 * (red ?? NaN) + 0.587 * (green ?? NaN) + 0.114 * (blue ?? NaN) < 128;
}
