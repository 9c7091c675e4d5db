import { readFileSync } from 'node:fs';
import { readAddress, readAddressWithPincode } from '../../../src/engine/places/addresses';
import { readCell } from '../../../src/engine/places/cell';
import {
  isNothing,
  isNoValue,
  NOTHING_WORDS,
  UNKNOWN_WORDS,
  withoutNothing,
} from '../../../src/engine/places/blank-words';

test.each([
  ...NOTHING_WORDS,
  ...UNKNOWN_WORDS,
  'null',
  'Not Available',
  ' N/a ',
  '—',
  '\u2212',
  '\u200bNA\u00a0',
  '------',
  '-'.repeat(40),
  '____',
])('"%s" says that there is nothing', (text) => expect(isNothing(text)).toBe(true));

test.each(['0', 'Nagar', 'Nil Gali', '#REF!', '-1', 'Blank Street', 'Unknown Nagar'])(
  '"%s" says something',
  (text) => {
    expect(isNothing(text)).toBe(false);
  },
);

test.each(['none', ...UNKNOWN_WORDS])('"%s" is a value of a model’s variable', (word) => {
  expect(isNoValue(word)).toBe(false);
});

test('the page for people names each word', () => {
  const page = readFileSync('docs/what-locus-reads.md', 'utf8');
  expect(
    [...NOTHING_WORDS, ...UNKNOWN_WORDS].filter((word) => !page.includes(`\`${word}\``)),
  ).toEqual([]);
});

describe('an address in parts', () => {
  test.each(NOTHING_WORDS)('sends no part that is "%s"', (word) => {
    expect(withoutNothing(`12 Hill Road, ${word}, Mumbai`)).toBe('12 Hill Road, Mumbai');
  });

  test.each([
    ['12 Hill Road, NA', '12 Hill Road'],
    ['null, Hill Road, Mumbai', 'Hill Road, Mumbai'],
    ['Hill Road,NA,#n/a,Mumbai', 'Hill Road,Mumbai'],
    ['Hill Road; nil; Mumbai', 'Hill Road; Mumbai'],
    ['Hill Road\nNA\nMumbai', 'Hill Road\nMumbai'],
    ['NA,\nHill Road,\nMumbai', 'Hill Road,\nMumbai'],
    ['हिल रोड، —، मुंबई', 'हिल रोड، मुंबई'],
    ['NA, -, null', ''],
    [', ', ''],
  ])('%j is %j', (address, sent) => expect(withoutNothing(address)).toBe(sent));

  test.each([
    'Na Nagar, Nil Gali, Noneli',
    'NA Block, Sector 5',
    'Hill Road - NA - Mumbai',
    'Do Raha, Same Street, Ditto Lane',
    'Hill Road,\nMumbai,',
    'Hill Road, , Mumbai',
    'Plot 12-, Sector .5',
  ])('%j is sent as written', (address) => expect(withoutNothing(address)).toBe(address));

  const address = (reading: ReturnType<typeof readAddress>): unknown =>
    reading.kind === 'read' && reading.value.kind === 'address' ? reading.value.address : reading;

  test.each([
    ['12 Hill Road, NA, Mumbai', '400050', '12 Hill Road, Mumbai'],
    // The same cell twice: the pincode stands in the address.
    ['Hill Road, NA, 400050', 'Hill Road, NA, 400050', 'Hill Road'],
    ['NA 400050', 'NA 400050', '400050'],
  ])('%j with %j sends %j', (text, pincode, sent) => {
    expect(address(readAddressWithPincode(readCell(text), readCell(pincode)))).toBe(sent);
  });

  it('is blank without a word in it, and with its pincode an error', () => {
    expect(readAddress(readCell('NA, -'))).toEqual({ kind: 'blank' });
    expect(readAddressWithPincode(readCell(', '), readCell(''))).toEqual({ kind: 'blank' });
    expect(readAddress(readCell('NA, -\nPIN 400050'))).toMatchObject({
      fault: { message: expect.stringContaining('The address is blank') as string },
    });
  });

  it.each(['17.5', '2026-03-31', '98450 12345', 12])('%j is none: it has no words', (number) => {
    expect(readAddress(readCell(number))).toMatchObject({
      fault: { message: `The address "${number}" has no words: write it out.` },
    });
  });

  it.each(['12.97', 77.59, '2026-03-31', '31/03/2026', '9845012345', '+91 98450 12345'])(
    '%j is none beside a pincode either',
    (number) => {
      expect(readAddressWithPincode(readCell(number), readCell('560034'))).toMatchObject({
        fault: { message: `The address "${number}" has no words: write it out.` },
      });
    },
  );

  it.each(['12', '12/4', '12-3', 5])('%j may be a house beside a pincode', (house) => {
    expect(address(readAddressWithPincode(readCell(house), readCell('560034')))).toBe(
      String(house),
    );
  });

  it('may be a pincode alone, or 0 where there is none', () => {
    expect(address(readAddress(readCell('560034')))).toBe('560034');
    expect(readAddress(readCell('0'))).toEqual({ kind: 'blank' });
  });
});
