import { geoContains } from 'd3-geo';

import outline from '../../../assets/outline.json';
import { readOutline } from '../../../src/taskpane/map/outline';

const land = readOutline(outline);

test.each([
  ['Bengaluru', 77.59, 12.97],
  ['Kochi', 76.35, 9.98],
  ['Srinagar', 74.8, 34.08],
  ['Berlin', 13.4, 52.5],
  ['Brasília', -47.9, -15.8],
])('%s lies on land', (_, longitude, latitude) => {
  expect(geoContains(land, [longitude, latitude])).toBe(true);
});

test.each([
  ['the Arabian Sea', 68, 14],
  ['the Bay of Bengal', 88, 15],
  ['the Pacific', -140, 0],
])('%s does not', (_, longitude, latitude) => {
  expect(geoContains(land, [longitude, latitude])).toBe(false);
});

test('a file that is no outline draws nothing', () => {
  expect(readOutline({ type: 'Topology', objects: {}, arcs: [] })).toEqual({
    type: 'GeometryCollection',
    geometries: [],
  });
});
