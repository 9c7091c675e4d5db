import { addressPlace } from '../lookup';
import type { Place } from '../lookup';
import type { Cell } from './cell';
import { BLANK, read, refused, unusable } from './fault';
import type { Reading } from './fault';
import { quotation } from './quotation';

/** An address with its pincode; blank if both cells are blank. */
export function readAddressWithPincode(addressCell: Cell, pincodeCell: Cell): Reading<Place> {
  const address = readAddressText(addressCell);
  const pincode = readPincode(pincodeCell);
  if (address.kind === 'fault') return address;
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

/** An address without a pincode, as scores take it. */
export function readAddress(cell: Cell): Reading<Place> {
  const address = readAddressText(cell);
  return address.kind === 'read' ? read(addressPlace(address.value)) : address;
}

/** A number is read as its digits. Desktop Excel passes a blank cell as 0. */
function readAddressText(cell: Cell): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number') return cell.number === 0 ? BLANK : read(String(cell.number));
  return unusable('The address', cell, 'text');
}

/** 560034 becomes "560034". Leading zeros that a number has lost cannot be restored. */
function readPincode(cell: Cell): Reading<string> {
  if (cell.kind === 'blank') return BLANK;
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind !== 'number') return unusable('The pincode', cell, 'text or a whole number');
  if (cell.number === 0) return BLANK;
  if (Number.isSafeInteger(cell.number) && cell.number > 0) return read(String(cell.number));
  const finding = `The pincode ${quotation(String(cell.number))} is not a whole number`;
  return refused(finding, 'use text or a whole number');
}
