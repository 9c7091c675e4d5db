import { withMarkedParameters } from './formula-parameters';

/**
 * Formulas as a file writes them: custom functions of an add-in, and functions that are younger
 * than the format, have a prefix there that nobody sees in a cell.
 */
export interface FormulaText {
  /** Neither has the `=` at the start. */
  fromFile(text: string): string;
  toFile(formula: string): string;
}

/** @param ownIds of our custom functions, in upper case. */
export function createFormulaText(ownIds: readonly string[]): FormulaText {
  const own = new Set(ownIds);
  const prefixOf = (name: string): string => {
    if (own.has(name)) return OWN_PREFIX;
    if (SORTING.has(name)) return '_xlfn._xlws.';
    return YOUNG.has(name) ? '_xlfn.' : '';
  };
  return {
    fromFile: (text) =>
      outsideQuotes(text, (code) =>
        code
          .replace(SINGLE, '(')
          .replace(PARAMETER, '')
          .replace(PREFIXED, (whole, name: string) => {
            const isKnown = prefixOf(name.toUpperCase()) !== '';
            return isKnown ? name : whole;
          }),
      ),
    toFile: (formula) =>
      outsideQuotes(withMarkedParameters(formula), (code) =>
        code.replace(CALLED, (name) => `${prefixOf(name.toUpperCase())}${name}`),
      ),
  };
}

/** Texts in double quotes, and names of sheets in single ones. */
const QUOTED = /("(?:[^"]|"")*"|'(?:[^']|'')*')/;
/** How Excel writes a custom function of an Office add-in whose manifest names no namespace. */
const OWN_PREFIX = '_xldudf_';
/**
 * Workbooks exist in which Excel has put the number of a link before the prefix, or the prefix of
 * another kind of add-in (github.com/OfficeDev/office-js/issues/2568).
 */
const PREFIXED =
  /(?<![\p{L}\p{M}\p{N}_.])(?:\[\d+\]!)?(?:_xldudf_|_xll\.|_xlfn\.(?:_xlws\.)?)([\p{L}_][\p{L}\p{M}\p{N}_.]*)(?=\s*\()/giu;
/** What Excel writes for an `@`, which means nothing in a spreadsheet without arrays of the old kind. */
const SINGLE = /(?<![\p{L}\p{M}\p{N}_.])_xlfn\.SINGLE\(/giu;
const CALLED = /(?<![\p{L}\p{M}\p{N}_.])[\p{L}_][\p{L}\p{M}\p{N}_.]*(?=\s*\()/gu;
/** Before the names that LET and LAMBDA give. */
const PARAMETER = /(?<![\p{L}\p{M}\p{N}_.])_xlpm\./giu;

function outsideQuotes(formula: string, change: (code: string) => string): string {
  // With a group in the pattern, every second piece is a quotation.
  return formula
    .split(QUOTED)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('');
}

const SORTING = new Set(['FILTER', 'SORT']);
/** Functions since Excel 2010 that the format knows by a prefix: [MS-XLSX] 2.2.2. */
const YOUNG = new Set(
  `ACOT ACOTH AGGREGATE ANCHORARRAY ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST
  BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH
  CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS
  COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS
  DECIMAL DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT
  F.TEST FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT
  FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV
  GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS IMAGE IMCOSH IMCOT IMCSC IMCSCH IMSEC
  IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY
  MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST
  NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTOF PERCENTRANK.EXC
  PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG
  RANK.EQ REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SINGLE
  SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE
  TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT
  VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST`.split(
    /\s+/,
  ),
);
