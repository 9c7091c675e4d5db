import { readAddress, readAddressWithPincode } from '../../../src/engine/places/addresses';
import { MAX_CELL_TEXT, readCell } from '../../../src/engine/places/cell';
import { readCoordinates, readPair } from '../../../src/engine/places/coordinates';
import { readDate } from '../../../src/engine/places/dates';

const ISO = { uses1904Dates: false, format: 'YYYY-MM-DD' };
/** Each is what some pattern looks for, so a careless one looks from each of them to the end. */
const REPEATED = [
  ...[' ', '\t', '\n', '\u00a0', '\u2009', '\u2800', '\u200b', '1', '4000', '1.', '-', ',', ', '],
  ...['(', '"', "'", '°', "1°2'", 'N', 'e', '१', 'PIN ', '\nPIN', '\nPIN ', '\n1', '10:15 ', '1T'],
];
const AROUND = [
  ['1', 'é'],
  ['12 MG Road ', '!'],
  ['="', 'x'],
  ['', ''],
] as const;

// A person who may ask could otherwise hold up everybody else's questions: one text that is read
// in a time that grows with its square would take minutes here.
it.each(REPEATED)('a cell that is full of %j is read at once, by every reader', (part) => {
  for (const [before, after] of AROUND) {
    const count = Math.floor((MAX_CELL_TEXT - before.length - after.length) / part.length);
    const content = before + part.repeat(count) + after;
    for (let again = 0; again < 2; again += 1) {
      const cell = readCell(content);
      const readings = [
        readCoordinates(cell, cell),
        readPair(cell),
        readAddress(cell),
        readAddressWithPincode(cell, readCell('560034')),
        readAddressWithPincode(readCell('12 MG Road'), cell, 'any'),
        readDate(cell, ISO),
      ];
      expect(readings).not.toContain(undefined);
    }
  }
});

it('of many pincodes in lines below an address, the last counts', () => {
  expect(readAddress(readCell('12 MG Road\nPIN\nPIN 560034'))).toMatchObject({
    kind: 'read',
    value: { address: expect.stringMatching(/^12 MG Road\nPIN.*560034$/) },
  });
});
