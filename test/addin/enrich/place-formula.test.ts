import { attributeCall, scoreCall } from '../../../src/addin/enrich/place-formula';
import type { PlaceColumns } from '../../../src/engine/places/place-choice';

const at = (column: number) => `$${'ABCDE'[column] ?? ''}2`;

describe('the place in a formula', () => {
  const ONE: PlaceColumns = { kind: 'address', parts: [1], pincode: 2, pincodeGoes: 'apart' };
  const TWO: PlaceColumns = { kind: 'address', parts: [1, 2], pincode: 3, pincodeGoes: 'apart' };
  const JOINED =
    'MID(IF($B2="","",", "&$B2)&IF(($C2="")+ISNUMBER(FIND(LOWER(" "&$C2&" "),LOWER(" "&SUBSTITUTE($B2,","," ")&" "))),"",", "&$C2),3,1000)';

  it.each<[string, PlaceColumns, string]>([
    ['coordinates', { kind: 'coordinates', latitude: 0, longitude: 1 }, 'LOCATTR($A2,$B2'],
    [
      'coordinates with decimal commas',
      { kind: 'coordinates', latitude: 0, longitude: 1, decimals: 'comma' },
      'LOCATTR(SUBSTITUTE($A2,",","."),SUBSTITUTE($B2,",",".")',
    ],
    ['an address', ONE, 'LOCATTR_ADDRESS($B2,$C2'],
    ['an address of two parts', TWO, `LOCATTR_ADDRESS(${JOINED},$D2`],
    [
      'an address that holds its pincode',
      { kind: 'address', parts: [1], pincode: undefined, pincodeGoes: 'within' },
      'LOCATTR_ADDRESS($B2,$B2',
    ],
    ['a pair in one cell', { kind: 'pair', pair: 1 }, 'LOCATTR($B2,""'],
  ])('%s, for attributes', (_what, place, expected) => {
    expect(attributeCall(place, at)).toBe(expected);
  });

  it('ends with the pincode, for a score', () => {
    expect(scoreCall('"m"', ONE, at)).toBe('LOCSCORE("m",$B2&IF($B2="","",CHAR(10)&"PIN "&$C2)');
    expect(scoreCall('"m"', TWO, at)).toContain(`LOCSCORE("m",${JOINED}&IF(`);
    expect(scoreCall('"m"', { ...ONE, pincode: undefined }, at)).toBe('LOCSCORE("m",$B2');
    expect(scoreCall('"m"', { kind: 'coordinates', latitude: 0, longitude: 1 }, at)).toBe(
      'LOCSCORE_COORDS("m",$A2,$B2',
    );
  });
});
