import {
  AS_DATA,
  IN_THE_WORKBENCH,
  ON_THE_DESKTOP,
  ON_THE_WEB,
  holdsFor,
} from './formula-calculation';
import { inAnyOrder, shownBy, subjectOfCall } from './formula-calls';
import { evaluate } from './formula-evaluation';
import { readFormulaTable } from './formula-table';
import type { TableHost } from './formula-table';

const { rows } = readFormulaTable();
const BLANK_STYLES = [ON_THE_WEB, AS_DATA, IN_THE_WORKBENCH, ON_THE_DESKTOP];

/** The row that asks about each subject; filled by the rows' own tests. */
const askers = new Map<string, Set<string>>();

describe('every formula of the table shows what it says', () => {
  test.each(rows.map((row) => [`${row.what}: ${row.formula}`, row] as const))(
    '%s',
    async (name, row) => {
      for (const blanks of BLANK_STYLES.filter((style) => holdsFor(row, style))) {
        const { shows, sent } = await evaluate(row, blanks);
        expect({ on: blanks.name, shows, calls: sent.length }).toEqual({
          on: blanks.name,
          shows: shownBy(row),
          calls: row.calls,
        });
        if (row.sends !== undefined) expect(inAnyOrder(sent)).toEqual(inAnyOrder(row.sends));
        for (const subject of sent.map(subjectOfCall)) {
          askers.set(subject, (askers.get(subject) ?? new Set()).add(name));
        }
      }
    },
  );
});

test('no two rows ask about the same, so that a host can calculate all of them at once', () => {
  const shared = [...askers].filter(([, names]) => names.size > 1);
  expect(shared.map(([subject, names]) => [subject, ...names])).toEqual([]);
});

test('no two rows of the table say the same', () => {
  const texts = rows.map(({ what: _, ...row }) => JSON.stringify(row));
  expect(new Set(texts).size).toBe(texts.length);
});

test('few rows cannot be had in a host, and each says why', () => {
  const reasons = (host: TableHost): string[] => rows.flatMap(({ notIn }) => notIn?.[host] ?? []);
  expect(reasons('workbench')).toHaveLength(9);
  expect(reasons('excel')).toEqual([]);
  const short = [...reasons('workbench'), ...reasons('excel')].filter((text) => text.length < 20);
  expect(short).toEqual([]);
});

test('every message in the table is shorter than 120 characters', () => {
  const shown = rows.flatMap((row) => [row.shows].flat(2));
  const messages = shown.filter((text) => typeof text === 'string' && text.startsWith('#'));
  const long = messages.filter((text) => String(text).replace(/^#\S+ /, '').length >= 120);
  expect(long).toEqual([]);
});
