import type { Theme, ThemeName } from '../addin/spreadsheet/host';

export interface WorkbenchTheme extends Theme {
  /** Whether text is light on a dark background, also in high contrast. */
  isDark(): boolean;
}

/** Follows the browser: forced colours, or else dark or light as the person prefers. */
export function createTheme(match: (query: string) => MediaQueryList): WorkbenchTheme {
  const forced = match('(forced-colors: active)');
  const dark = match('(prefers-color-scheme: dark)');
  const current = (): ThemeName =>
    forced.matches ? 'high-contrast' : dark.matches ? 'dark' : 'light';
  return {
    current,
    isDark: () => dark.matches,
    subscribe(listener) {
      const notify = () => listener(current());
      forced.addEventListener('change', notify);
      dark.addEventListener('change', notify);
      return () => {
        forced.removeEventListener('change', notify);
        dark.removeEventListener('change', notify);
      };
    },
  };
}
