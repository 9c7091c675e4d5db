import { t } from '../language/speech';
import { isAttributeName } from '../contract/attribute-name';
import type { Clock } from '../lookup';
import { findFormat, firstRows, readRows, type TextRow } from '../places/delimited-text';
import type { DescribedName, OtherField } from './catalogue-store';
import { unguarded } from './formula-guard';
import { readColumns, type ColumnUse, type ImportColumn } from './import-columns';
import { MAX_IMPORTED } from './name-lists';

/** The contents of a list: names to take, and problems found. Reading it imports nothing yet. */
export interface NameImport {
  readonly names: readonly DescribedName[];
  /** In the order of their lines. */
  readonly problems: readonly ImportProblem[];
  readonly columns: readonly ImportColumn[];
  readonly hasHeader: boolean;
  /** Rows that are not blank, without the header. */
  readonly rowCount: number;
}

export interface NameImportOptions {
  readonly clock: Pick<Clock, 'schedule'>;
  /** The columns' uses, if a person has corrected them. */
  readonly uses?: readonly ColumnUse[];
}

/**
 * Reads the text of a CSV file, or a range copied from a spreadsheet. Names are trimmed and changed
 * to lower case. Every other cell keeps its text, even if it looks like a formula. Never rejects,
 * and works in slices of a few milliseconds.
 */
export async function readNames(text: string, options: NameImportOptions): Promise<NameImport> {
  if (text.length > MAX_LENGTH) {
    const problem = { line: 1, kind: 'too-large' as const, reason: reasons.tooLarge };
    return { names: [], problems: [problem], columns: [], hasHeader: false, rowCount: 0 };
  }
  const format = findFormat(text);
  const guessed = readColumns(firstRows(text, format, ROWS_LOOKED_AT));
  const columns = guessed.columns.map(({ header, use }, index) => ({
    header,
    use: options.uses === undefined ? use : (options.uses[index] ?? 'other'),
  }));
  const rows = createRowReader(columns, guessed.hasHeader);
  await readRows(text, format, options.clock, rows.take);
  return { ...rows.read(), columns, hasHeader: guessed.hasHeader };
}

/** UTF-16 units: 100,000 names with long descriptions. */
const MAX_LENGTH = 60_000_000;
/** For one cell; a longer text is no description. Excel's own limit is 32,767. */
const MAX_CELL = 5_000;
const ROWS_LOOKED_AT = 200;

interface RowReader {
  take(this: void, row: TextRow): void;
  read(): Pick<NameImport, 'names' | 'problems' | 'rowCount'>;
}

function createRowReader(columns: readonly ImportColumn[], hasHeader: boolean): RowReader {
  const nameColumn = columns.findIndex(({ use }) => use === 'name');
  const names = new Map<string, DescribedName>();
  const lines = new Map<string, number>();
  const problems: ImportProblem[] = [];
  let isHeaderNext = hasHeader;
  let isFull = false;
  let rowCount = 0;

  function complain(line: number, kind: ImportProblemKind, reason: string): void {
    problems.push({ line, kind, reason });
  }

  function take({ cells, line, fault }: TextRow): void {
    if (fault !== undefined && fault.kind !== 'stray-quote') {
      complain(line, 'open-quote', reasons.openQuote);
      return;
    }
    if (isFull || cells.every(isBlank)) return;
    if (isHeaderNext) {
      isHeaderNext = false;
      return;
    }
    rowCount += 1;
    if (fault !== undefined) complain(line, 'stray-quote', reasons.strayQuote);
    const written = clean(cells[nameColumn] ?? '');
    const name = written.toLowerCase();
    if (name === '') complain(line, 'no-name', reasons.noName);
    else if (!isAttributeName(name)) complain(line, 'not-a-name', reasonAgainst(written));
    else if (names.has(name)) {
      complain(line, 'repeated', reasons.repeated(name, lines.get(name) ?? line));
    } else if (names.size === MAX_IMPORTED) {
      isFull = true;
      complain(line, 'too-many', reasons.tooMany(MAX_IMPORTED));
    } else {
      names.set(name, described(name, cells, line));
      lines.set(name, line);
    }
  }

  function described(name: string, cells: readonly string[], line: number): DescribedName {
    const fields: { title?: string; unit?: string; description?: string } = {};
    const others: OtherField[] = [];
    cells.forEach((cell, index) => {
      const { header, use } = columns[index] ?? {
        header: t('Column {index}', { index: String(index + 1) }),
        use: 'other',
      };
      if (use === 'name') return;
      let text = unguarded(clean(cell));
      if (text.length > MAX_CELL) {
        text = text.slice(0, MAX_CELL);
        complain(line, 'cut', reasons.cut(header, MAX_CELL));
      }
      if (text === '') return;
      if (use === 'other') others.push({ column: header, text });
      else fields[use] = text;
    });
    return { name, ...fields, ...(others.length > 0 && { others }) };
  }

  return {
    take,
    read: () => ({ names: [...names.values()], problems, rowCount }),
  };
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Removes invisible characters, and those that change the direction of the text around them. */
function clean(cell: string): string {
  return cell.replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '').trim();
}

function reasonAgainst(written: string): string {
  if (isAttributeName(written.slice(0, 255).toLowerCase())) return reasons.nameTooLong;
  const line = written.replace(/\s+/g, ' ');
  return reasons.notAName(line.length > 40 ? `${line.slice(0, 39)}…` : line);
}

/** A problem with a line of an imported list. */
interface ImportProblem {
  /** Counted from 1, as in an editor; a row may span several lines. */
  readonly line: number;
  readonly kind: ImportProblemKind;
  /** For people: what is wrong, and what happened to the line. */
  readonly reason: string;
}

/**
 * All but `cut` and `stray-quote` leave the line out; the last three leave out all lines after it
 * too.
 */
type ImportProblemKind =
  | 'no-name'
  | 'not-a-name'
  | 'repeated'
  | 'cut'
  | 'stray-quote'
  | 'open-quote'
  | 'too-many'
  | 'too-large';

const reasons = {
  get noName() {
    return t('There’s no attribute on this line.');
  },
  notAName: (quoted: string) =>
    t('"{quoted}" isn’t an attribute’s name. These names contain only a-z, 0-9 and _.', { quoted }),
  get nameTooLong() {
    return t('The name is longer than 255 characters.');
  },
  repeated: (name: string, line: number) =>
    t('{name} is already on line {line}.', { name, line: String(line) }),
  cut: (column: string, length: number) =>
    t('"{column}" is longer than {length} characters and was shortened.', {
      column,
      length: length.toLocaleString('en'),
    }),
  get strayQuote() {
    return t('There’s a quotation mark inside quoted text. Check this line.');
  },
  get openQuote() {
    return t('A quotation mark opens here and never closes. Lines from here on were skipped.');
  },
  tooMany: (most: number) =>
    t('More than {most} attributes. Lines from here on were skipped.', {
      most: most.toLocaleString('en'),
    }),
  get tooLarge() {
    return t('This text is too large for a list of attributes.');
  },
};
