import { readAddressWithPincode } from '../../../src/engine/places/addresses';
import { readCell } from '../../../src/engine/places/cell';
import {
  pincodesInText,
  readFullAddress,
  withPincode,
} from '../../../src/engine/places/full-address';

describe('the pincode in an address', () => {
  it.each([
    ['12 MG Road, Bengaluru 560001', '560001'],
    ['12 MG Road, Bengaluru - 560 001', '560001'],
    ['Hill Road, Mumbai-400050', '400050'],
    ['Hill Road, Mumbai, PIN: 400050, Maharashtra', '400050'],
    ['Hill Road, Mumbai (400050)', '400050'],
    ['गांधी मार्ग, पुणे ४११००१', '411001'],
    ['Hauptstraße 12 560001', '560001'],
    ['560001 Bengaluru, MG Road', '560001'],
    ['Bengaluru 560001, again 560001', '560001'],
    ['Plot 123456, Noida, PIN 201301', '201301'],
    ['Order 402311, Pune. Pin code no. 411001.', '411001'],
    ['MG Road, Ph 98450 12345, Bengaluru 560001', '560001'],
    ['MG Road, Bengaluru 560001, Tel: 080-41123456', '560001'],
    ['MG Road, Bengaluru 560001 +91 80 411234', '560001'],
  ])('%s', (text, pincode) => {
    expect(pincodesInText(text)).toEqual([pincode]);
  });

  it.each([
    'MG Road, Bengaluru',
    'MG Road, 98450 12345',
    'MG Road, 9845012345',
    'MG Road, Tel. 411234',
    'Plot No. 123456, Noida',
    'House 400050',
    'Survey no: 560001/2',
    'MG Road 012345',
    'Latitude 12.560001',
    'Goods for ₹560001',
    'AB560001',
    '560001A MG Road',
    '080 411234',
    '+91 411234',
  ])('is none in %s', (text) => {
    expect(pincodesInText(text)).toEqual([]);
  });

  it('is not sure where two differ', () => {
    expect(pincodesInText('From 560001 to 400050')).toEqual(['560001', '400050']);
  });
});

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
