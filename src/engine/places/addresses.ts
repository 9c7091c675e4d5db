import { addressPlace } from '../lookup';
import type { Place } from '../lookup';
import { readCell } from './cell';
import type { Cell } from './cell';
import { BLANK, read, refused, unusable } from './fault';
import type { Reading } from './fault';
import { readFullAddress, withPincode } from './full-address';
import { isNothing, withoutNothing } from './blank-words';
import { pincodeIn, readPincode } from './pincode';
import type { PincodeRule } from './pincode';
import { quotation } from '../language/quotation';

/** An address with its pincode; blank if both cells are blank. */
export function readAddressWithPincode(
  addressCell: Cell,
  pincodeCell: Cell,
  rule: PincodeRule = 'india',
): Reading<Place> {
  // The same cell twice: `LOCATTR_ADDRESS(B2,B2,…)`, where the address holds its pincode.
  const isTwice = addressCell.kind === 'text' && pincodeCell.kind === 'text';
  if (isTwice && addressCell.text === pincodeCell.text && pincodeIn(addressCell.text) === undefined)
    return readFullAddress(addressCell);
  const address = readAddressText(addressCell);
  const pincode = readPincode(pincodeCell, rule);
  if (address.kind === 'fault') return address;
  if (address.kind === 'read' && isPincodeBeside(address.value, pincodeCell)) {
    const finding = `The address "${quotation(address.value)}" is a pincode`;
    return refused(finding, ADDRESS_SWAPPED);
  }
  if (pincode.kind === 'fault') return pincode;
  if (address.kind === 'blank' && pincode.kind === 'blank') return BLANK;
  if (address.kind === 'blank') {
    return refused('The address is blank', 'enter an address and a pincode, or leave both blank');
  }
  if (pincode.kind === 'blank') {
    return refused('The pincode is blank', 'enter an address and a pincode, or leave both blank');
  }
  return read(addressPlace(address.value, pincode.value));
}

/** An address as scores take it, which have no field for a pincode. */
export function readAddress(cell: Cell, rule?: PincodeRule): Reading<Place> {
  const [, own, code] = (cell.kind === 'text' && WITH_PINCODE.exec(cell.text)) || [];
  if (own === undefined) return readAddressAlone(cell);
  const [address, pincode] = [readCell(own), readCell(code)];
  // A thousand such lines are one address with one pincode, or with none.
  return readPincode(pincode, rule).kind === 'blank'
    ? readAddressAlone(address)
    : readAddressToScore(address, pincode, rule);
}

function readAddressAlone(cell: Cell): Reading<Place> {
  const address = readAddressText(cell);
  return address.kind === 'read' ? read(addressPlace(address.value)) : address;
}

/**
 * An address that ends with its pincode, if there is one. That has to be one: it costs as much as a
 * field of its own.
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

/** How formulas beside a list write the two in one text: the pincode, or none, in a line below. */
const WITH_PINCODE = /^([^]*)\n *PIN(?: (.*))?$/;

/** How a message ends, without its full stop, if the two cells only make sense the other way. */
export const ADDRESS_SWAPPED = 'address and pincode look swapped';

/** A number is read as its digits. Desktop Excel passes a blank cell as 0. */
function readAddressText(cell: Cell): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') {
    const address = withoutNothing(cell.text);
    if (isOtherAddress(address)) {
      const finding = `The address "${quotation(address)}" is a link or a code`;
      return refused(finding, 'use coordinates, or an address');
    }
    if (address.split(/[,;\n]/).some((part) => DITTO.test(part.trim()))) {
      return refused(`The address "${quotation(address)}" refers to another row`, 'write it out');
    }
    return address === '' ? BLANK : read(address);
  }
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : read(String(cell.number));
  return unusable('The address', cell, 'use text');
}

/** As a part of an address: "-do-", "Ditto", "same as above", 〃 and the like. */
const DITTO =
  /^(?:[-–—]+ ?do\.? ?[-–—]+|ditto|[-–—] ?ditto ?[-–—]|(?:same )?as (?:above|before|previous)|same address|["〃]|''|उपरोक्त|यथोपरि|वही)$/i;

/**
 * A web, mail or IP address, a plus code (`7J4VWJPF+3R`) or three words (`///filled.count.soap`):
 * who knows them as places does not find them by an address.
 */
export function isOtherAddress(text: string): boolean {
  return OTHER_ADDRESS.test(text);
}

const OTHER_ADDRESS =
  /^(?:[^\s@]+@[^\s@]+|(?:https?:|www\.).*|\d{1,3}(?:\.\d{1,3}){3}|[2-9cfghjmpqrvwx]{2,8}\+[2-9cfghjmpqrvwx]{2,7}|\/{3}\p{L}+(?:\.\p{L}+){2})$/isu;

/** Whether the address is a pincode, beside a cell with words. */
function isPincodeBeside(address: string, other: Cell): boolean {
  if (other.kind !== 'text' || !/\p{L}/u.test(other.text) || isNothing(other.text)) return false;
  return pincodeIn(other.text) === undefined && pincodeIn(address) !== undefined;
}
