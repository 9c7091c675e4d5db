import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { answerCount } from '../../src/workbook/answer-table';
import { fingerprint } from '../../src/workbook/fingerprint';
import { oldFingerprint } from '../../src/workbook/old-fingerprint';
import { questionPrint } from '../../src/workbook/question-hash';
import { readSnapshot } from '../../src/workbook/snapshot-reading';
import { writeSnapshot } from '../../src/workbook/snapshot-writing';
import { MAX_PART_BYTES, partsFault } from '../../src/spreadsheet/workbook-parts';
import { ANSWERS_NAMESPACE } from '../../src/workbook/answers-part';
import { contentOf, row, rows, SERVICE, STILL, tableFrom } from './tables';

const NOW = STILL.now();

describe('answers as parts of a workbook', () => {
  test('read as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const table = await tableFrom(some);
        const parts = await writeSnapshot(table, NOW, STILL);
        const reading = await readSnapshot(parts, STILL);
        expect(reading.table).toEqual(table);
        expect(reading).toMatchObject({ damaged: [], newer: [], isTooMuch: false });
      }),
    );
  });

  test('are the same text for the same answers, in whatever order they came', async () => {
    const some = Array.from({ length: 9000 }, (_, index) =>
      row(`lookup\n${index % 1500}`, `n${index % 6}`, index, index * 1000),
    );
    const one = await writeSnapshot(await tableFrom(some), NOW, STILL);
    const other = await writeSnapshot(await tableFrom([...some].reverse()), NOW, STILL);
    expect(one).toEqual(other);
  });

  test('50,000 answers take less than 3 MB however they lie, in parts that a workbook takes', async () => {
    for (const perPlace of [1, 10, 50]) {
      const table = await tableFrom(manyRows(50_000, perPlace));
      expect(answerCount(table)).toBe(50_000);
      const parts = await writeSnapshot(table, NOW, STILL);
      expect(partsFault(ANSWERS_NAMESPACE, parts)).toBeUndefined();
      const bytes = parts.reduce((sum, part) => sum + part.length, 0);
      expect(bytes).toBeLessThan(1_500_000);
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(MAX_PART_BYTES);
      expect(contentOf((await readSnapshot(parts, STILL)).table)).toEqual(contentOf(table));
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
    const table = await tableFrom(
      secrets.map((secret) => row(`lookup\n${secret}`, 'w_pop_tt', 1, NOW)),
    );
    const parts = await writeSnapshot(table, NOW, STILL);
    const everything = JSON.stringify([parts, table]);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  test('keep the time to the second, and "no value" apart from zero', async () => {
    const table = await tableFrom([
      row('lookup\n1', 'a', 0, 1_700_000_000_999),
      row('lookup\n1', 'b', null, 1_700_000_001_000),
    ]);
    const parts = await writeSnapshot(table, NOW, STILL);
    const [zero, none] = contentOf((await readSnapshot(parts, STILL)).table);
    expect(zero).toContain(`= 0 at 1700000000 by ${SERVICE.id}`);
    expect(none).toContain('= NaN at 1700000001');
  });
});

describe('a fingerprint', () => {
  test.each(['', 'lookup\n12934500,77624500', 'lookup\n560034\n80 फ़ुट रोड 🏠', 'x'.repeat(10_000)])(
    'is the beginning of the SHA-256 of its text: %.20p',
    (text) => {
      const hash = createHash('sha256').update(text).digest();
      expect(fingerprint(text)).toEqual({ high: hash.readUInt32BE(0), low: hash.readUInt32BE(4) });
    },
  );

  test('was another one, which old workbooks hold', () => {
    expect(oldFingerprint('')).toEqual(EMPTY);
    expect(oldFingerprint('lookup\n12934500,77624500')).toEqual(KORAMANGALA);
    expect(oldFingerprint('lookup\n560034\n80 फ़ुट रोड 🏠')).toEqual(HINDI);
  });

  test('tells apart forty thousand neighbours', () => {
    const prints = new Set<string>();
    for (let lat = 0; lat < 200; lat += 1) {
      for (let lng = 0; lng < 200; lng += 1) {
        const { high, low } = fingerprint(`lookup\n${12_934_000 + lat},${77_624_000 + lng}`);
        prints.add(`${high}:${low}`);
      }
    }
    expect(prints.size).toBe(40_000);
  });

  test('has halves that tell as much as their bits allow', () => {
    const halves = [new Set<number>(), new Set<number>()];
    for (let index = 0; index < 30_000; index += 1) {
      const { high, low } = fingerprint(`lookup\n560034\n${index}, 4th cross, koramangala`);
      halves[0]?.add(high);
      halves[1]?.add(low);
    }
    // Of 30,000 chance numbers of 32 bits two meet once in ten times.
    for (const half of halves) expect(half.size).toBeGreaterThan(29_995);
  });

  test('of an undated score is the same on every day, and no other question is', () => {
    const asked = (day: string): string =>
      `score\n${JSON.stringify(['1,2', 'm', 'today', day, ''])}`;
    expect(questionPrint(asked('2026-11-21'))).toEqual({
      ...questionPrint(asked('2026-11-22')),
      day: '2026-11-21',
    });
    const dated = `score\n${JSON.stringify(['1,2', 'm', 'date', '2026-11-21', ''])}`;
    const oddly = `score\n${JSON.stringify(['x,"today","2026-11-21",', 'm', 'date', 'd', ''])}`;
    expect(questionPrint(dated).day).toBeUndefined();
    expect(questionPrint(oddly).day).toBeUndefined();
    expect(questionPrint('lookup\n,"today","2026-11-21",').day).toBeUndefined();
  });
});

const EMPTY = { high: 3954623016, low: 2244395207 };
const KORAMANGALA = { high: 3966384627, low: 3139481308 };
const HINDI = { high: 625254908, low: 1182110509 };

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
