import type { Cell } from '../../engine/places/cell';
import type { CoordinatePair } from '../../engine/places/coordinate-pair';
import { readCoordinates } from '../../engine/places/coordinates';
import { read, faulty, unusable, type Faulty, type Reading } from '../../engine/places/fault';
import {
  createNearPlaces,
  kilometresBetween,
  type NearPlaces,
} from '../../engine/places/near-places';
import { meaningOf } from '../../engine/places/header-words';
import { countOf, readGrid, sizeText, type Grid } from './argument-grid';
import { oneFault, plainElements, type Element, type Elements } from './elements';
import { coordinateLocations, partOf, sharedSize } from './locations';

/** The list that LOCNEAREST searches, as the host passes it. */
export interface ListedPlaces {
  readonly lats: unknown;
  readonly lngs: unknown;
  readonly labels: unknown;
}

/** Kilometres in a straight line between each first place and its second one. */
export function distanceElements(
  lat1: unknown,
  lng1: unknown,
  [lat2, lng2]: readonly [lat2: unknown, lng2: unknown],
): Elements {
  const first = coordinateLocations(readGrid(lat1), readGrid(lng1));
  const second = coordinateLocations(readGrid(lat2), readGrid(lng2));
  const [lat = NO_PART, lng = NO_PART] = second.parts;
  const others = [
    { ...lat, label: 'the second latitude' },
    { ...lng, label: 'the second longitude' },
  ];
  const size = sharedSize({ ...first, parts: [...first.parts, ...others] });
  if ('kind' in size) return oneFault(size.fault);
  return plainElements(size, (index) => {
    const from = pairOf(first.place(index));
    const to = pairOf(second.place(index));
    if (from.kind === 'fault') return from;
    if (to.kind === 'fault') return to;
    if (from.kind === 'blank' || to.kind === 'blank') return BLANK;
    return shownKilometres(kilometresBetween(from.value, to.value));
  });
}

const NO_PART = partOf('', readGrid(undefined));
const BLANK: Element = { kind: 'blank' };

type ReadNearest = (lat: unknown, lng: unknown, list: ListedPlaces) => Elements;

/**
 * Reads calls of LOCNEAREST. Remembers the lists that it read last, because a formula that is
 * filled down passes the same list ten thousand times.
 */
export function createNearestReader(): ReadNearest {
  const remembered: RememberedList[] = [];

  function listOf({ lats, lngs }: ListedPlaces): NearPlaces | Faulty {
    const at = remembered.findIndex(
      (each) => sameCells(each.lats, lats) && sameCells(each.lngs, lngs),
    );
    const found = remembered[at];
    if (found !== undefined) return found.places;
    const places = readList(readGrid(lats), readGrid(lngs));
    remembered.unshift({ lats, lngs, places });
    remembered.length = Math.min(remembered.length, REMEMBERED_LISTS);
    return places;
  }

  return (lat, lng, list) => {
    const places = listOf(list);
    if ('kind' in places) return oneFault(places.fault);
    const labels = readLabels(readGrid(list.labels), readGrid(list.lats));
    if ('kind' in labels) return oneFault(labels.fault);
    const locations = coordinateLocations(readGrid(lat), readGrid(lng));
    const size = sharedSize(locations);
    if ('kind' in size) return oneFault(size.fault);
    if (size.rows > 1 && size.columns > 1) {
      return oneFault(faulty(`The places are ${sizeText(size)}`, ONE_LINE).fault);
    }
    const isOwnList = countOf(size) > 1 && sameCells(lat, list.lats) && sameCells(lng, list.lngs);
    return twoCellsEach(size.columns > 1 ? 'across' : 'down', countOf(size), (index) => {
      const place = pairOf(locations.place(index));
      if (place.kind !== 'read') return place;
      const nearest = places.nearest(place.value, isOwnList ? index : undefined);
      if (nearest === undefined) return NO_OTHER;
      return {
        kind: 'read',
        value: [labels.of(nearest.index), shownKilometres(nearest.kilometres)],
      };
    });
  };
}

interface RememberedList {
  readonly lats: unknown;
  readonly lngs: unknown;
  readonly places: NearPlaces | Faulty;
}

/** Formulas in neighbouring columns may be calculated in turns, each with its own list. */
const REMEMBERED_LISTS = 4;

const ONE_LINE = 'put them in one row or column';

const NO_OTHER = faulty('The list has no other place', 'add one, or choose another list');

/** Rounds to a micrometre, without the noise of a number's last digits. */
function shownKilometres(kilometres: number): Element {
  return { kind: 'number', number: Math.round(kilometres * 1e9) / 1e9 };
}

/**
 * Reads the list to search. If one of its places cannot be read, all of the list is a fault,
 * because that place may be the nearest. A first row of headers is passed over, as in whole
 * columns.
 */
function readList(lats: Grid, lngs: Grid): NearPlaces | Faulty {
  const differing = sizeFault(lats, 'lats', lngs, 'lngs');
  if (differing !== undefined) return differing;
  const pairs: (CoordinatePair | undefined)[] = [];
  const bad: { readonly number: string; readonly place: Faulty }[] = [];
  let listed = 0;
  for (let index = 0; index < countOf(lats); index += 1) {
    if (lats.isBlank(index) && lngs.isBlank(index)) continue;
    const place = pairOf(readCoordinates(lats.cell(index), lngs.cell(index)));
    const isFault = place.kind === 'fault';
    if (isFault && index === 0 && isHeader(lats.cell(0)) && isHeader(lngs.cell(0))) continue;
    listed += 1;
    if (isFault) bad.push({ number: String(index + 1), place });
    if (place.kind === 'read') pairs[index] = place.value;
  }
  const [first] = bad;
  if (first !== undefined) {
    const finding = `${String(bad.length)} of ${String(listed)} listed places can't be read (the first is number ${first.number})`;
    const { message } = faulty(finding, 'correct or clear their coordinates').fault;
    return { kind: 'fault', fault: { ...first.place.fault, message } };
  }
  const places = createNearPlaces(Array.from(pairs));
  return places.count > 0 ? places : faulty('The list has no places', 'enter coordinates in it');
}

/** Whether a cell is a header, such as `Lat (WGS84)`. `12,x9` is a mistyped coordinate. */
function isHeader(cell: Cell): boolean {
  if (cell.kind !== 'text') return false;
  return !/\d/u.test(cell.text) || meaningOf(cell.text) !== undefined;
}

/** What each of the list is called. */
interface Labels {
  of(index: number): Element;
}

function readLabels(labels: Grid, lats: Grid): Labels | Faulty {
  const isOmitted = countOf(labels) === 1 && labels.cell(0).kind === 'blank';
  if (isOmitted) return { of: numberOf };
  return sizeFault(lats, 'lats', labels, 'labels') ?? { of: (index) => labelOf(labels, index) };
}

function labelOf(labels: Grid, index: number): Element {
  // Desktop Excel passes a blank cell as 0.
  if (labels.isBlank(index)) return numberOf(index);
  const cell = labels.cell(index);
  switch (cell.kind) {
    case 'number':
    case 'text':
      return cell;
    case 'boolean':
      return { kind: 'text', text: cell.boolean ? 'TRUE' : 'FALSE' };
    default:
      return unusable(`Label ${String(index + 1)}`, cell, 'use text or a number');
  }
}

function numberOf(index: number): Element {
  return { kind: 'number', number: index + 1 };
}

function sizeFault(
  one: Grid,
  oneLabel: string,
  other: Grid,
  otherLabel: string,
): Faulty | undefined {
  if (one.rows === other.rows && one.columns === other.columns) return undefined;
  const finding = `${oneLabel} is ${sizeText(one)} and ${otherLabel} ${sizeText(other)}`;
  return faulty(finding, 'make them the same size');
}

/** Two cells for each place, side by side where places lie below each other, and the reverse. */
function twoCellsEach(
  direction: 'across' | 'down',
  count: number,
  cellsAt: (index: number) => Reading<readonly [Element, Element]>,
): Elements {
  let pair: readonly [Element, Element] = [BLANK, BLANK];
  const isDown = direction === 'down';
  return {
    rows: isDown ? count : 2,
    columns: isDown ? 2 : count,
    count: count * 2,
    element(index) {
      if (index % 2 === 1) return pair[1];
      const cells = cellsAt(index / 2);
      pair = cells.kind === 'read' ? cells.value : [cells, cells];
      return pair[0];
    },
    position: (index) => (isDown ? index : Math.floor(index / 2) + (index % 2) * count),
  };
}

function pairOf(place: ReturnType<typeof readCoordinates>): Reading<CoordinatePair> {
  if (place.kind !== 'read') return place;
  return place.value.kind === 'coordinates' ? read(place.value) : { kind: 'blank' };
}

/**
 * Whether two arguments hold the same cells. Loops, because a fill-down compares 20 million cells.
 */
function sameCells(one: unknown, other: unknown): boolean {
  if (!isArray(one) || !isArray(other)) return one === other;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) {
    if (!sameLine(one[at], other[at])) return false;
  }
  return true;
}

function sameLine(one: unknown, other: unknown): boolean {
  if (!isArray(one) || !isArray(other)) return one === other;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) {
    if (one[at] !== other[at]) return false;
  }
  return true;
}

const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
