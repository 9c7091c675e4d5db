import type { ColumnContent } from './column-content';
import { CITY, isLongitudeFirst, meaningOf, STREET } from './header-words';
import type { HeaderMeaning } from './header-words';
import type { PincodeRule } from './pincode';

export interface BlockColumn {
  /** Zero-based, within the block. */
  readonly index: number;
  /** The text in the header row; "" if there is none. */
  readonly header: string;
  /** The header is blank, a number, or a letter in its order: `A | B`, but not `From | To`. */
  readonly isUnnamed: boolean;
  readonly content: ColumnContent;
}

/** A column whose header names a role. */
export interface Candidate extends HeaderMeaning {
  readonly column: BlockColumn;
}

export function isCoordinate({ role }: Candidate): boolean {
  return role === 'latitude' || role === 'longitude';
}

export function isStreet({ role, part }: Candidate): boolean {
  return role === 'address' && part === STREET;
}

/** "Address with pincode" where no other column holds streets, "City & PIN" above both. */
export function withPincodeInside(
  candidate: Candidate,
  hasStreet: boolean,
  pincodes: PincodeRule,
): Candidate {
  const { role, column } = candidate;
  const { isAddress, namingPincode } = column.content;
  if (role !== 'pincode' || !isAddress || fits(candidate, pincodes)) return candidate;
  const meaning = meaningOf(column.header, role);
  const isOpen = meaning?.part === STREET ? !hasStreet : namingPincode > 0;
  return meaning?.role === 'address' && isOpen ? { ...meaning, column } : candidate;
}

/** Whether a column's content can have the role that its header names; an empty column can. */
export function fits(
  { role, owner, part, column: { header, content } }: Candidate,
  pincodes: PincodeRule,
): boolean {
  const { filled, isText, isSites, isDegrees, isWhole, isPair, isPincode, isCode } = content;
  if (filled === 0) return true;
  switch (role) {
    case 'latitude':
    case 'longitude':
      // Coordinates in metres, as surveyors write them, cannot be used here; nor can months.
      return isDegrees && (owner === '' || !isWhole);
    case 'pair':
      return isPair ? !isLongitudeFirst(header) : isDegrees;
    case 'pincode':
      return isPincode || (pincodes === 'any' && owner === '' && isCode);
    case 'address':
      // Sites are numbered as a list likes; a number before a street is that of a house.
      return (isText && !(isSites && part === STREET)) || (part !== STREET && part < CITY - 1);
  }
}

/** Every row is in India, which need not be said; elsewhere Salem and Hyderabad are other places. */
export function isHome({ content: { filled, labels } }: BlockColumn): boolean {
  const isAll = labels.every((label) => /^(?:INDIA|BHARAT|IN|IND|भारत)$/.test(label));
  return filled === 0 || (labels.length > 0 && isAll);
}

/** A name alone is the best; "billing" and "head office" are seldom where the person's places are. */
export function ownerCost(owner: string): number {
  if (owner === '') return 0;
  return owner.split(' ').some((word) => ELSEWHERE.has(word)) ? ELSEWHERE_COST : 1;
}

export const ELSEWHERE_COST = 3;
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['billing', 'bill', 'invoice', 'head', 'corporate', 'ho', 'registered', 'regd', 'permanent'],
  ...['correspondence', 'old', 'previous', 'former', 'warehouse', 'vendor', 'supplier', 'owner'],
  ...['alternate', 'alternative', 'secondary'],
]);
