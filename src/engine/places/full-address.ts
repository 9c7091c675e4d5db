import { addressPlace } from '../lookup';
import type { Place } from '../lookup';
import type { Cell } from './cell';
import { BLANK, read, faulty, unusable } from './fault';
import type { Reading } from './fault';
import { foldedText, meantText } from './folded-text';
import { withoutNothing } from './blank-words';
import { quotation } from '../language/quotation';

/** Reads a whole address in one cell, `12 MG Road, Bengaluru 560001`, and finds its pincode. */
export function readFullAddress(cell: Cell): Reading<Place> {
  if (cell.kind === 'blank' || (cell.kind === 'number' && cell.number === 0)) return BLANK;
  if (cell.kind !== 'text') return unusable('The address', cell, 'use text');
  const text = meantText(cell.text);
  if (withoutNothing(text) === '') return BLANK;
  const codes = pincodesInText(text);
  const [pincode] = codes;
  const shown = quotation(text, 30);
  if (pincode === undefined) {
    return faulty(`The address "${shown}" has no pincode`, 'add its six digits');
  }
  if (codes.length > 1) return faulty(`The address "${shown}" has several pincodes`, 'leave one');
  const address = withoutNothing(withoutPincode(text, pincode));
  return read(addressPlace(address || pincode, pincode));
}

/**
 * Returns the pincodes in a text, each once: six digits on their own that are not part of a phone
 * number, a house number or an amount. If some are labelled PIN, only these count.
 */
export function pincodesInText(text: string): readonly string[] {
  if (text.length > LONGEST) return [];
  const folded = foldedText(text);
  const found = [...folded.matchAll(SIX_DIGITS)].flatMap(({ 0: digits, index }) => {
    const before = folded.slice(0, index);
    const isLabelled = LABELLED.test(before);
    if (!isLabelled && OTHER_NUMBER.test(before)) return [];
    return [{ code: digits.replace(/\D/g, ''), isLabelled }];
  });
  const labelled = found.filter(({ isLabelled }) => isLabelled);
  const counted = labelled.length > 0 ? labelled : found;
  return [...new Set(counted.map(({ code }) => code))];
}

/** Returns the pincode at the end of a text: `12 MG Road, Bengaluru - 560 001.` */
export function pincodeAtEnd(text: string): string | undefined {
  return pincodesInText(text).find((code) => withoutPincode(text, code) !== text);
}

/**
 * Adds the pincode at the end, unless the address already contains it: "Hill Road, Mumbai 400050".
 */
export function withPincode(address: string, pincode: string): string {
  const [text, code] = [address, pincode].map((each) => foldedText(each).replace(/[\s-]/g, ''));
  // Other countries have short codes, and 1010 in an address may be a house number.
  const isWithin = code?.length === 6 ? text?.includes(code) : text?.endsWith(code ?? '');
  return isWithin === true ? address : `${address} ${pincode}`;
}

/** Returns the text before the pincode at its end; any other text unchanged. */
function withoutPincode(text: string, pincode: string): string {
  const end = AT_END.exec(text);
  const isIt = end !== null && foldedText(end[1] ?? '').replace(/\D/g, '') === pincode;
  return (isIt && text.slice(0, end.index).trim()) || text;
}

const LONGEST = 2_000;
const AT_END =
  /[\s,;.:([–—-]*(?:p\.?i\.?n\.?|zip|postal|पिन)?(?:[ -]?code| ?कोड)?(?: no\.?)?[ .:#=(-]*(\p{Nd}{3}[\s-]?\p{Nd}{3})[\s).,\]]*$/iu;
/** Six digits that are no part of more digits: not in `98450 12345`, `12.560001` or `560001/2`. */
const SIX_DIGITS =
  /(?<![\p{L}\d])(?<!\d[./-])(?<!\d{4,}[ ])(?<!(?:^|\D)0\d*[ -])(?<!\+[\d -]*)[1-9]\d{2}[ -]?\d{3}(?!\d)(?![ -]\d{3,})(?![./-]\d)(?!\p{L})/gu;
const LABELLED =
  /(?:\bp\.?i\.?n\.?|\bzip|\bpostal|पिन)[ -]?(?:code|कोड)?(?: ?(?:no|number)\.?)?[ .:#=(-]*$/iu;
/** Words before a number that is no pincode. */
const OTHER_NUMBER =
  /(?:\b(?:ph|phone|tel|telephone|mob|mobile|fax|call|contact|cell|m|no|nr|num|number|plot|house|door|flat|survey|khasra|khata|id|gst(?:in)?|cin|reg|rs|inr|box|ref|bill|invoice|order|ward)|फोन|मोबाइल|[#₹$☎✆])[ .:#-]*$/iu;
