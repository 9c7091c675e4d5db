import { t } from '../language/speech';

/**
 * Says what a file is, and what to save it as, if it is neither a workbook nor a text with a table.
 * Undefined if it may be one of these.
 *
 * @param bytes the whole file; of a large one, its start and its end are enough.
 */
export function fileKindFault(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes.subarray(0, START_BYTES));
  if (text.startsWith('\xD0\xCF\x11\xE0')) return compoundFault(endsOf(bytes));
  if (/^PK(?:\x03\x04|\x05\x06)/.test(text)) return zipFault(endsOf(bytes));
  const [format, means] =
    SIGNATURES.find(([, , pattern]) => pattern.test(text)) ??
    MARKUP.find(([, , pattern]) => pattern.test(plainStart(bytes))) ??
    [];
  if (format !== undefined && means !== undefined) return MESSAGES[means](format);
  return isBinary(text) ? noTable() : undefined;
}

/** Most kinds of files can be told by their first bytes; an archive lists its files at its end. */
const START_BYTES = 8_192;
const END_BYTES = 1_000_000;

function endsOf(bytes: Uint8Array): string {
  return (
    latin1(bytes.subarray(0, END_BYTES)) + latin1(bytes.subarray(END_BYTES).subarray(-END_BYTES))
  );
}

type Means = 'old' | 'sheet' | 'archive' | 'data' | 'none';
type Kind = readonly [format: string, means: Means, pattern: RegExp];

const MESSAGES: Readonly<Record<Means, (format: string) => string>> = {
  old: () =>
    t(
      'This is an older Excel workbook (.xls). Open it in Excel, save it as "Excel Workbook (.xlsx)" and open that.',
    ),
  sheet: (format) =>
    t(
      'This is a file in the format {format}. Open it in a spreadsheet program, save it as "Excel Workbook (.xlsx)" and open that.',
      { format },
    ),
  archive: (format) =>
    t('This file is compressed ({format}). Unpack it first, and open what is inside.', { format }),
  data: (format) =>
    t('This is a file in the format {format}. Export it as CSV and open that.', { format }),
  none: (format) =>
    t(
      'This is a file in the format {format}, which has no table. Copy the list into a spreadsheet and save it as "Excel Workbook (.xlsx)".',
      { format },
    ),
};

/** The message for a file that needs a password. */
export const passwordProtected = (): string =>
  t(
    'The file is password-protected. Open it in Excel, remove the password (File > Info > Protect Workbook), save it and open it again.',
  );

const noTable = (): string =>
  t(
    'This file is neither text nor a workbook. Save the list as CSV or as "Excel Workbook (.xlsx)".',
  );

/** By their first bytes. */
const SIGNATURES: readonly Kind[] = [
  ['Excel 4', 'old', /^\x09[\0\x02\x04\x08][\x04-\x10]\0/],
  ['GZIP', 'archive', /^\x1F\x8B/],
  ['Zstandard', 'archive', /^\x28\xB5\x2F\xFD/],
  ['BZIP2', 'archive', /^BZh\d1AY/],
  ['XZ', 'archive', /^\xFD7zXZ\0/],
  ['7-Zip', 'archive', /^7z\xBC\xAF\x27\x1C/],
  ['RAR', 'archive', /^Rar!\x1A\x07/],
  ['LZ4', 'archive', /^\x04\x22\x4D\x18/],
  ['TAR', 'archive', /^[^]{257}ustar/],
  ['PDF', 'none', /^[^]{0,64}%PDF-\d/],
  ['PNG', 'none', /^\x89PNG\r\n/],
  ['JPEG', 'none', /^\xFF\xD8\xFF/],
  ['GIF', 'none', /^GIF8[79]a/],
  ['TIFF', 'none', /^(?:II\*\0|MM\0\*)/],
  ['WebP', 'none', /^RIFF[^]{4}WEBP/],
  ['HEIC', 'none', /^[^]{4}ftyp/],
  ['RTF', 'none', /^\{\\rtf/],
  ['SQLite', 'data', /^SQLite format 3\0/],
  ['Access', 'data', /^[^]{4}Standard (?:Jet|ACE) DB/],
  ['Shapefile', 'data', /^\0\0\x27\x0A\0{20}/],
  [
    'dBASE',
    'data',
    /^[\x02\x03\x30-\x32\x43\x63\x83\x8B\xCB\xF5\xFB][^][\x01-\x0C][\x01-\x1F][^]{2}\0\0[^]{0,400}\0/,
  ],
  ['Parquet', 'data', /^PAR1/],
  ['Arrow', 'data', /^(?:ARROW1|FEA1)/],
  ['FlatGeobuf', 'data', /^fgb[\x01-\x09]fgb/],
  ['ORC', 'data', /^ORC[\0-\x1F]/],
  ['Avro', 'data', /^Obj\x01/],
  ['HDF5', 'data', /^\x89HDF/],
  ['SPSS', 'data', /^\$FL[23]/],
  ['Stata', 'data', /^<stata_dta>/],
  ['SAS', 'data', /^\0{12}\xC2\xEA\x81\x60/],
];

/** By what their text begins with. */
const MARKUP: readonly Kind[] = [
  ['Excel 2003 XML', 'sheet', /^<[^]*urn:schemas-microsoft-com:office:spreadsheet/],
  ['OpenDocument XML', 'sheet', /^<\?xml[^]*<office:document/],
  [
    'HTML',
    'sheet',
    /^(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|div|style|script)\b/i,
  ],
  ['MHTML', 'sheet', /^(?:MIME-Version:|From: <?saved by)/i],
  ['KML', 'data', /^<[^]{0,600}<kml\b/],
  ['GPX', 'data', /^<[^]{0,600}<gpx\b/],
  ['XML', 'data', /^<(?:\?xml|[A-Za-z][\w:.-]*(?:\s+[\w:]+=|>\s*<[A-Za-z]))/],
  ['Esri JSON', 'data', /^\{[^]*"(?:geometryType|spatialReference)"[^]*"attributes"\s*:/],
  ['GeoJSON', 'data', /^\{[^]*?"type"\s*:\s*"(?:FeatureCollection|Feature|Topology)"/],
  ['JSON', 'data', /^(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\}\s*$)|\[\s*(?:\{\s*"|\[|\]\s*$))/],
  [
    'SQL',
    'data',
    /^(?:-- (?:MySQL|PostgreSQL|MariaDB)|(?:CREATE TABLE|INSERT INTO|DROP TABLE)\s)/i,
  ],
  ['PostScript', 'none', /^%!PS/],
];

/** Tells files apart that contain streams: an old workbook, a new one with a password, a letter. */
function compoundFault(text: string): string {
  const has = (name: string): boolean => text.includes([...name].join('\0'));
  if (has('EncryptedPackage')) return passwordProtected();
  if (has('WordDocument')) return MESSAGES.none('Word');
  if (has('PowerPoint Document')) return MESSAGES.none('PowerPoint');
  if (has('__properties_version')) return MESSAGES.none('Outlook');
  return MESSAGES.old('');
}

/** Undefined for a workbook, and for what may be a damaged one. */
function zipFault(text: string): string | undefined {
  const names = [...text.matchAll(/PK\x01\x02[^]{24}([^]{2})/g)].map(
    ({ 0: entry, 1: size = '', index }) => {
      const start = index + 46;
      const length = size.charCodeAt(0) + size.charCodeAt(1) * 256;
      return entry === '' ? '' : text.slice(start, start + length);
    },
  );
  const has = (start: string): boolean => names.some((name) => name.startsWith(start));
  if (text.includes('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')) {
    return MESSAGES.sheet('OpenDocument (.ods)');
  }
  if (text.includes('mimetypeapplication/vnd.oasis.opendocument')) {
    return MESSAGES.none('OpenDocument');
  }
  // An archive that another program packed may lack the entry that says that it is a sheet.
  if (has('content.xml')) return MESSAGES.sheet('OpenDocument');
  if (has('xl/workbook.bin')) return MESSAGES.sheet('Excel Binary Workbook (.xlsb)');
  if (has('xl/')) return undefined;
  if (has('word/')) return MESSAGES.none('Word (.docx)');
  if (has('ppt/')) return MESSAGES.none('PowerPoint (.pptx)');
  if (has('Index/') || has('Index.zip')) return MESSAGES.sheet('Numbers');
  if (names.some((name) => name.endsWith('.kml'))) return MESSAGES.data('KMZ');
  return names.length > 0 && !has('[Content_Types].xml') ? MESSAGES.archive('ZIP') : undefined;
}

/** The start of a text, without its mark, in whichever Unicode it is. */
function plainStart(bytes: Uint8Array): string {
  const start = bytes.subarray(0, START_BYTES);
  const wide = start[0] === 0xfe ? 'utf-16be' : start[0] === 0xff ? 'utf-16le' : undefined;
  const text = new TextDecoder(wide ?? 'utf-8').decode(start);
  return text.replace(/^[\s\uFEFF]+/, '');
}

/** No text holds many of these, save zeros, which UTF-16 has beside its line ends. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 4096).replace(/[\0\x1A]+$/, '');
  const zeros = start.match(/\0/g)?.length ?? 0;
  const others = start.match(/[\x01-\x08\x0E-\x19\x1B-\x1F]/g)?.length ?? 0;
  const isWide = /[\t\n\r ,;0-9]\0|\0[\t\n\r ,;0-9]/.test(start);
  return !isWide && (zeros > 0 ? zeros + others > start.length / 20 : others > start.length / 4);
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
