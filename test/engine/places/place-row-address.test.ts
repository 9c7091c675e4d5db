import { joinedAddress, readPlaceRow, sentText } from '../../../src/engine/places/place-row';
import { readCell } from '../../../src/engine/places/cell';
import type { CellContent } from '../../../src/engine/places/cell';
import type { AddressColumns, PlaceColumns } from '../../../src/engine/places/place-choice';

const joined = (parts: readonly unknown[], pincode?: unknown) => {
  const cell = joinedAddress(
    parts.map(readCell),
    pincode === undefined ? undefined : readCell(pincode),
  );
  return cell.kind === 'text' ? cell.text : cell.kind;
};

/** A cell of Excel's data types Geography, Stocks, people and the like. */
function entity(type: string, text: string | undefined): object {
  return { type, text, basicType: 'Error', basicValue: '#VALUE!' };
}

describe('an address of several cells', () => {
  it.each<[readonly unknown[], unknown, string]>([
    [['Hill Road', 'Mumbai'], 400050, 'Hill Road, Mumbai 400050'],
    [['Hill Road', null, '', 'Mumbai'], undefined, 'Hill Road, Mumbai'],
    [['Hill Road', 'N/A', '-'], '400 050', 'Hill Road 400050'],
    [['12', 'MG Road', 'Bengaluru'], undefined, '12, MG Road, Bengaluru'],
    [[12, 'MG Road', 0], undefined, '12, MG Road'],
    [
      ['12 MG Road, Ashok Nagar, Bengaluru', 'Ashok Nagar', 'BENGALURU'],
      560001,
      '12 MG Road, Ashok Nagar, Bengaluru 560001',
    ],
    [['12 MG Road Bengaluru', 'Bengaluru'], undefined, '12 MG Road Bengaluru'],
    [['Goal Street', 'Goa'], undefined, 'Goal Street, Goa'],
    [['गांधी मार्ग', 'पुणे'], '४११००१', 'गांधी मार्ग, पुणे 411001'],
    [['Hill Road, Mumbai 400050', 'Mumbai'], 400050, 'Hill Road, Mumbai 400050'],
    [[null, 'Mumbai'], undefined, 'Mumbai'],
    [[null, ''], 400050, 'blank'],
    [['Hill Road', { basicValue: '#N/A' }], undefined, 'error'],
    [['Hill Road', entity('LinkedEntity', 'Mumbai')], 400050, 'Hill Road, Mumbai 400050'],
    [[entity('Entity', 'मुंबई')], undefined, 'मुंबई'],
    [['MG Road', entity('LinkedEntity', '  Bengaluru ')], undefined, 'MG Road, Bengaluru'],
    [['MG Road', entity('LinkedEntity', '#BUSY!')], undefined, 'error'],
    [['MG Road', entity('LinkedEntity', undefined)], undefined, 'error'],
    [['MG Road', entity('WebImage', 'Taj Mahal')], undefined, 'error'],
  ])('%j with %j is %s', (parts, pincode, expected) => {
    expect(joined(parts, pincode)).toBe(expected);
  });
});

describe('what is sent for a row', () => {
  const ADDRESS: AddressColumns = {
    kind: 'address',
    parts: [0, 1],
    pincode: 2,
    pincodeGoes: 'end',
  };
  const sent = (columns: PlaceColumns, cells: readonly CellContent[]) => {
    const row = readPlaceRow(columns, cells);
    if (row.kind === 'place') return sentText(row.place);
    return row.kind === 'bad' ? `${row.reason} in ${row.cell}` : row.kind;
  };

  it.each<[PlaceColumns, readonly CellContent[], string]>([
    [ADDRESS, ['Hill Road', 'Mumbai', 400050], 'Hill Road, Mumbai 400050'],
    [ADDRESS, ['Hill Road', 'Mumbai', null], 'Hill Road, Mumbai'],
    [ADDRESS, ['Hill Road', 'Mumbai', '5.6E+05'], 'text in 2'],
    [ADDRESS, [null, null, 400050], 'half in 0'],
    [ADDRESS, [null, null, null], 'blank'],
    [
      { ...ADDRESS, pincodeGoes: 'apart' },
      ['Hill Road', 'Mumbai', 400050],
      'Hill Road, Mumbai + 400050',
    ],
    [{ ...ADDRESS, pincodeGoes: 'apart' }, ['Hill Road', 'Mumbai', null], 'half in 2'],
    [
      { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'within' },
      ['Hill Road, Mumbai 400050'],
      'Hill Road, Mumbai + 400050',
    ],
    [
      { kind: 'address', parts: [0], pincode: undefined, pincodeGoes: 'within' },
      ['Hill Road, Mumbai'],
      'text in 1',
    ],
    [{ kind: 'pair', pair: 0 }, ['12.9352, 77.6245'], '12.9352, 77.6245'],
    [{ kind: 'pair', pair: 0 }, ['Hill Road'], 'text in 0'],
    [{ kind: 'pair', pair: 0 }, [null], 'blank'],
    [
      { kind: 'coordinates', latitude: 0, longitude: 1, decimals: 'comma' },
      ['48,4011', '9,9876'],
      '48.4011, 9.9876',
    ],
  ])('%j: %j', (columns, cells, expected) => {
    expect(sent(columns, cells)).toBe(expected);
  });
});
