import { MAX_COLUMNS } from '../spreadsheet/cell-address';

/** The first of many cells in reading order: sheet by sheet, row by row, from left to right. */
export interface FirstCells<Cell> {
  /** Keeps the cell if it is among the first so far. */
  offer(cell: Cell): void;
  inOrder(): readonly Cell[];
}

interface Placed<Cell> {
  readonly cell: Cell;
  readonly place: number;
}

/** "Sheet10" comes after "Sheet9". */
const sheetNames = new Intl.Collator(undefined, { numeric: true });

/** Sorting a hundred thousand cells to show a hundred of them would hold the page up. */
export function createFirstCells<Cell extends { readonly address: string }>(
  most: number,
): FirstCells<Cell> {
  const sheets = new Map<string, Placed<Cell>[]>();
  return {
    offer(cell) {
      const end = cell.address.lastIndexOf('!');
      const sheet = cell.address.slice(0, Math.max(0, end));
      const first = sheets.get(sheet) ?? [];
      sheets.set(sheet, first);
      const place = placeAfter(cell.address, end + 1);
      if (first.length === most) {
        if (place >= (first.at(-1)?.place ?? Infinity)) return;
        first.pop();
      }
      let at = first.length;
      while (at > 0 && place < (first[at - 1]?.place ?? 0)) at -= 1;
      first.splice(at, 0, { cell, place });
    },
    inOrder: () =>
      [...sheets]
        .sort(([one], [other]) => sheetNames.compare(unquoted(one), unquoted(other)))
        .flatMap(([, first]) => first.map(({ cell }) => cell))
        .slice(0, most),
  };
}

const [A, Z, ZERO, NINE] = [65, 90, 48, 57];

/**
 * The row and column at the end of an address as one number; Infinity if they are no cell. Parsed
 * by hand: for a hundred thousand addresses, regular expressions take ten times as long.
 */
function placeAfter(address: string, start: number): number {
  let [row, column] = [0, 0];
  for (let at = start; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code >= A && code <= Z && row === 0) column = column * 26 + code - A + 1;
    else if (code >= ZERO && code <= NINE && column > 0) row = row * 10 + code - ZERO;
    else return Infinity;
  }
  return row > 0 ? row * (MAX_COLUMNS + 1) + column : Infinity;
}

/** A sheet name with a space is in quotes, which must not affect the order. */
function unquoted(sheet: string): string {
  return sheet.replace(/^'/, '');
}
