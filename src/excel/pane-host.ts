import { t } from '../engine/language/speech';
import type { MakePage } from '../addin/spreadsheet/printed-page';
import type {
  InsertPicture,
  PaneHost,
  Selection,
  Theme,
  ThemeName,
} from '../addin/spreadsheet/host';
import { ListenerSet } from '../engine/lookup';
import { openPage, openWindow } from './dialog-window';
import { hasExcelApi } from './payload-limits';
import { copyAsValues } from './sheet-copy';

export { createWorkbookContents } from './workbook-contents';

/**
 * Creates the pane's part of the host. It is loaded with the pane's code, so no cell waits for it.
 */
export function createPaneHost(): PaneHost {
  return {
    selection: createSelection(),
    copyAsValues,
    theme: createTheme((query) => window.matchMedia(query)),
    requestsEndUndo: !hasExcelApi('1.19'),
    insertPicture: fetchAndInsert,
    makePage: fetchAndMake,
    // Before DialogApi 1.2, a page cannot send anything into its dialog.
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

const fetchAndMake: MakePage = async (page) => {
  try {
    const { makePage } = await import(/* webpackChunkName: "printed-page" */ './printed-page');
    return await makePage(page);
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
      const notify = (): void => listener(current());
      const queries = [forced, dark];
      for (const query of queries) query.addEventListener('change', notify);
      return () => {
        for (const query of queries) query.removeEventListener('change', notify);
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

/**
 * The selected range, read from Excel for each change and when a person turns to the pane. Before
 * ExcelApi 1.19 every request takes away what a person could undo, so there it is unknown from a
 * change until the person turns to the pane.
 */
export function createSelection(): Selection {
  const listeners = new ListenerSet<[address: string | undefined]>();
  let current: string | undefined;
  let latest = 0;
  const refresh = (isChanged: boolean): void => {
    const request = (latest += 1);
    void readSelection().then((address) => {
      // A slower reading must not overwrite a later one.
      if (request !== latest || address === current) return;
      // Perhaps a person is still typing, so the same cell stays selected.
      if (address === undefined && !isChanged) return;
      current = address;
      listeners.notify(current);
    });
  };
  const onChange = (): void => {
    if (hasExcelApi('1.19')) return refresh(true);
    latest += 1;
    if (current === undefined) return;
    current = undefined;
    listeners.notify(current);
  };
  const { DocumentSelectionChanged } = Office.EventType;
  Office.context.document.addHandlerAsync(DocumentSelectionChanged, onChange);
  // Excel reports no change of the selection when the sheet is renamed, but the address has
  // changed.
  window.addEventListener('focus', () => refresh(false));
  refresh(true);
  return {
    current: () => current,
    subscribe: listeners.subscribe,
  };
}

/** Undefined if a chart or a shape is selected, or Excel is busy with an edit. */
async function readSelection(): Promise<string | undefined> {
  try {
    return await Excel.run(async (context) => {
      const range = context.workbook.getSelectedRange();
      range.load('address');
      await context.sync();
      return range.address;
    });
  } catch {
    return undefined;
  }
}
