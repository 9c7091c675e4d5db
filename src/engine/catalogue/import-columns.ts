import { t } from '../language/speech';
import { isAttributeName } from '../contract/attribute-name';
import { unguarded } from './formula-guard';

/** What a column of an imported list says about a name. */
export type ColumnUse = 'name' | 'title' | 'unit' | 'description' | 'other';

export interface ImportColumn {
  /** As written; `Column 2` if the list has no header. */
  readonly header: string;
  readonly use: ColumnUse;
}

export interface ImportColumns {
  readonly columns: readonly ImportColumn[];
  /** Whether the first line is a header rather than a name. */
  readonly hasHeader: boolean;
}

/**
 * Detects what the columns are from the words of the header and the contents of the cells. The
 * names are in the column that holds most of them; a column called "name" that holds none is the
 * title.
 *
 * @param lines the first lines of the list that are not blank.
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
    // Next to the names, a second "name" column is their title; so is a column without a header.
    const wanted = use === 'name' || !hasHeader ? 'title' : use;
    const own = column === nameColumn ? 'name' : taken.has(wanted) ? 'other' : wanted;
    taken.add(own);
    return { header: freeHeader(header, column, headers), use: own };
  });
  return { columns, hasHeader };
}

/** Words that people use as headers of such columns, without spaces and punctuation. */
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

/** The column in which most cells are names, preferably one whose header says so. */
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

/** How much a cell looks like a name. A single plain word may also be a title or a unit. */
function likeness(cell: string): number {
  const text = cell.trim();
  if (!isAttributeName(text.toLowerCase())) return 0;
  return text.includes('_') ? 1 : 0.001;
}

/** Makes each header unique, so that no two columns can be confused. */
function freeHeader(header: string, column: number, headers: Set<string>): string {
  const written = header === '' ? t('Column {column}', { column: String(column + 1) }) : header;
  let free = written;
  for (let count = 2; headers.has(free); count += 1) free = `${written} (${String(count)})`;
  headers.add(free);
  return free;
}

/** Above a column of names, a text that cannot be a name is a header in words unknown to us. */
function isNoName(cell: string): boolean {
  return cell !== '' && !isAttributeName(cell);
}
