import { isAttributeName } from '../contract/attribute-name';
import { unguarded } from './formula-guard';

/** What a column of an imported list says of a name. */
export type ColumnUse = 'name' | 'title' | 'unit' | 'description' | 'other';

export interface ImportColumn {
  /** As it is written; `Column 2` where the list has no header. */
  readonly header: string;
  readonly use: ColumnUse;
}

export interface ImportColumns {
  readonly columns: readonly ImportColumn[];
  /** Whether the first line is a header, and so no name. */
  readonly hasHeader: boolean;
}

/**
 * Finds out what the columns are, by the words of the header and by what is in the cells. The names
 * are in the column that holds most of them; a column called "name" that holds none is the title.
 *
 * @param lines the first ones of the list, without blank ones.
 */
export function readColumns(lines: readonly (readonly string[])[]): ImportColumns {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  const first = Array.from({ length: width }, (_, column) =>
    unguarded((lines[0]?.[column] ?? '').trim()),
  );
  const uses = first.map(useOf);
  const nameColumn = columnOfNames(uses, lines.slice(1)) ?? columnOfNames(uses, lines);
  const hasHeader = uses.some((use) => use !== 'other') || isNoName(first[nameColumn ?? 0] ?? '');
  const taken = new Set<ColumnUse>(['name', 'other']);
  const headers = new Set<string>();
  const columns = uses.map((use, column): ImportColumn => {
    const header = hasHeader ? (first[column] ?? '') : '';
    // Beside the names, a second "name" is what people call them; so is whatever has no header.
    const wanted = use === 'name' || !hasHeader ? 'title' : use;
    const own = column === nameColumn ? 'name' : taken.has(wanted) ? 'other' : wanted;
    taken.add(own);
    return { header: freeHeader(header, column, headers), use: own };
  });
  return { columns, hasHeader };
}

/** How many words of the line are known to head such columns. */
export function countHeaderWords(line: readonly string[]): number {
  return line.filter((cell) => useOf(cell) !== 'other').length;
}

/** The words that people write above such columns, without spaces and signs. */
const WORDS: Readonly<Record<Exclude<ColumnUse, 'other'>, readonly string[]>> = {
  name: [
    'name',
    'names',
    'variable',
    'variables',
    'variablename',
    'attribute',
    'attributename',
    'attributeid',
    'attributecode',
    'variablecode',
    'variableid',
    'feature',
    'featurename',
    'field',
    'fieldname',
    'columnname',
    'code',
    'key',
    'id',
  ],
  title: [
    'title',
    'label',
    'displayname',
    'fullname',
    'longname',
    'shortname',
    'caption',
    'heading',
    'readablename',
    'friendlyname',
  ],
  unit: ['unit', 'units', 'uom', 'unitofmeasure', 'unitofmeasurement', 'measurementunit'],
  description: [
    'description',
    'desc',
    'definition',
    'meaning',
    'about',
    'explanation',
    'details',
    'whatitmeans',
  ],
};

const USES: ReadonlyMap<string, ColumnUse> = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((use) =>
    WORDS[use].map((word) => [word, use] as const),
  ),
);

function useOf(header: string): ColumnUse {
  return USES.get(header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')) ?? 'other';
}

/** Among the columns called so, else among all, the one in which most cells are names. */
function columnOfNames(
  uses: readonly ColumnUse[],
  lines: readonly (readonly string[])[],
): number | undefined {
  const counts = uses.map((_, column) =>
    lines.reduce((sum, line) => sum + likeness(line[column] ?? ''), 0),
  );
  const called = uses.flatMap((use, column) => (use === 'name' ? [column] : []));
  const most = (columns: readonly number[]): number | undefined =>
    columns.reduce<number | undefined>(
      (best, column) =>
        best === undefined || (counts[column] ?? 0) > (counts[best] ?? 0) ? column : best,
      undefined,
    );
  const [amongCalled, amongAll] = [most(called), most([...counts.keys()])];
  const hasNames = (column: number | undefined) => (counts[column ?? -1] ?? 0) > 0;
  if (hasNames(amongCalled)) return amongCalled;
  return hasNames(amongAll) ? amongAll : amongCalled;
}

/** How much a cell looks like a name: one plain word may as well be a title or a unit. */
function likeness(cell: string): number {
  const text = cell.trim();
  if (!isAttributeName(text.toLowerCase())) return 0;
  return text.includes('_') ? 1 : 0.001;
}

/** Each header is there once, so that no column is taken for another. */
function freeHeader(header: string, column: number, headers: Set<string>): string {
  const written = header === '' ? `Column ${String(column + 1)}` : header;
  let free = written;
  for (let count = 2; headers.has(free); count += 1) free = `${written} (${String(count)})`;
  headers.add(free);
  return free;
}

/** Above names, what cannot be one is a header in words that are not known here. */
function isNoName(cell: string): boolean {
  return cell !== '' && !isAttributeName(cell);
}
