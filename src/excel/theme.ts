import type { Theme, ThemeName } from '../spreadsheet/host';

/**
 * Office's theme where it tells one, else the system's. Excel has no event for a change of theme
 * in add-ins, so the system's change is the occasion to look again.
 */
export function createTheme(match: (query: string) => MediaQueryList): Theme {
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
      forced.addEventListener('change', tell);
      dark.addEventListener('change', tell);
      return () => {
        forced.removeEventListener('change', tell);
        dark.removeEventListener('change', tell);
      };
    },
  };
}

/** @param color `#rrggbb`, as Office writes it. */
function isDark(color: string): boolean {
  const hex = /^#?([0-9a-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return false;
  const [red, green, blue] = [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) < 128;
}
