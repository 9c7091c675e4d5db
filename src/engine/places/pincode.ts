import type { Cell } from './cell';
import { BLANK, read, faulty, unusable } from './fault';
import type { Faulty, Reading } from './fault';
import { foldedText, LONGEST_NUMBERS } from './folded-text';
import { isNothing } from './blank-words';
import { exactQuotation } from '../language/quotation';

/**
 * Which pincodes are valid. `india`: six digits. `any`: also the postal codes of other countries,
 * as they are written.
 */
export type PincodeRule = 'india' | 'any';

/** Both rules, for settings and options. */
export const PINCODE_RULES = ['india', 'any'] as const satisfies readonly PincodeRule[];

/**
 * Reads a pincode, in whichever way its digits are written. Blank for a 0, because Excel passes a
 * blank cell as 0 on the desktop.
 */
export function readPincode(cell: Cell, rule: PincodeRule = 'india'): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'number' && cell.number === 0) return BLANK;
  if (cell.kind !== 'text' && cell.kind !== 'number') {
    return unusable('The pincode', cell, 'use six digits, such as 560034');
  }
  const text = cell.kind === 'text' ? cell.text : String(cell.number);
  const code = pincodeIn(text);
  if (code !== undefined) return read(code);
  if (isNothing(text)) return BLANK;
  const folded = foldedText(text);
  const isOther = rule === 'any' && /[\p{L}\p{N}]/u.test(folded) && !LOST.test(folded);
  return isOther ? read(folded.replace(/^(\d+)\.0+$/, '$1')) : faultyPincode(text, folded);
}

/**
 * Returns the six digits of a pincode alone: 560034 for `PIN: 560 034`. Undefined for any other
 * text.
 */
export function pincodeIn(text: string): string | undefined {
  if (SIX_DIGITS.test(text)) return text;
  if (text.length > LONGEST_NUMBERS) return undefined;
  const written = foldedText(text).replace(COUNTRY, '').replace(LABEL, '').replace(/ ?- ?/g, '-');
  const [, first = '', rest = ''] = ALL_DIGITS.exec(written) ?? [];
  if (rest !== '') return first + rest;
  // "560.000" is in groups, "560001.000" is a number with decimals.
  return [written, written.replace(/[.,]0*$/, '')]
    .find((code) => GROUPED.test(code))
    ?.replace(/\D/g, '');
}

function faultyPincode(text: string, folded: string): Faulty {
  const shown = exactQuotation(text, 24);
  if (LOST.test(folded)) return faulty(`The pincode "${shown}" has lost digits`, 'enter all six');
  if (!/^[\d\s.,-]+$/.test(folded)) {
    const advice = 'correct it, or allow other countries’ codes';
    return faulty(`The pincode "${shown}" is not six digits`, advice);
  }
  const count = folded.replace(/\D/g, '').length;
  const finding = /^[+-]?\d+\.\d*$/.test(folded)
    ? `The pincode "${shown}" is not a whole number`
    : count === 6
      ? `The pincode "${shown}" begins with 0`
      : count < 6
        ? `The pincode "${shown}" has too few digits`
        : `The pincode "${shown}" has too many digits`;
  return faulty(finding, 'a pincode has six, such as 560034');
}

const SIX_DIGITS = /^[1-9]\d{5}$/;
/** The country in front, as on mail from abroad: `IN-560034`. */
const COUNTRY = /^in(?:d(?:ia)?)?[ -]+/i;
const LABEL =
  /^(?:(?:p\.?i\.?n\.?|zip|post(?:al)?)[ -]?(?:code)?|पिन ?(?:कोड)?) ?(?:no\.?|number)? ?[:.#=-]* ?/iu;
/** 560034, 560 034, 560,034, 5,60,034; with blanks or hyphens also in other groups. */
const GROUPED =
  /^[1-9]\d{5}$|^[1-9]\d\d[ .,'-]\d{3}$|^[1-9][ .,'-]\d\d[ .,'-]\d{3}$|^[1-9](?:[ -]?\d){5}$/;
/** 5.60034E+05 still has its six digits; 5.60E+05 has lost three. */
const ALL_DIGITS = /^([1-9])[.,](\d{5})e\+?0*5$/i;
const LOST = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
