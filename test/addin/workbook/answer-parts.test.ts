import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  ANSWERS_NAMESPACE,
  readAnswers,
  writeAnswers,
} from '../../../src/addin/workbook/answer-parts';
import { fingerprint, questionFingerprint } from '../../../src/addin/workbook/question-fingerprint';
import { MAX_PART_BYTES, partsFault } from '../../../src/addin/spreadsheet/workbook-parts';
import { contentOf, row, rows, SERVICE, STILL, tableFrom } from './tables';

const NOW = STILL.now();

describe('answers as parts of a workbook', () => {
  test('read as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const table = tableFrom(some);
        const parts = await writeAnswers(table, NOW, STILL);
        const reading = await readAnswers(parts, STILL);
        expect(contentOf(reading.table)).toEqual(contentOf(table));
        expect(reading).toMatchObject({ unread: [], isTooMuch: false });
      }),
    );
  });

  test('are the same text for the same answers, in whatever order they came', async () => {
    const some = Array.from({ length: 9000 }, (_, index) =>
      row(`lookup\n${index % 1500}`, `n${index % 6}`, index, index * 1000),
    );
    const one = await writeAnswers(tableFrom(some), NOW, STILL);
    const other = await writeAnswers(tableFrom([...some].reverse()), NOW, STILL);
    expect(one).toEqual(other);
  });

  test('50,000 answers take less than 3 MB however they lie, in parts that a workbook takes', async () => {
    for (const perPlace of [1, 10, 50]) {
      const table = tableFrom(manyRows(50_000, perPlace));
      expect(table.size).toBe(50_000);
      const parts = await writeAnswers(table, NOW, STILL);
      expect(partsFault(ANSWERS_NAMESPACE, parts)).toBeUndefined();
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      expect(bytes).toBeLessThan(1_500_000);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(MAX_PART_BYTES);
      expect(contentOf((await readAnswers(parts, STILL)).table)).toEqual(contentOf(table));
    }
  });

  test('hold neither places nor what a person wrote about them', async () => {
    const secrets = [
      '221b baker street',
      '12934500,77624500',
      'model-7',
      'annual_income',
      '560034',
    ];
    const table = tableFrom(secrets.map((secret) => row(`lookup\n${secret}`, 'w_pop_tt', 1, NOW)));
    const parts = await writeAnswers(table, NOW, STILL);
    const everything = parts.join() + contentOf(table).join();
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  test('keep the time to the second, and "no value" apart from zero', async () => {
    const table = tableFrom([
      row('lookup\n1', 'a', 0, 1_700_000_000_999),
      row('lookup\n1', 'b', null, 1_700_000_001_000),
    ]);
    const parts = await writeAnswers(table, NOW, STILL);
    const [zero, none] = contentOf((await readAnswers(parts, STILL)).table);
    expect(zero).toContain(`= 0 at 1700000000 by ${SERVICE.id}`);
    expect(none).toContain('= null at 1700000001');
  });
});

describe('a fingerprint', () => {
  test.each(['', 'lookup\n12934500,77624500', 'lookup\n560034\n80 फ़ुट रोड 🏠', 'x'.repeat(10_000)])(
    'is the beginning of the SHA-256 of its text: %.20p',
    (text) => {
      const hash = createHash('sha256').update(text).digest('hex');
      expect(fingerprint(text)).toBe(hash.slice(0, 16));
    },
  );

  test('tells apart forty thousand neighbours', () => {
    const prints = new Set<string>();
    for (let lat = 0; lat < 200; lat += 1) {
      for (let lng = 0; lng < 200; lng += 1) {
        prints.add(fingerprint(`lookup\n${12_934_000 + lat},${77_624_000 + lng}`));
      }
    }
    expect(prints.size).toBe(40_000);
  });

  test('has halves that tell as much as their bits allow', () => {
    const halves = [new Set<string>(), new Set<string>()];
    for (let index = 0; index < 30_000; index += 1) {
      const text = fingerprint(`lookup\n560034\n${index}, 4th cross, koramangala`);
      halves[0]?.add(text.slice(0, 8));
      halves[1]?.add(text.slice(8));
    }
    // Of 30,000 chance numbers of 32 bits two meet once in ten times.
    for (const half of halves) expect(half.size).toBeGreaterThan(29_995);
  });

  test('of an undated score is the same on every day, and no other question is', () => {
    const asked = (day: string): string =>
      `score\n${JSON.stringify(['1,2', 'm', 'today', day, ''])}`;
    expect(questionFingerprint(asked('2026-11-21'))).toEqual({
      ...questionFingerprint(asked('2026-11-22')),
      day: '2026-11-21',
    });
    const dated = `score\n${JSON.stringify(['1,2', 'm', 'date', '2026-11-21', ''])}`;
    const oddly = `score\n${JSON.stringify(['x,"today","2026-11-21",', 'm', 'date', 'd', ''])}`;
    expect(questionFingerprint(dated).day).toBeUndefined();
    expect(questionFingerprint(oddly).day).toBeUndefined();
    expect(questionFingerprint('lookup\n,"today","2026-11-21",').day).toBeUndefined();
  });
});

function* manyRows(count: number, perPlace: number) {
  for (let index = 0; index < count; index += 1) {
    const place = Math.floor(index / perPlace);
    const chance = (index * 2_654_435_761) % 2 ** 32;
    const value = index % 17 === 0 ? null : index % 3 === 0 ? chance % 100_000 : chance / 2 ** 20;
    yield row(
      `lookup\n${place},${place * 7}`,
      `w_name_${index % perPlace}`,
      value,
      NOW - chance / 2,
    );
  }
}
