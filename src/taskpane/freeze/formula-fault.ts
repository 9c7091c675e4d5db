import { callsLocus } from '../locus-formula';

/**
 * Why this formula is neither frozen nor put back, in words for a person; undefined for one that
 * may be. What a workbook keeps may have been written by anyone, and thawing types it into cells.
 */
export function formulaFault(formula: string): string | undefined {
  if (formula.length > MAX_FORMULA) return 'it is too long for a cell';
  if (!callsLocus(formula)) return 'it calls no function of Locus';
  const code = formula.replace(TEXTS, '""');
  if (OTHER_WORKBOOK.test(code)) return 'it reads another workbook';
  if (code.includes('|')) return 'it talks to another program';
  for (const [, name = ''] of code.matchAll(CALL)) {
    const plain = name.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.)+/, '');
    if (REACHING_OUT.has(plain)) return `it calls ${plain}`;
    // Another add-in's or a macro's.
    if (/^_XLL\.|^_XLDUDF_(?!LOC)|!/.test(plain)) return `it calls ${name}`;
  }
  return undefined;
}

/** Excel's own limit. */
const MAX_FORMULA = 8_192;
const TEXTS = /"(?:[^"]|"")*"/g;
/** `[Book.xlsx]Sheet!A1`, `'C:\[Book.xlsx]Sheet'!A1`; a table's columns have no sheet after them. */
const OTHER_WORKBOOK = /'[^']*[[\]:\\/][^']*'!|\][\p{L}\p{N}_.]*!/u;
const CALL = /([\p{L}\p{N}_.!\\]+)\s*\(/gu;
/** Functions that fetch, send, open or run something. */
const REACHING_OUT: ReadonlySet<string> = new Set([
  'CALL',
  'COPILOT',
  'CUBEMEMBER',
  'CUBESET',
  'CUBEVALUE',
  'EVALUATE',
  'EXEC',
  'FILTERXML',
  'HYPERLINK',
  'IMAGE',
  'IMPORTCSV',
  'IMPORTDATA',
  'IMPORTFEED',
  'IMPORTHTML',
  'IMPORTRANGE',
  'IMPORTTEXT',
  'IMPORTXML',
  'INITIATE',
  'POKE',
  'PY',
  'REGISTER',
  'REGISTER.ID',
  'REQUEST',
  'RTD',
  'SQL.REQUEST',
  'STOCKHISTORY',
  'TRANSLATE',
  'WEBSERVICE',
]);
