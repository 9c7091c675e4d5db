/** Zero-based, both ends included. */
export interface CellArea {
  /** The sheet's name; undefined means the one that is shown. */
  readonly sheet: string | undefined;
  readonly startRow: number;
  readonly startColumn: number;
  readonly endRow: number;
  readonly endColumn: number;
}

const AREA = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/iu;
const LETTERS = 26;
/** Names that stand in a formula without quotes, as Excel writes them. */
const PLAIN_SHEET_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
const LOOKS_LIKE_A_CELL = /^[A-Z]{1,3}\d+$/iu;

/** Reads `B2`, `B2:D9`, `Stores!B2` and `'My stores'!B2`; undefined for anything else. */
export function parseArea(a1: string): CellArea | undefined {
  const bang = a1.lastIndexOf('!');
  const match = AREA.exec(a1.slice(bang + 1).trim());
  if (match === null) return undefined;
  const [, startLetters = '', startNumber = '', endLetters, endNumber] = match;
  const columns = [columnIndex(startLetters), columnIndex(endLetters ?? startLetters)];
  const rows = [Number(startNumber) - 1, Number(endNumber ?? startNumber) - 1];
  if (Math.min(...rows) < 0) return undefined;
  const sheet = bang < 0 ? undefined : unquoted(a1.slice(0, bang).trim());
  if (sheet === '') return undefined;
  return {
    sheet,
    startRow: Math.min(...rows),
    startColumn: Math.min(...columns),
    endRow: Math.max(...rows),
    endColumn: Math.max(...columns),
  };
}

/** `Stores!B2` or `Stores!B2:D9`, the sheet in quotes where a formula would need them. */
export function formatArea(area: CellArea): string {
  const start = cellName(area.startRow, area.startColumn);
  const end = cellName(area.endRow, area.endColumn);
  const cells = start === end ? start : `${start}:${end}`;
  return area.sheet === undefined ? cells : `${quoted(area.sheet)}!${cells}`;
}

/** Both zero-based: `cellName(1, 1)` is `B2`. */
export function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`;
}

function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - 64;
  return index - 1;
}

function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

function quoted(sheet: string): string {
  const isPlain = PLAIN_SHEET_NAME.test(sheet) && !LOOKS_LIKE_A_CELL.test(sheet);
  return isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}

function unquoted(sheet: string): string {
  const isQuoted = sheet.length > 1 && sheet.startsWith("'") && sheet.endsWith("'");
  return isQuoted ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
}
