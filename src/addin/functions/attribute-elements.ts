import type { Place } from '../../engine/lookup';
import { oneFault } from './elements';
import type { Element, Elements } from './elements';
import { BLANK } from '../../engine/places/fault';
import type { Reading } from '../../engine/places/fault';
import { countOf } from './grid';
import type { Grid } from './grid';
import { sharedSize } from './locations';
import type { Locations } from './locations';
import { readNames } from './names';
import { shapeOf } from './shape';

/** Every name at every location. */
export function attributeElements(locations: Locations, variables: Grid): Elements {
  const size = sharedSize(locations);
  if ('kind' in size) return oneFault(size.fault);
  const names = readNames(variables);
  if ('kind' in names) return oneFault(names.fault);
  const shape = shapeOf(size, names);
  if ('kind' in shape) return oneFault(shape.fault);

  const nameCount = names.list.length;
  const placeOf = remembered((index) => locations.place(index));
  return {
    rows: shape.rows,
    columns: shape.columns,
    count: countOf(size) * nameCount,
    element: (index) => {
      const place = placeOf(Math.floor(index / nameCount));
      return attributeElement(place, names.list[index % nameCount] ?? BLANK);
    },
    position: (index) => shape.position(Math.floor(index / nameCount), index % nameCount),
  };
}

function attributeElement(place: Reading<Place>, name: Reading<string>): Element {
  if (place.kind !== 'read') return place;
  if (name.kind !== 'read') return name;
  return {
    kind: 'question',
    question: { kind: 'attribute', place: place.value, name: name.value },
  };
}

/** Names of one location come one after the other, so remembering the last place is enough. */
function remembered<T>(read: (index: number) => T): (index: number) => T {
  let last: { readonly index: number; readonly value: T } | undefined;
  return (index) => {
    if (last?.index !== index) last = { index, value: read(index) };
    return last.value;
  };
}
