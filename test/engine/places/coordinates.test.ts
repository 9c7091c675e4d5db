import fc from 'fast-check';
import { readCell } from '../../../src/engine/places/cell';
import { readCoordinates, readPair } from '../../../src/engine/places/coordinates';
import type { DecimalStyle } from '../../../src/engine/places/degrees';
import { sentText } from '../../../src/engine/places/place-row';

function shown(lat: unknown, lng: unknown, decimals?: DecimalStyle): string {
  const reading = readCoordinates(readCell(lat), readCell(lng), decimals);
  if (reading.kind === 'read') return reading.value.key;
  return reading.kind === 'blank' ? 'blank' : reading.fault.message;
}

/** In ten-thousandths of a second, so that every spelling says exactly the same. */
const UNITS = 36_000_000;
type Spell = (units: number, letters: string) => unknown;

const decimal: Spell = (units) => units / UNITS;
const withLetter: Spell = (units, [positive = '', negative = '']) =>
  `${Math.abs(units) / UNITS}° ${units < 0 ? negative : positive}`;
const inScript =
  (zero: number): Spell =>
  (units) =>
    String(units / UNITS)
      .replace('-', '\u2212')
      .replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const sexagesimal = (units: number, marks: string): string => {
  const whole = Math.abs(units);
  const [degrees, minutes] = [Math.floor(whole / UNITS), Math.floor(whole / 600_000) % 60];
  const [degree = '', minute = '', second = ''] = marks;
  return `${degrees}${degree}${minutes}${minute}${(whole % 600_000) / 10_000}${second}`;
};
const signed: Spell = (units) => `${units < 0 ? '\u2013' : '+'}${sexagesimal(units, '°′″')}`;
const before: Spell = (units, [positive = '', negative = '']) =>
  `${units < 0 ? negative : positive} ${sexagesimal(units, '   ')}`;
const behind: Spell = (units, [positive = '', negative = '']) =>
  `${sexagesimal(units, '°\'"')}${units < 0 ? negative : positive}`;
const invisible: Spell = (units) => `\u200e\u00a0${units / UNITS}\ufeff`;
const SPELLINGS = [
  ...[decimal, withLetter, signed, before, behind, invisible],
  ...[0x966, 0x9e6, 0x660, 0x6f0, 0xbe6, 0xff10].map(inScript),
];

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 10_000, max: limit * 10_000 }).map((units) => units * 3_600);
/** No numbers with exponents, nor one that two blank cells could be. */
const isPlain = (units: number): boolean => Math.abs(units) > UNITS / 1000;

test('every spelling of a coordinate is the same place', () => {
  const spelling = fc.constantFrom(...SPELLINGS);
  fc.assert(
    fc.property(
      degrees(70).filter(isPlain),
      degrees(180).filter(isPlain),
      spelling,
      spelling,
      (lat, lng, spellLat, spellLng) => {
        const written = shown(spellLat(lat, 'NS'), spellLng(lng, 'EW'));
        expect(written).toBe(shown(lat / UNITS, lng / UNITS));
        expect(written).toMatch(/^-?\d+,-?\d+$/);
      },
    ),
  );
});

test('what is printed is read as the same place', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -70, max: 70 }),
      fc.double({ min: -180, max: 180 }),
      (lat, lng) => {
        const place = readCoordinates(readCell(lat), readCell(lng));
        if (place.kind !== 'read') return;
        const again = readPair(readCell(sentText(place.value)));
        expect(again.kind === 'read' ? again.value.key : again.kind).toBe(place.value.key);
      },
    ),
  );
});

test('noise of stored numbers is no other place', () => {
  expect(shown(12.1 + 0.2, 77.60199999999999)).toBe(shown(12.3, 77.602));
});

test.each([
  [1_293_520, 7_762_450, 5],
  [12_935_200, 77_624_500, 6],
  [129_352_000, 776_245_000, 7],
  ['-338688000', '1512093000', 7],
])('%s, %s is degrees × 10^%i', (lat, lng, power) => {
  const message = shown(lat, lng);
  expect(message).toContain(`it looks like degrees × 10^${power}; use decimal degrees`);
  expect(message.length).toBeLessThan(120);
});
