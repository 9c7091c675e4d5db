import { Zip, ZipDeflate } from 'fflate';
import { countText } from '../engine/language/speech';
import { inputColumns, numberIn, numberOf, type ColumnKind } from './column-kinds';
import { DAY_ZERO_1900 } from '../engine/places/dates';
import { columnLetters } from '../engine/places/column-letters';
import { textToFile } from '../engine/places/workbook-text';
import type { OutputFile } from './output-file';
import { FileFault, type Table, type TableRow, type TableWriter } from './table';
import { StoredNumber, StoredTime, valueText, WrittenNumber } from './value-text';

/** The limits of a sheet, by Microsoft's “Excel specifications and limits”. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const MOST_CHARACTERS = 32_767;
/** A zip file of the older form has room for no more in one part. */
const MOST_BYTES = 4_000_000_000;

/**
 * Checks whether a sheet has room for a row.
 *
 * @param number the row's number, from 1, without the header.
 * @throws FileFault for a row that is too far down, or a text that is too long.
 */
export function checkXlsxRow(row: TableRow, number: number): void {
  if (number >= MOST_ROWS) {
    throw new FileFault(
      `A sheet of Excel holds ${countText(MOST_ROWS - 1)} rows under a header, and this list has more. Write .csv or .parquet.`,
    );
  }
  const long = row.findIndex((value) => valueText(value).length > MOST_CHARACTERS);
  if (long === -1) return;
  throw new FileFault(
    `Row ${number}, column ${long + 1}: a cell of Excel holds ${countText(MOST_CHARACTERS)} characters, and this text has more. Write .csv or .parquet.`,
    number,
    long + 1,
  );
}

/**
 * Writes a workbook with one sheet, row by row. Numbers, truth values and dates keep their types.
 * Everything else is text, which Excel never reads as a formula.
 *
 * @param known what the columns of a text file contain, and which columns have degrees. Cells of
 * other files have their own types.
 * @param values the names of the columns with values. They are numbers, even if a text file had
 * them.
 * @throws FileFault for what a sheet cannot contain.
 */
export async function createXlsxWriter(
  output: OutputFile,
  columns: readonly string[],
  input: Pick<Table, 'columns' | 'isText' | 'place'>,
  { kinds, degrees }: KnownColumns,
  values: readonly string[],
): Promise<TableWriter> {
  if (columns.length > MOST_COLUMNS) {
    throw new FileFault(`A sheet of Excel holds ${countText(MOST_COLUMNS)} columns. Write .csv.`);
  }
  const from = inputColumns(columns, input.columns);
  const mayBeNumber = columns.map(
    (name, at) =>
      values.includes(name) || (input.isText === true && kinds[from[at] ?? -1] === 'number'),
  );
  const isDegrees = columns.map((_, at) => degrees.has(from[at] ?? -1));
  const letters = columns.map((_, at) => columnLetters(at));
  const zip = createZip(output);
  for (const [name, text] of Object.entries(parts(input.place?.sheet ?? 'Sheet1'))) {
    zip.part(name).end(text);
  }
  const sheet = zip.part('xl/worksheets/sheet1.xml');
  let rows = 0;
  const rowOf = (row: TableRow, cellOf: (start: string, value: unknown, at: number) => string) => {
    rows += 1;
    let cells = '';
    for (let at = 0; at < row.length; at += 1) {
      cells += cellOf(`${letters[at] ?? ''}${rows}"`, row[at], at);
    }
    return `<row r="${rows}">${cells}</row>`;
  };

  sheet.write(`${SHEET_START}<cols>${columns.map(widthXml).join('')}</cols><sheetData>`);
  // A header is text, even if a column is called 2024.
  sheet.write(rowOf(columns, (start, name) => textXml(`${start} s="1"`, String(name))));
  await zip.flush();
  return {
    async write(some) {
      let text = '';
      for (const row of some) {
        checkXlsxRow(row, rows);
        text += rowOf(row, (start, value, at) =>
          value instanceof WrittenNumber && isDegrees[at] !== true
            ? textXml(start, String(value))
            : cellXml(start, value, mayBeNumber[at] === true),
        );
      }
      sheet.write(text);
      await zip.flush();
    },
    async finish() {
      sheet.end('</sheetData></worksheet>');
      zip.end();
      await zip.flush();
      await output.finish();
    },
  };
}

interface KnownColumns {
  readonly kinds: readonly ColumnKind[];
  readonly degrees: ReadonlySet<number>;
}

interface ZipPart {
  write(text: string): void;
  end(text: string): void;
}

/** Compresses each part as it is written. Each part has to end before the next begins. */
function createZip(output: OutputFile): {
  part(name: string): ZipPart;
  end(): void;
  flush(): Promise<void>;
} {
  const encoder = new TextEncoder();
  let waiting: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    waiting.push(chunk);
  });
  return {
    part(name) {
      const part = new ZipDeflate(name, { level: 6 });
      // The earliest date that zip files allow, so that equal rows give equal bytes.
      part.mtime = new Date(1980, 0, 1);
      zip.add(part);
      let bytes = 0;
      const push = (text: string, isLast: boolean): void => {
        const more = encoder.encode(text);
        bytes += more.length;
        if (bytes > MOST_BYTES) {
          throw new FileFault('The list is too large for a workbook. Write .csv or .parquet.');
        }
        part.push(more, isLast);
      };
      return { write: (text) => push(text, false), end: (text) => push(text, true) };
    },
    end: () => zip.end(),
    async flush() {
      const chunks = waiting;
      waiting = [];
      for (const chunk of chunks) await output.write(chunk);
    },
  };
}

/** @param start the cell's reference, and the rest of its tag: `B7" s="1"`. */
function textXml(start: string, text: string): string {
  if (text === '') return '';
  return `<c r="${start} t="inlineStr"><is><t xml:space="preserve">${textToFile(text)}</t></is></c>`;
}

function cellXml(start: string, value: unknown, mayBeNumber: boolean): string {
  if (typeof value === 'boolean') return `<c r="${start} t="b"><v>${value ? 1 : 0}</v></c>`;
  const number = mayBeNumber && typeof value === 'string' ? numberIn(value) : numberOf(value);
  if (number !== undefined) {
    // A decimal of a typed file shows all its decimals: 1.10.
    const [, places = ''] = value instanceof StoredNumber ? String(value).split('.') : [];
    const style =
      places === '' ? '' : ` s="${FIRST_DECIMAL + Math.min(places.length, MOST_PLACES)}"`;
    return `<c r="${start}${style}><v>${number}</v></c>`;
  }
  const time = timeOf(value);
  if (time !== undefined) return `<c r="${start} s="${time.style}"><v>${time.days}</v></c>`;
  return textXml(start, valueText(value));
}

/**
 * Returns a date, or a local time on one, as Excel counts it; undefined if Excel has no cell for
 * it.
 */
function timeOf(value: unknown): { readonly days: number; readonly style: number } | undefined {
  if (!(value instanceof StoredTime || value instanceof Date)) return undefined;
  const [, day, clock] = EXCEL_TIME.exec(valueText(value)) ?? [];
  const since = Date.parse(`${day ?? ''}T${clock ?? '00:00:00'}Z`) - DAY_ZERO_1900;
  // Excel counts the days before March 1900 otherwise.
  if (!(since >= 61 * DAY_MS)) return undefined;
  return { days: since / DAY_MS, style: clock === undefined ? 2 : 3 };
}

/** A time with a time zone, or with finer fractions, stays text, because Excel would lose them. */
const EXCEL_TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d{3})?))?$/;
const DAY_MS = 86_400_000;

function placesXml(places: number): string {
  return `<numFmt numFmtId="${FIRST_FORMAT + places}" formatCode="0.${'0'.repeat(places)}"/>`;
}

/** The width of a column, enough for its header. */
function widthXml(name: string, at: number): string {
  const width = Math.min(Math.max(name.length + 3, 10), 50);
  return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The header stays in view. */
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

/** Numbers with one decimal have the next style, numbers with two the one after it, and so on. */
const FIRST_DECIMAL = 3;
const MOST_PLACES = 15;
const PLACES = Array.from({ length: MOST_PLACES }, (_, index) => index + 1);
/** Excel’s own formats have lower numbers. */
const FIRST_FORMAT = 164;

/**
 * All parts except the sheet. Style 1 is the header's, 2 a date's, 3 a time's, and from 4 on those
 * of decimals.
 */
function parts(sheet: string): Readonly<Record<string, string>> {
  const name = textToFile(sheet);
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relations = (inside: string): string =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`;
  const override = (part: string, kind: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${kind}+xml"/>`;
  const format = (number: number, font: number): string =>
    `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0"${number > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('styles', 'styles')}</Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${MOST_PLACES}">${PLACES.map(placesXml).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${4 + MOST_PLACES}">${format(0, 0)}${format(0, 1)}${format(14, 0)}${format(22, 0)}${PLACES.map((places) => format(FIRST_FORMAT + places, 0)).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}
