import type { ColumnContent } from './column-content';
import { CITY, isLongitudeFirst, meaningOf, STREET } from './header-words';
import type { HeaderMeaning } from './header-words';
import type { PincodeRule } from './pincode';

/** A column of a list, with what its header and its cells say. */
export interface BlockColumn {
  /** Zero-based, within the block. */
  readonly index: number;
  /** The text in the header row; "" if there is none. */
  readonly header: string;
  /**
   * Whether the header is blank, a number, or the column's own letter: `A | B`, but not `From |
   * To`.
   */
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

/**
 * Reads a pincode's column as an address if its header names both and its texts are addresses:
 * "Address with pincode" if no other column has streets, "City & PIN" if the texts contain pincodes.
 */
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
      // Coordinates in metres, as surveyors write them, are of no use here; nor are months.
      return isDegrees && (owner === '' || !isWhole);
    case 'pair':
      return isPair ? !isLongitudeFirst(header) : isDegrees;
    case 'pincode':
      return isPincode || (pincodes === 'any' && owner === '' && isCode);
    case 'address':
      // Numbers such as `12/4` are house numbers in a column of their own, but no streets.
      return (isText && !(isSites && part === STREET)) || (part !== STREET && part < CITY - 1);
  }
}

/**
 * Whether every row is in India, so that the country need not be sent. With another country,
 * "Salem" and "Hyderabad" are other places.
 */
export function isHome({ content: { filled, labels } }: BlockColumn): boolean {
  const isAll = labels.every((label) => /^(?:INDIA|BHARAT|IN|IND|भारत)$/.test(label));
  return filled === 0 || (labels.length > 0 && isAll);
}

/**
 * How much to hold against a header's other words. None is best; "billing" and "head office" are
 * rarely the places that a person asks about.
 */
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
