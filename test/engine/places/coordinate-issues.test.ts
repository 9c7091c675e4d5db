import { columnContent } from '../../../src/engine/places/column-content';
import { choiceFault, type PlaceChoice } from '../../../src/engine/places/place-choice';

it('coordinates are doubtful also where a person names columns whose headers say nothing', () => {
  const columns = [
    { index: 0, header: 'φ1', isUnnamed: false, content: columnContent([0.226, 0.333, 0.499]) },
    { index: 1, header: 'λ1', isUnnamed: false, content: columnContent([1.354, 1.272, 1.348]) },
  ];
  const named: PlaceChoice = { kind: 'coordinates', roles: { latitude: 0, longitude: 1 } };
  const list = { columns } as unknown as Parameters<typeof choiceFault>[2];
  expect(choiceFault(named, false, list)).toMatch(/radians/);
});
