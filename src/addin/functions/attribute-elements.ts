import type { TitleIndex } from '../../engine/catalogue/title-index';
import type { Place } from '../../engine/lookup';
import { oneFault, type Element, type Elements } from './elements';
import { BLANK, faulty, type Faulty, type Reading } from '../../engine/places/fault';
import { countOf, sizeText, type Grid, type Size } from './argument-grid';
import { sharedSize, type Locations } from './locations';
import { readNames } from './names';

/** Every name at every location. */
export function attributeElements(
  locations: Locations,
  variables: Grid,
  titles?: TitleIndex,
): Elements {
  const size = sharedSize(locations);
  if ('kind' in size) return oneFault(size.fault);
  const names = readNames(variables, titles);
  if ('kind' in names) return oneFault(names.fault);
  const shape = shapeOf(size, names);
  if ('kind' in shape) return oneFault(shape.fault);
  return new AttributeElements(shape, names.list, (index) => locations.place(index));
}

/** How the answers to several names at several locations are laid out. */
export interface Shape extends Size {
  /** A column for each location, not a row. */
  readonly isTransposed: boolean;
}

/**
 * One location: laid out like the names. A column of locations: a row for each, a column for each
 * name. A row of locations: the transpose. A block of locations: one name only, and a block of
 * answers.
 */
function shapeOf(locations: Size, names: Size): Shape | Faulty {
  const nameCount = countOf(names);
  if (countOf(locations) === 1) return shape(names.rows, names.columns);
  if (nameCount === 1) return shape(locations.rows, locations.columns);
  if (locations.columns === 1) return shape(locations.rows, nameCount);
  if (locations.rows === 1) return shape(nameCount, locations.columns, true);
  const finding = `There are ${sizeText(locations)} locations and ${String(nameCount)} attributes`;
  return faulty(finding, 'use one attribute, or put the locations in a column');
}

function shape(rows: number, columns: number, isTransposed = false): Shape {
  return { rows, columns, isTransposed };
}

/** Names of one location come one after the other, so remembering the last place is enough. */
class AttributeElements implements Elements {
  readonly rows: number;
  readonly columns: number;
  readonly count: number;
  private location = -1;
  private place: Reading<Place> = BLANK;

  constructor(
    private readonly shape: Shape,
    private readonly names: readonly Reading<string>[],
    private readonly placeAt: (location: number) => Reading<Place>,
  ) {
    this.rows = shape.rows;
    this.columns = shape.columns;
    this.count = countOf(shape);
  }

  element(index: number): Element {
    const { names } = this;
    const location = Math.floor(index / names.length);
    if (location !== this.location) {
      this.location = location;
      this.place = this.placeAt(location);
    }
    const { place } = this;
    if (place.kind !== 'read') return place;
    const name = names[index % names.length] ?? BLANK;
    if (name.kind !== 'read') return name;
    const question = { kind: 'attribute', place: place.value, name: name.value } as const;
    return { kind: 'question', question };
  }

  position(index: number): number {
    if (!this.shape.isTransposed) return index;
    const nameCount = this.names.length;
    return (index % nameCount) * this.columns + Math.floor(index / nameCount);
  }
}
