import type { SheetArea } from '../spreadsheet/sheet';

/** How many areas cover a cell; 2 means two or more. */
export type AreaCount = (sheet: string, row: number, column: number) => number;

/**
 * Counts the areas over cells, for thousands of both. A hostile file may name any number of areas
 * of any size, so no cell searches all of them, and no area is expanded cell by cell.
 */
export function countAreas(areas: Iterable<SheetArea>): AreaCount {
  const bySheet = new Map<string, SheetArea[]>();
  for (const area of areas) {
    const key = area.sheet.toLowerCase();
    const known = bySheet.get(key);
    if (known === undefined) bySheet.set(key, [area]);
    else known.push(area);
  }
  const counts = new Map([...bySheet].map(([key, onSheet]) => [key, countOnSheet(onSheet)]));
  return (sheet, row, column) => counts.get(sheet.toLowerCase())?.(row, column) ?? 0;
}

/**
 * From one row in which an area begins or ends to the next, all rows have the same counts. They
 * form a band, which is counted when one of its rows is first asked for.
 */
function countOnSheet(areas: readonly SheetArea[]): (row: number, column: number) => number {
  const starts = [...new Set(areas.flatMap(({ row, rows }) => [row, row + rows]))].sort(
    (one, other) => one - other,
  );
  const left = areas.reduce((least, { column }) => Math.min(least, column), Infinity);
  const right = areas.reduce((most, { column, columns }) => Math.max(most, column + columns), 0);
  const bands = new Map<number, Uint8Array>();
  return (row, column) => {
    const start = column < left || column >= right ? undefined : lastUpTo(starts, row);
    if (start === undefined) return 0;
    let band = bands.get(start);
    if (band === undefined) bands.set(start, (band = bandAt(areas, start, left, right)));
    return pairAt(band, column - left);
  };
}

/** The greatest number that is at most `most`; the numbers are sorted. */
function lastUpTo(numbers: readonly number[], most: number): number | undefined {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? Infinity) <= most) from = middle + 1;
    else to = middle;
  }
  return numbers[from - 1];
}

/** The counts of one row by column, four to a byte, because there may be thousands of bands. */
function bandAt(areas: readonly SheetArea[], at: number, left: number, right: number): Uint8Array {
  const changes = new Int32Array(right - left + 1);
  const change = (column: number, by: number): void => {
    changes[column - left] = (changes[column - left] ?? 0) + by;
  };
  for (const { row, rows, column, columns } of areas) {
    if (at < row || at >= row + rows) continue;
    change(column, 1);
    change(column + columns, -1);
  }
  const band = new Uint8Array(Math.ceil((right - left) / 4));
  let count = 0;
  for (let index = 0; index < right - left; index += 1) {
    count += changes[index] ?? 0;
    const byte = index >> 2;
    band[byte] = (band[byte] ?? 0) | (Math.min(count, 2) << ((index & 3) * 2));
  }
  return band;
}

function pairAt(band: Uint8Array, index: number): number {
  return ((band[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3;
}
