import { t } from '../../../engine/language/speech';
import { readPlainNumber } from '../../workbook/workbook-model';

/**
 * A number as a person types it, such as "1,000", "1,00,000" or "1 000". Undefined for nothing, NaN
 * for what is no number or could be another: "0,25" is not 25.
 */
export function readNumber(text: string): number | undefined {
  const written = text.trim();
  if (written === '') return undefined;
  return readPlainNumber(isGrouped(written) ? written.replaceAll(/[\s,]/g, '') : written) ?? NaN;
}

/** What is wrong with a number that cannot be read because of its commas; else undefined. */
export function commaFault(text: string): string | undefined {
  return text.includes(',') && Number.isNaN(readNumber(text)) ? COMMA_WORDS : undefined;
}

const COMMA_WORDS = t('Use a decimal point, such as 0.25.');

/** Groups of thousands, or as in India: 10,00,000. */
const GROUPINGS = [
  /^[1-9]\d{0,2}(?:[\s,]\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d?(?:[\s,]\d{2})*[\s,]\d{3}(?:\.\d+)?$/,
];

function isGrouped(written: string): boolean {
  return GROUPINGS.some((grouping) => grouping.test(written));
}
