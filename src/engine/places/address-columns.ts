import { smallest } from '../async/extremes';
import { ELSEWHERE_COST, isStreet, ownerCost } from './column-candidates';
import type { BlockColumn, Candidate } from './column-candidates';
import { CITY, meaningOf, STREET } from './header-words';
import type { PlaceTexts } from './place-words';

/**
 * What a list seems to hold although nobody can say in which column. A person has to choose it,
 * because a wrong guess would cost money.
 */
export type UnsureRole = 'address' | 'pincode';

/** Tells what the texts of a column are: addresses, towns, states or others. */
export type TextsOf = (column: BlockColumn) => PlaceTexts;

interface FoundAddress {
  /** In the order in which an address names them. */
  readonly parts: readonly BlockColumn[];
  readonly pincode: BlockColumn | undefined;
  readonly unsure: readonly UnsureRole[];
  readonly alternatives: readonly BlockColumn[];
}

interface OtherColumns {
  readonly unnamed: readonly BlockColumn[];
  /** Columns whose headers mean nothing to Locus: "Branch", "Outlet". */
  readonly unknown: readonly BlockColumn[];
}

/**
 * Finds the address and its pincode. Columns belong together if their headers share their other
 * words, as *Shipping Address* and *Shipping Zip* do.
 */
export function addressIn(
  { unnamed, unknown }: OtherColumns,
  fitting: readonly Candidate[],
  pair: BlockColumn | undefined,
  textsOf: TextsOf,
): FoundAddress {
  const named = fitting.filter(({ role, column }) => role === 'address' && column !== pair);
  const codes = fitting.filter(({ role }) => role === 'pincode');
  const owners = [...new Set([...named, ...codes].map(({ owner }) => owner))];
  const groups = owners.map((owner) => {
    const own = partsOf(named, owner);
    const pincode =
      codes.find((code) => code.owner === owner) ?? codes.find((code) => code.owner === '');
    const has = (least: number, most: number): boolean =>
      own.some(({ part }) => part >= least && part <= most);
    const worth =
      (has(STREET, STREET) ? 9 : has(0, CITY) ? 4 : 0) + (pincode === undefined ? 0 : 4);
    return { own, pincode: pincode?.column, worth: worth - ownerCost(owner) };
  });
  const [best, second] = groups.sort((a, b) => b.worth - a.worth);
  const alternatives = best === undefined ? [] : alternativesOf(best, second, [...named, ...codes]);
  const own = best?.own.some(({ part }) => part <= CITY) === true ? best.own : [];
  const alike = unnamed.filter(({ content }) => content.looksLikePincode);
  const pincode =
    best?.pincode ??
    (codes.length === 1 && mayShare(best?.own ?? [], codes[0]?.owner ?? '')
      ? codes[0]?.column
      : undefined) ??
    (alike.length === 1 ? alike[0] : undefined);
  // A turnover of 125,000 looks like a pincode too.
  const unsure: readonly UnsureRole[] =
    pincode === undefined && alike.length > 1 ? ['pincode'] : [];
  if (own.some(({ column }) => column !== pincode)) {
    // Nobody should pay for a town alone if another column has its streets.
    const streets = own.some(({ part }) => part < CITY)
      ? []
      : unknown.filter((column) => textsOf(column) === 'addresses');
    if (streets.length > 1) return { parts: [], pincode, unsure: ['address'], alternatives: [] };
    const all = own.flatMap((part) =>
      isStreet(part) ? [part.column, ...mergedWith(part.column, unnamed, fitting)] : [part.column],
    );
    const parts = [...streets, ...all].filter((column) => column !== pincode);
    return { parts, pincode, unsure, alternatives };
  }
  const texts = unnamed.filter(({ content }) => content.isText && !content.isPair);
  const hasCode = pincode !== undefined || unsure.length > 0;
  const found = unnamedParts(
    texts.filter((column) => column !== pincode),
    hasCode,
    textsOf,
  );
  const isExpected = hasCode || texts.some(({ content }) => content.isAddress);
  return found.length === 0 && texts.length > 0 && isExpected
    ? { parts: [], pincode, unsure: ['address', ...unsure], alternatives: [] }
    : { parts: found, pincode, unsure, alternatives: [] };
}

/** The columns to the right of a header that was merged across them: `Address | | | City`. */
function mergedWith(
  { index }: BlockColumn,
  unnamed: readonly BlockColumn[],
  fitting: readonly Candidate[],
): readonly BlockColumn[] {
  const end = smallest(fitting.map(({ column }) => column.index).filter((at) => at > index));
  const between = unnamed.filter((column) => column.index > index && column.index < end);
  const isMerged = between.length === end - index - 1;
  return isMerged && between.every(({ header, content }) => header === '' && content.isText)
    ? between
    : [];
}

/** A vendor's pincode does not belong to anybody else's address, nor a branch's to a customer's. */
function mayShare(parts: readonly Candidate[], owner: string): boolean {
  if (ownerCost(owner) >= ELSEWHERE_COST) return false;
  const others = parts.map((part) => part.owner).filter((other) => other !== '');
  const isAlike = others.every((other) => other.startsWith(owner) || owner.startsWith(other));
  // "Area Pin" names a part of the address.
  return isAlike || meaningOf(owner)?.role === 'address';
}

interface AddressGroup {
  readonly own: readonly Candidate[];
  readonly pincode: BlockColumn | undefined;
  readonly worth: number;
}

/**
 * The address, or else the pincode, of a group that is worth as much, or of the same name: `PIN 1`
 * and `PIN 2`.
 */
function alternativesOf(
  best: AddressGroup,
  second: AddressGroup | undefined,
  all: readonly Candidate[],
): readonly BlockColumn[] {
  const tied = second?.worth === best.worth ? second : undefined;
  const of = (group?: AddressGroup): readonly (BlockColumn | undefined)[] => [
    (group?.own.find(isStreet) ?? group?.own[0])?.column,
    group?.pincode,
  ];
  const others = of(tied);
  return of(best)
    .flatMap((column, index) => {
      if (column === undefined) return [];
      const own = all.find((each) => each.column === column);
      const again = all.find(
        (each) =>
          each.column !== column &&
          (each.column.header === column.header ||
            (each.role === 'pincode' && own?.role === 'pincode' && each.owner === own.owner)),
      );
      const other = others[index] ?? again?.column;
      return other === undefined || other === column || other.content.filled === 0 ? [] : [other];
    })
    .slice(0, 1);
}

/**
 * The street and the town, if there is at most one column of each; empty if nobody can say which
 * one it is. Of "Sharma Stores | Bengaluru | 560001" it is the second column, even if the first has
 * the longer text.
 */
function unnamedParts(
  columns: readonly BlockColumn[],
  hasCode: boolean,
  textsOf: TextsOf,
): readonly BlockColumn[] {
  const kinds = columns.map(textsOf);
  const of = (kind: PlaceTexts): readonly BlockColumn[] =>
    columns.filter((_, index) => kinds[index] === kind);
  const [streets, towns, states] = [of('addresses'), of('towns'), of('states')];
  const isClear = streets.length <= 1 && towns.length <= 1;
  // A town alone is no place, but a note beside one.
  const isPlace = streets.length > 0 || (towns.length > 0 && hasCode);
  return isClear && isPlace ? [...streets, ...towns, ...(states.length === 1 ? states : [])] : [];
}

/** One column for each part: the owner's, or else one that belongs to nobody. */
function partsOf(named: readonly Candidate[], owner: string): readonly Candidate[] {
  const parts = new Map<number, Candidate>();
  for (const candidate of [...named].sort((a, b) => preferenceOf(a) - preferenceOf(b))) {
    const isOwn = candidate.owner === owner;
    if (!isOwn && candidate.owner !== '') continue;
    const known = parts.get(candidate.part);
    if (known === undefined || (isOwn && known.owner !== owner))
      parts.set(candidate.part, candidate);
  }
  return [...parts.values()].sort((a, b) => a.part - b.part);
}

/** "Address" is a clearer header than "Location", whichever column has the longer texts. */
function preferenceOf({ column: { header, content } }: Candidate): number {
  return (content.filled === 0 ? 2 : 0) + (/\b(?:location|place)\b/i.test(header) ? 1 : 0);
}
