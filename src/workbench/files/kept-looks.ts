import { isRecord } from '../../engine/contract/json-checks';
import type { XmlScanner } from './xml-scanner';

/**
 * What a file says about a cell's look that Univer has no place for. The workbench keeps it for the
 * file.
 */
export interface KeptLooks {
  /** Attributes of the alignment, such as `shrinkToFit`. */
  readonly alignment?: Readonly<Record<string, string>>;
  /** Attributes of the protection: whether the cell is locked if the sheet is protected. */
  readonly protection?: Readonly<Record<string, string>>;
  /** Attributes of the font: `vertAlign`, `family` and the like. */
  readonly font?: Readonly<Record<string, string>>;
  /** A pattern or gradient, as XML, while the cell shows this colour for it. */
  readonly fill?: { readonly xml: string; readonly shown: string | undefined };
  /** The diagonal line, as XML, and its directions. */
  readonly diagonal?: { readonly xml: string; readonly ways: string };
  /** Whether an apostrophe before the text says that it is text. */
  readonly quotePrefix?: boolean;
}

/** What a font has that a cell does not show: the elements that come before its size in a file. */
export const BEFORE_SIZE = ['condense', 'extend', 'outline', 'shadow'];
/** The elements that come after its name. */
export const AFTER_NAME = ['family', 'charset'];

/** What Excel takes; it would call a file with anything else damaged. */
const TRUTH = /^(?:0|1|true|false)$/;
const VALID: ReadonlyMap<string, RegExp> = new Map([
  ...BEFORE_SIZE.map((name) => [name, /^(?:0|1|true|false)?$/] as const),
  ...['locked', 'hidden', 'shrinkToFit', 'justifyLastLine'].map((name) => [name, TRUTH] as const),
  ['u', /^(?:double|(?:single|double)Accounting)$/],
  ['vertAlign', /^(?:superscript|subscript)$/],
  ['family', /^\d$/],
  ['charset', /^\d{1,3}$/],
  ['horizontal', /^(?:fill|centerContinuous)$/],
  ['vertical', /^(?:justify|distributed)$/],
  ['readingOrder', /^[0-2]$/],
  ...['showFormulas', 'showRowColHeaders', 'showZeros'].map((name) => [name, TRUTH] as const),
  ['view', /^(?:pageBreakPreview|pageLayout)$/],
  ['calcMode', /^(?:manual|autoNoTable)$/],
  ...['iterate', 'fullPrecision'].map((name) => [name, TRUTH] as const),
  ['iterateCount', /^\d{1,5}$/],
  ['iterateDelta', /^\d*\.?\d+(?:E-?\d+)?$/i],
]);
const PATTERN =
  /^(?:solid|mediumGray|(?:dark|light)(?:Gray|Horizontal|Vertical|Down|Up|Grid|Trellis)|gray125|gray0625)$/;

/** Whether Excel accepts this value of an attribute. */
export function isValid(name: string, value: unknown): boolean {
  return typeof value === 'string' && VALID.get(name)?.test(value) === true;
}

/** Whether a fill has a pattern. */
export function isPattern(name: string | undefined): boolean {
  return PATTERN.test(name ?? '');
}

/** What a sheet's view says that the workbench does not show, and its field under `custom`. */
export const OF_VIEW = ['showFormulas', 'showRowColHeaders', 'showZeros', 'view'];
export const VIEW = 'locusView';
/** How a workbook says that it is calculated, and its field under `custom`. */
export const OF_CALCULATION = [
  'calcMode',
  'iterate',
  'iterateCount',
  'iterateDelta',
  'fullPrecision',
];
export const CALCULATION = 'locusCalculation';

/** Returns what `custom` keeps of the element just opened; undefined for nothing. */
export function keptAttributes(
  field: string,
  xml: XmlScanner,
  names: readonly string[],
): Record<string, unknown> | undefined {
  const kept = names.flatMap((name) => {
    const value = xml.attribute(name);
    return isValid(name, value) ? [[name, value] as const] : [];
  });
  return kept.length === 0 ? undefined : { [field]: Object.fromEntries(kept) };
}

/**
 * Writes the valid ones of these attributes. They are checked, because a workbook that the device
 * has kept may contain anything.
 */
export function attributesOf(kept: unknown): string {
  if (!isRecord(kept)) return '';
  return Object.entries(kept)
    .filter(([name, value]) => isValid(name, value))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
