/** Replaces src/addin/pane/parts/pane-theme.ts; LeanFluentPlugin fills in the values of the themes. */
const values = Object.entries(PANE_THEMES);

function theme(index) {
  return Object.fromEntries(
    values.map(([token, value]) => [token, Array.isArray(value) ? value[index] : value]),
  );
}

export const paneThemes = { light: theme(0), dark: theme(1), 'high-contrast': theme(2) };
