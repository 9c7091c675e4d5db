import { createWorkbookSnapshot } from '../../src/workbook/workbook-snapshot';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { contentOf, row, STILL } from './tables';
import { readSnapshot } from '../../src/workbook/snapshot-reading';

/** As it was written on 2026-11-20, under the old fingerprints: two places, and an undated score. */
const OLD_PART =
  '<answers xmlns="urn:locus:answers" version="1" saved="1795132800000">' +
  'Y+YyMjAy0zU01DUy4CuIz0hNzCnJiM8oiM8r4CiPL8gviC8pYRRINEwySjZOMUk1TTMzMD' +
  'e0YOBPLMjUS61IzC3ISdVLzs9lZjk1aeY/lkeXf57lPN47TXz2hnzHi0ceCN1Zp7CbkZGJiYGRiQEIGrb9Wc8LpBkZuBmmMf7gCgEA</answers>';
const THEN = Date.UTC(2026, 10, 20);
const NOW = STILL.now();
const KORAMANGALA = 'lookup\n12934500,77624500';
const HINDI = 'lookup\n560034\n80 फ़ुट रोड';
const scoreOf = (day: string): string => `score\n${JSON.stringify(['1,2', 'm', 'today', day, ''])}`;

function open(held: readonly string[] = [OLD_PART]) {
  const fake = createFakeWorkbookParts(held);
  const snapshot = createWorkbookSnapshot({
    parts: fake.parts,
    clock: STILL,
    reader: () => ({ hasKey: false, usesSample: false }),
    credential: () => undefined,
  });
  return {
    ...fake,
    snapshot,
    async of(subject: string) {
      const key = `some-account\n${subject}`;
      return (await snapshot.find([key])).get(key);
    },
  };
}

describe('answers that an older version has written', () => {
  test('are found: places, "no value", text in another script, and the score of a day gone by', async () => {
    const { of, snapshot } = open();
    expect(await of(KORAMANGALA)).toEqual([
      { name: 'p_health_hp_np', value: null, at: THEN },
      { name: 'w_pop_tt', value: 42, at: THEN },
    ]);
    expect(await of(HINDI)).toEqual([{ name: 'w_pop_tt', value: 7.5, at: THEN }]);
    expect(await of(scoreOf('2026-11-21'))).toEqual([{ name: '', value: 700, at: THEN }]);
    expect(snapshot.current()).toMatchObject({ answers: 4, damaged: 0, newer: 0 });
  });

  test('make room for newer ones to the same questions, and stay beside those to others', async () => {
    const { of, snapshot, held } = open();
    const score = { ...row(scoreOf('2026-11-21'), '2026-11-21', 710, NOW) };
    await snapshot.save([row(KORAMANGALA, 'w_pop_tt', 43, NOW), score]);
    expect(snapshot.current()).toMatchObject({ answers: 4 });
    expect(new Set(await of(KORAMANGALA))).toEqual(
      new Set([
        { name: 'w_pop_tt', value: 43, at: NOW },
        { name: 'p_health_hp_np', value: null, at: THEN },
      ]),
    );
    expect(await of(HINDI)).toEqual([{ name: 'w_pop_tt', value: 7.5, at: THEN }]);
    expect(await of(scoreOf('2026-11-21'))).toEqual([{ name: '', value: 710, at: NOW }]);
    const again = open(held);
    expect(await again.of(KORAMANGALA)).toHaveLength(2);
  });

  test('are not lost to earlier ones', async () => {
    const { of, snapshot } = open();
    await snapshot.save([row(KORAMANGALA, 'w_pop_tt', 41, THEN - 86_400_000)]);
    expect(await of(KORAMANGALA)).toContainEqual({ name: 'w_pop_tt', value: 42, at: THEN });
  });

  test('stay as long as formulas ask for them', async () => {
    const { snapshot, held } = open();
    await snapshot.save([], [{ subject: KORAMANGALA, name: 'w_pop_tt' }]);
    const left = await readSnapshot(held, STILL);
    expect(contentOf(left.table)).toEqual([expect.stringContaining('w_pop_tt = 42 at')]);
  });
});
