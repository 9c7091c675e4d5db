import {
  teamsHighContrastTheme,
  webDarkTheme,
  webLightTheme,
  type Theme as FluentTheme,
} from '@fluentui/react-components';

import type { ThemeName } from '../../spreadsheet/host';

/** The look for each of the host's themes. */
export const paneThemes: Readonly<Record<ThemeName, FluentTheme>> = {
  light: webLightTheme,
  dark: webDarkTheme,
  'high-contrast': teamsHighContrastTheme,
};
