import { addressPlace } from '../lookup';
import type { Place } from '../lookup';
import { readCell } from './cell';
import type { Cell } from './cell';
import { pairIn } from './coordinate-pair';
import { BLANK, read, faulty, unusable } from './fault';
import type { Faulty, Reading } from './fault';
import { foldedText, meantText } from './folded-text';
import { pincodeAtEnd, readFullAddress, withPincode } from './full-address';
import { isNothing, withoutNothing } from './blank-words';
import { pincodeIn, readPincode } from './pincode';
import type { PincodeRule } from './pincode';
import { quotation } from '../language/quotation';

/** Reads an address and its pincode. Blank if both cells are blank; a fault if one is. */
export function readAddressWithPincode(
  addressCell: Cell,
  pincodeCell: Cell,
  rule: PincodeRule = 'india',
): Reading<Place> {
  // The same cell for both, as in `LOCATTR_ADDRESS(B2,B2,…)`: the address contains its pincode.
  const isTwice = addressCell.kind === 'text' && pincodeCell.kind === 'text';
  if (isTwice && addressCell.text === pincodeCell.text && pincodeIn(addressCell.text) === undefined)
    return readFullAddress(addressCell);
  const address = readAddressText(addressCell);
  const pincode = readPincode(pincodeCell, rule);
  if (address.kind === 'fault') return address;
  if (address.kind === 'read' && isPincodeBeside(address.value, pincodeCell)) {
    const finding = `The address "${quotation(address.value)}" is a pincode`;
    return faulty(finding, ADDRESS_SWAPPED);
  }
  if (pincode.kind === 'fault') return pincode;
  if (address.kind === 'blank' && pincode.kind === 'blank') return BLANK;
  if (address.kind === 'blank') {
    return faulty('The address is blank', 'enter an address and a pincode, or leave both blank');
  }
  if (pincode.kind === 'blank') {
    return faulty('The pincode is blank', 'enter an address and a pincode, or leave both blank');
  }
  const own = pincodeIn(address.value) ?? pincodeAtEnd(address.value);
  if (own !== undefined && pincodeIn(pincode.value) !== undefined && own !== pincode.value) {
    const finding = `The address ends with ${own}, and the pincode is ${pincode.value}`;
    return faulty(finding, 'correct one of them');
  }
  return read(addressPlace(address.value, pincode.value));
}

/** Reads an address for a score, which has no field for a pincode. */
export function readAddress(cell: Cell, rule?: PincodeRule): Reading<Place> {
  const [, own, code] = (cell.kind === 'text' && WITH_PINCODE.exec(cell.text)) || [];
  if (own === undefined) return readAddressAlone(cell);
  const [address, pincode] = [readCell(own), readCell(code)];
  // If the line below has no pincode, the address is read alone.
  return readPincode(pincode, rule).kind === 'blank'
    ? readAddressAlone(address)
    : readAddressToScore(address, pincode, rule);
}

function readAddressAlone(cell: Cell): Reading<Place> {
  const address = readAddressText(cell);
  if (address.kind !== 'read') return address;
  const { value } = address;
  // 17.5, a phone number or a day belongs in another column; 560001 is a place.
  const isNumber = !/\p{L}/u.test(value) && pincodeIn(value) === undefined;
  return isNumber ? wordless(value) : read(addressPlace(value));
}

function wordless(address: string): Faulty {
  return faulty(`The address "${quotation(address)}" has no words`, 'write it out');
}

/** A degree, a day or a phone number. 12 or 12/4 may be a house if there is a pincode beside it. */
const OTHER_NUMBER = /^(?:[+-]?\d+\.\d+|\d{1,4}([-/.])\d{1,2}\1\d{1,4}|\+?\d(?:[ -]?\d){7,})$/;

/**
 * Reads an address for a score, and adds the pincode at its end if there is one. A pincode that is
 * no pincode is a fault, because the call would cost as much.
 */
export function readAddressToScore(
  address: Cell,
  pincode: Cell,
  rule?: PincodeRule,
): Reading<Place> {
  const code = readPincode(pincode, rule);
  if (code.kind === 'blank') return readAddress(address);
  const whole = readAddressWithPincode(address, pincode, rule);
  if (whole.kind !== 'read' || code.kind !== 'read' || whole.value.kind !== 'address') return whole;
  return read(addressPlace(withPincode(whole.value.address, code.value)));
}

/**
 * How the formulas beside a list join the two in one text: `PIN` and the pincode, if any, on a
 * second line.
 */
const WITH_PINCODE = /^([^]*)\n *PIN(?: (.*))?$/;

/**
 * The end of the message, without its full stop, if the two cells only make sense the other way.
 */
export const ADDRESS_SWAPPED = 'address and pincode look swapped';

/** Reads a number as its digits. Desktop Excel passes a blank cell as 0. */
function readAddressText(cell: Cell): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') {
    const address = withoutNothing(meantText(cell.text));
    // In a text file, TRUE and FALSE are texts.
    if (/^(?:true|false)$/i.test(address)) return unusable('The address', TRUTH, 'use text');
    if (/^0+$/.test(address)) return BLANK;
    if (OTHER_NUMBER.test(foldedText(address))) return wordless(address);
    if (address.startsWith('=')) {
      return faulty(`The address "${quotation(address)}" is a formula`, 'use its result');
    }
    if (GARBLED.test(address)) {
      return faulty(`The address "${quotation(address)}" is garbled`, 'type it again');
    }
    if (isOtherAddress(address)) {
      const finding = `The address "${quotation(address)}" is a link or a code`;
      return faulty(finding, 'use coordinates, or an address');
    }
    if (address.split(/[,;\n]/).some((part) => DITTO.test(part.trim()))) {
      return faulty(`The address "${quotation(address)}" refers to another row`, 'write it out');
    }
    return /[\p{L}\p{N}]/u.test(address) ? read(address) : BLANK;
  }
  if (cell.kind !== 'number') return unusable('The address', cell, 'use text');
  if (cell.number === 0) return BLANK;
  const digits = String(cell.number);
  return OTHER_NUMBER.test(digits) ? wordless(digits) : read(digits);
}

const TRUTH: Cell = { kind: 'boolean', boolean: true };

/** UTF-8 that was read as Windows-1252 and saved like that: `CafÃ©`, `à¤ª`, `O’Neilâ€™s`. */
const GARBLED = /â€|[ÃÂ][\x80-\x9F\xA1-\xBF]|à[\xA4-\xAA\xAC-\xBF]/;

/** Texts that stand for the address above: "-do-", "Ditto", "same as above", 〃 and the like. */
const DITTO =
  /^(?:[-–—]+ ?do\.? ?[-–—]+|do\.?|ditto|[-–—] ?ditto ?[-–—]|same(?: as .*)?|as (?:above|before|previous|per .*)|same address|see (?:above|below|notes?|remarks?|map)|["〃]|''|उपरोक्त|यथोपरि|वही)$/i;

/**
 * Whether a text is a link, a mail or IP address, coordinates, or a code such as `7J4VWJPF+3R` and
 * `///filled.count.soap`. A service that looks up addresses does not find these.
 */
export function isOtherAddress(text: string): boolean {
  if (OTHER_ADDRESSES.some((other) => other.test(text))) return true;
  return /\d[.°]/.test(text) && pairIn(text) !== undefined;
}

const OTHER_ADDRESSES: readonly RegExp[] = [
  /^[^\s@]+@[^\s@]+$/,
  /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)+\/\S*$)/i,
  /^\d{1,3}(?:\.\d{1,3}){3}$/,
  // A plus code, and three words.
  /^[2-9cfghjmpqrvwx]{2,8}\+[2-9cfghjmpqrvwx]{2,7}$/i,
  /^\/{3}\p{L}+(?:\.\p{L}+){2}$/u,
  /^\p{Ll}{4,}(?:\.\p{Ll}{4,}){2}$/u,
  // A geohash, which has digits and letters, and a cell of H3.
  /^(?=\D*\d)(?=\d*\D)[0-9b-hjkmnp-z]{6,12}$/,
  /^8[\da-f]{14}$/i,
  // MGRS, UTM and Britain's grid: 43PGQ8117334656, 43N 781173 1434656, TQ 30163 80411.
  /^\d{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?(?:\d{2} ?\d{2}|\d{3} ?\d{3}|\d{4} ?\d{4}|\d{5} ?\d{5})$/i,
  /^\d{1,2} ?[C-HJ-NP-X],? ?\d{6}(?:\.\d+)? ?(?:m ?E)?,? \d{6,7}(?:\.\d+)? ?(?:m ?N)?$/i,
  /^[HNOST][A-HJ-Z] ?(?:\d{3} ?\d{3}|\d{4} ?\d{4}|\d{5} ?\d{5})$/,
  // Shapes, objects, and texts that programs write in their place.
  /^(?:SRID=\d+; ?)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION) ?[ZM]{0,2} ?(?:\( ?[-\d(]|EMPTY$)/i,
  /^(?:\{.*\}|\[(?:object .*|['"{].*)\])$/s,
  /^(?:lat|latitude|lng|lon|longitude) ?[:=]/i,
];

/** Whether the address is a pincode, beside a cell with words. */
function isPincodeBeside(address: string, other: Cell): boolean {
  if (other.kind !== 'text' || !/\p{L}/u.test(other.text) || isNothing(other.text)) return false;
  return pincodeIn(other.text) === undefined && pincodeIn(address) !== undefined;
}
