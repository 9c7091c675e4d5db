import { readCell } from './cell';
import type { Cell } from './cell';
import { withPincode } from './full-address';
import { isNothing } from './blank-words';
import { pincodeIn } from './pincode';

/**
 * An address of several cells as one, "Hill Road, Mumbai": blanks leave no comma behind, and what
 * stands in it already is not repeated. With a pincode at the end where one is given. The first cell
 * with an error or without text is handed on as it is.
 */
export function joinedAddress(parts: readonly Cell[], pincode?: Cell): Cell {
  const broken = parts.find(({ kind }) => kind !== 'text' && kind !== 'number' && kind !== 'blank');
  if (broken !== undefined) return broken;
  let text = '';
  for (const part of parts.map(wordsOf)) {
    if (part === '' || isWithin(part, text)) continue;
    text += text === '' ? part : `, ${part}`;
  }
  if (text === '') return { kind: 'blank' };
  const code = pincode === undefined ? '' : wordsOf(pincode);
  return readCell(withPincode(text, pincodeIn(code) ?? code));
}

/** Desktop Excel passes a blank cell as 0. */
function wordsOf(cell: Cell): string {
  if (cell.kind === 'number') return cell.number === 0 ? '' : String(cell.number);
  return cell.kind === 'text' && !isNothing(cell.text) ? cell.text : '';
}

/** As whole words: "Goa" is not in "Goal Street". The formulas in sheets compare in the same way. */
function isWithin(part: string, text: string): boolean {
  return ` ${text.replaceAll(',', ' ')} `.toLowerCase().includes(` ${part} `.toLowerCase());
}
