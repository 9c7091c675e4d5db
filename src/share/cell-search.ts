import type { Slicer } from '../lookup';
import type { CellTexts } from '../spreadsheet/workbook-contents';
import type { KeyReader, KeySearch, KeyMatch, KeyWriting } from './key-search';
import { piecesOf, matchesIn } from './text-pieces';

/** Cells that hold a key, zero-based: one, or a few in a row or column that it is split over. */
export interface FoundCells {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** `shown`: the cell's formula has no part of the key in it, but returns it. */
  readonly as: 'value' | 'formula' | 'shown' | 'split';
  readonly writing: KeyWriting;
  readonly isWhole: boolean;
}

/** Searches the cells of one sheet, which are given in blocks from top to bottom. */
export interface CellSearch {
  read(block: CellTexts): Promise<readonly FoundCells[]>;
  end(): Promise<readonly FoundCells[]>;
}

export function createCellSearch(search: KeySearch, slice: Slicer): CellSearch {
  const columns = new Map<number, ColumnSearch>();
  /** Cells that hold a key on their own, as `row,column`: they are no part of a split key. */
  const alone = new Set<string>();
  let sheet = '';

  async function readRow(block: CellTexts, r: number): Promise<FoundCells[]> {
    const { row, column, values, formulas } = block;
    const found: FoundCells[] = [];
    const add = (c: number, width: number, as: FoundCells['as'], match: KeyMatch): void => {
      const { writing, isWhole } = match;
      const place = { sheet, row: row + r, column: column + c, rows: 1, columns: width };
      found.push({ ...place, as, writing, isWhole });
    };
    const inFormulas = await inRow(formulas[r] ?? []);
    for (const [c, match] of inFormulas.single) add(c, 1, 'formula', match);
    const inValues = await inRow(values[r] ?? []);
    for (const [c, match] of inValues.single) {
      alone.add(`${row + r},${column + c}`);
      const formula = formulas[r]?.[c] ?? '';
      if (!inFormulas.single.has(c)) add(c, 1, formula === '' ? 'value' : 'shown', match);
    }
    for (const { from, to, match } of inValues.split) add(from, to - from + 1, 'split', match);
    return found;
  }

  /** Most rows hold no key, which one search of all their cells together shows. */
  async function inRow(texts: readonly string[]): Promise<RowSights> {
    const single = new Map<number, KeyMatch>();
    const split: RowSights['split'][number][] = [];
    const joined = texts.join('');
    const matches = joined === '' ? [] : await matchesIn(joined, search, slice);
    for (const match of matches) {
      const cells = cellsOf(texts, match);
      const [from = 0] = cells;
      const to = cells.at(-1) ?? from;
      const own: [number, KeyMatch][] = [];
      for (const c of cells) {
        const [first] = await matchesIn(texts[c] ?? '', search, slice);
        if (first !== undefined) own.push([c, first]);
      }
      if (own.length > 0) for (const [c, first] of own) single.set(c, first);
      else if (to > from) split.push({ from, to, match });
    }
    return { single, split };
  }

  return {
    async read(block) {
      const found: FoundCells[] = [];
      ({ sheet } = block);
      for (let r = 0; r < block.values.length; r += 1) found.push(...(await readRow(block, r)));
      for (let c = 0; c < (block.values[0]?.length ?? 0); c += 1) {
        const column = block.column + c;
        const own = columns.get(column) ?? createColumnSearch(search, slice);
        columns.set(column, own);
        const runs = await own.read(block.values.map((line, r) => [block.row + r, line[c] ?? '']));
        found.push(...runs.flatMap((run) => toFound(run, column)));
      }
      return found;
    },
    async end() {
      const found: FoundCells[] = [];
      for (const [column, own] of columns) {
        found.push(...own.end().flatMap((run) => toFound(run, column)));
        await slice();
      }
      return found;
    },
  };

  function toFound({ from, to, match }: ColumnRun, column: number): FoundCells[] {
    for (let row = from; row <= to; row += 1) if (alone.has(`${row},${column}`)) return [];
    const { writing, isWhole } = match;
    const place = { sheet, row: from, column, rows: to - from + 1, columns: 1 };
    return [{ ...place, as: 'split', writing, isWhole }];
  }
}

interface RowSights {
  readonly single: ReadonlyMap<number, KeyMatch>;
  readonly split: readonly {
    readonly from: number;
    readonly to: number;
    readonly match: KeyMatch;
  }[];
}

/** The cells whose joined texts contain the match. */
function cellsOf(texts: readonly string[], { start, end }: KeyMatch): number[] {
  const cells: number[] = [];
  let at = 0;
  texts.forEach((text, index) => {
    if (at < end && at + text.length > start) cells.push(index);
    at += text.length;
  });
  return cells;
}

interface ColumnRun {
  readonly from: number;
  readonly to: number;
  readonly match: KeyMatch;
}

interface ColumnSearch {
  read(cells: readonly (readonly [row: number, text: string])[]): Promise<ColumnRun[]>;
  end(): ColumnRun[];
}

/** Finds keys that are split over the cells of a column, even across blocks. */
function createColumnSearch(search: KeySearch, slice: Slicer): ColumnSearch {
  const reader: KeyReader = search.reader();
  const rows: number[] = [];
  /** The offset of each of these rows' texts in the column's joined text. */
  const starts: number[] = [];
  let length = 0;

  function rowAt(place: number): number {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return rows[low] ?? 0;
  }

  function runsOf(matches: readonly KeyMatch[]): ColumnRun[] {
    return matches
      .map((match) => ({ from: rowAt(match.start), to: rowAt(match.end - 1), match }))
      .filter(({ from, to }) => to > from);
  }

  return {
    async read(cells) {
      const texts: string[] = [];
      for (const [row, text] of cells) {
        if (text === '') continue;
        rows.push(row);
        starts.push(length);
        length += text.length;
        texts.push(text);
      }
      const runs: ColumnRun[] = [];
      for (const piece of piecesOf(texts.join(''))) {
        runs.push(...runsOf(reader.read(piece)));
        await slice();
      }
      return runs;
    },
    end: () => runsOf(reader.end()),
  };
}
