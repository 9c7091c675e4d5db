import { readAddressWithPincode } from '../../../src/engine/places/addresses';
import { readCell } from '../../../src/engine/places/cell';
import { readFullAddress, withPincode } from '../../../src/engine/places/full-address';

describe('a whole address in one cell', () => {
  const said = (text: string) => {
    const reading = readFullAddress(readCell(text));
    if (reading.kind === 'fault') return reading.fault.message;
    return reading.kind === 'read' ? reading.value.key : reading.kind;
  };

  it.each([
    ['12 MG Road, Bengaluru 560001', '560001\n12 mg road, bengaluru'],
    ['12 MG Road, Bengaluru, PIN - 560 001.', '560001\n12 mg road, bengaluru'],
    ['560001 Bengaluru, MG Road', '560001\n560001 bengaluru, mg road'],
    ['', 'blank'],
    ['N/A', 'blank'],
    ['MG Road', 'The address "MG Road" has no pincode: add its six digits.'],
    ['560001 or 400050', 'The address "560001 or 400050" has several pincodes: leave one.'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it('is meant by the same cell for address and pincode', () => {
    const cell = readCell('12 MG Road, Bengaluru 560001');
    expect(readAddressWithPincode(cell, cell)).toEqual(readFullAddress(cell));
  });

  it('ends with its pincode once', () => {
    expect(withPincode('Hill Road, Mumbai', '400050')).toBe('Hill Road, Mumbai 400050');
    expect(withPincode('Hill Road, Mumbai 400 050', '400050')).toBe('Hill Road, Mumbai 400 050');
  });
});
