import { BLANK_STYLES, evaluate } from './formula-evaluation';
import { readFormulaTable } from './formula-table';
import type { FormulaRow } from './formula-table';

const { rows } = readFormulaTable();

describe('every formula of the table shows what it says', () => {
  test.each(rows.map((row) => [`${row.what}: ${row.formula}`, row] as const))(
    '%s',
    async (_, row) => {
      for (const blanks of BLANK_STYLES.filter((style) => applies(row, style.alone === 0))) {
        const { shows, sent } = await evaluate(row, blanks);
        const expected = Array.isArray(row.shows) ? row.shows : [[row.shows]];
        expect({ on: blanks.name, shows, calls: sent.length }).toEqual({
          on: blanks.name,
          shows: expected,
          calls: row.calls,
        });
        if (row.sends !== undefined) expect(inAnyOrder(sent)).toEqual(inAnyOrder(row.sends));
      }
    },
  );
});

test('no two rows of the table say the same', () => {
  const texts = rows.map(({ what: _, ...row }) => JSON.stringify(row));
  expect(new Set(texts).size).toBe(texts.length);
});

test('every message in the table is shorter than 120 characters', () => {
  const shown = rows.flatMap((row) => [row.shows].flat(2));
  const messages = shown.filter((text) => typeof text === 'string' && text.startsWith('#'));
  const long = messages.filter((text) => String(text).replace(/^#\S+ /, '').length >= 120);
  expect(long).toEqual([]);
});

function applies(row: FormulaRow, arrivesAsZero: boolean): boolean {
  if (row.blanks === undefined) return true;
  return (row.blanks === 'zero') === arrivesAsZero;
}

function inAnyOrder(bodies: readonly object[]): string[] {
  return bodies
    .map((body) => JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort();
}
