import { columnContent } from '../../../src/engine/places/column-content';
import { coordinateIssue } from '../../../src/engine/places/coordinate-issues';

it('coordinates are doubtful also where a person names columns whose headers say nothing', () => {
  const columns = [
    { index: 0, header: 'φ1', isUnnamed: false, content: columnContent([0.226, 0.333, 0.499]) },
    { index: 1, header: 'λ1', isUnnamed: false, content: columnContent([1.354, 1.272, 1.348]) },
  ];
  expect(coordinateIssue(columns, { latitude: 0, longitude: 1 })).toBe('unit');
});
