import { readPlaceRow } from '../../../src/engine/places/place-row';
import type { PlaceColumns } from '../../../src/engine/places/place-choice';
import type { CellContent } from '../../../src/engine/places/cell';

const COORDINATES: PlaceColumns = { kind: 'coordinates', latitude: 0, longitude: 1 };
const ADDRESS: PlaceColumns = { kind: 'address', parts: [0], pincode: 1, pincodeGoes: 'apart' };
const ERROR = { error: '#N/A' };

function said(columns: PlaceColumns, cells: CellContent[]): string {
  const row = readPlaceRow(columns, cells);
  if (row.kind === 'place') return row.place.key;
  return row.kind === 'bad' ? row.reason : row.kind;
}

describe('what a row says of its place', () => {
  it.each<[CellContent[], string]>([
    [[12.9352, 77.6245], '12935200,77624500'],
    [[' 12.9352 ', '77.6245'], '12935200,77624500'],
    [[null, null], 'blank'],
    [['', ' '], 'blank'],
    [[0, 0], 'blank'],
    [[0, 77.6], 'half'],
    [[12.9, 0], 'half'],
    [['12.9', '0.0'], 'half'],
    [['12.9', 'NULL'], 'half'],
    [[12.9, null], 'half'],
    [[null, 77.6], 'half'],
    [[120.5, 12.9], 'swapped'],
    [[12.9, 200], 'outside'],
    [[95, 120], 'outside'],
    [[-181, 10], 'outside'],
    [['12,9', '77,6'], 'text'],
    [['north', 77.6], 'text'],
    [[true, 77.6], 'text'],
    [['0x1F', 77.6], 'text'],
    [[12.9, '1_000'], 'text'],
    [[ERROR, 77.6], 'error'],
    [[12.9, ERROR], 'error'],
  ])('of coordinates %j', (cells, expected) => {
    expect(said(COORDINATES, cells)).toBe(expected);
  });

  it.each<[CellContent[], string]>([
    [['MG Road 1', 560001], '560001\nmg road 1'],
    [[' MG  Road 1 ', '560001'], '560001\nmg road 1'],
    [[null, null], 'blank'],
    [[0, 0], 'blank'],
    [['MG Road 1', null], 'half'],
    [[null, '560001'], 'half'],
    [['MG Road 1', 5600.5], 'text'],
    [['MG Road 1', ERROR], 'error'],
  ])('of an address %j', (cells, expected) => {
    expect(said(ADDRESS, cells)).toBe(expected);
  });

  it.each<[PlaceColumns, CellContent[], number]>([
    [COORDINATES, [12.9, null], 1],
    [COORDINATES, [null, 77.6], 0],
    [COORDINATES, [12.9, 0], 1],
    [COORDINATES, [0, 77.6], 0],
    [COORDINATES, [12.9, 200], 1],
    [COORDINATES, [95, 120], 0],
    [COORDINATES, [120.5, 12.9], 0],
    [COORDINATES, ['12,9', '77,6'], 0],
    [COORDINATES, [12.9, 'east'], 1],
    [COORDINATES, [12.9, '1e999'], 1],
    [COORDINATES, [12.9, true], 1],
    [COORDINATES, [ERROR, ERROR], 0],
    [COORDINATES, [12.9, ERROR], 1],
    [ADDRESS, ['MG Road 1', null], 1],
    [ADDRESS, [0, '560001'], 0],
    [ADDRESS, ['MG Road 1', 5600.5], 1],
    [ADDRESS, [true, 5600.5], 0],
    [ADDRESS, ['MG Road 1', ERROR], 1],
  ])('and which cell is to be put right: of %j in %j', (columns, cells, expected) => {
    expect(readPlaceRow(columns, cells)).toMatchObject({ kind: 'bad', cell: expected });
  });

  it('of an address that a score alone is wanted of', () => {
    const columns: PlaceColumns = {
      kind: 'address',
      parts: [0],
      pincode: undefined,
      pincodeGoes: 'end',
    };
    expect(said(columns, ['MG Road 1'])).toBe('\nmg road 1');
    expect(said(columns, [null])).toBe('blank');
  });
});
