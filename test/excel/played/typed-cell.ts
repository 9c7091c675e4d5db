/** What a cell holds after somebody typed into it, or an add-in set `formulas`. */
export interface PlayedCell {
  /** As `Range.formulas` gives it. */
  readonly formula: string | number | boolean;
  readonly isFormula: boolean;
  readonly isError?: boolean;
}

/** Day 1 of a workbook's calendar is the first of January 1900; the day that never was counts. */
const DAYS_TO_1970 = 25_569;
const DAY_MS = 86_400_000;
const ERROR = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!)$/;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const PERCENT = /^\s*([+-]?\d+(?:\.\d+)?)%\s*$/;
const FRACTION_OF_YEAR = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_AND_DAY = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* ?\d{1,4}$/i;

/** As Excel reads typing: an apostrophe keeps text; much else becomes a number, unasked. */
export function typed(input: string | number | boolean): PlayedCell | undefined {
  if (typeof input !== 'string') return { formula: input, isFormula: false };
  if (input === '') return undefined;
  if (ERROR.test(input)) return { formula: input, isFormula: false, isError: true };
  if (input.startsWith("'")) return { formula: input.slice(1), isFormula: false };
  if (/^[=+@-]/.test(input) && input.length > 1 && !NUMBER.test(input)) {
    return { formula: input.startsWith('=') ? input : `=${input}`, isFormula: true };
  }
  return { formula: readConstant(input), isFormula: false };
}

function readConstant(text: string): string | number | boolean {
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  if (NUMBER.test(text)) return Number(text);
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) return Number(percent) / 100;
  const [, month, day, year] = FRACTION_OF_YEAR.exec(text) ?? [];
  if (month !== undefined) return serialOf(`${year ?? '2026'}-${pad(month)}-${pad(day ?? '1')}`);
  if (ISO_DATE.test(text)) return serialOf(text);
  return MONTH_AND_DAY.test(text) ? serialOf('2026-01-01') : text;
}

function serialOf(isoDate: string): number {
  return Date.parse(`${isoDate}T00:00:00Z`) / DAY_MS + DAYS_TO_1970;
}

function pad(number: string): string {
  return number.padStart(2, '0');
}
