/**
 * Sources whose texts are not translated yet. The list only shrinks: a file that is done must leave
 * it, and a new one must not join it.
 */
export const NOT_YET: readonly string[] = ['src/addin/start/start.ts', 'src/excel/main.ts'];

/** Sources that say nothing to people, or nothing that a language changes. */
export const SILENT: readonly RegExp[] = [
  // Cells say it in English, and src/engine/language/cell-text.ts translates that.
  /^src\/(addin\/functions|engine\/places)\//,
  /^src\/engine\/language\/cell-\w+\.ts$/,
  // Other programs, with pages of their own; what is below sight.
  /^src\/(cli|engine\/(async|contract|language|lookup)|gateway|node|sample)\//,
  /^src\/addin\/device\/(call-claims|clipboard|database-connection|other-windows)\.ts$/,
  // Words to be recognised, in every language at once.
  /^src\/engine\/catalogue\/search-words\.ts$/,
  /^src\/addin\/enrich\/number-format\.ts$/,
  // Names of functions.
  /^src\/addin\/spreadsheet\/excel-functions\.ts$/,
  /^src\/addin\/values\/formula-fault\.ts$/,
  // For whoever helps, who may read another language.
  /^src\/addin\/start\/(core|diagnostics|join-pane|open-pane)\.ts$/,
  /^src\/excel\/description\.ts$/,
  // What a workbook holds is data.
  /^src\/workbench\/(sample-workbook|function-metadata)\.ts$/,
  /^src\/workbench\/files\/\S*(formats|names|writing)\.ts$/,
];

/** What looks like a text, and is a name, a key or a broken promise between two of our own. */
export const NO_TEXTS: ReadonlySet<string> = new Set([
  'Locus',
  // A device's name in lists that administrators read, too.
  'Excel',
  'Workbench',
  '… on …',
  'Mac',
  'Enter',
  'Ctrl+A',
  'Ctrl+O',
  'Ctrl+S',
  'Ctrl+Alt+F9',
  'Ctrl+Alt+PgDn',
  'Ctrl+Alt+PgUp',
  'Shift+F11',
  'Ctrl',
  'Shift',
  'Control',
  'Alt',
  'Meta',
  '(forced-colors: active)',
  '(prefers-color-scheme: dark)',
  'Calibri',
  'Content',
  'Feature',
  'Formats',
  'General',
  'Id',
  'Point',
  'Target',
  'Type',
  'Recalculate',
  'Sheet',
  'Timeout',
  'Title',
  'Locus workbench',
  '14.7px Arial',
  'bold …',
  'Stores!C2',
  'Sheet1',
  'notice …',
  'normalised proportion',
  'A part has another namespace than its own.',
  'Parts of a workbook need a namespace.',
  'That’s more than the 1 MB a workbook can keep in one part.',
]);
