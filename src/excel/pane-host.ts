import type { PaneHost } from '../addin/spreadsheet/host';
import { hasExcelApi } from './range-parts';
import { createSelection } from './selection';
import { createTheme } from './theme';

/** Loaded with the pane's code, so that no cell waits for it. */
export function createPaneHost(): PaneHost {
  return {
    selection: createSelection(),
    theme: createTheme((query) => window.matchMedia(query)),
    requestsEndUndo: !hasExcelApi('1.19'),
  };
}
