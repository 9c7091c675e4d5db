import fc from 'fast-check';
import { readOldBlock } from '../../../src/addin/workbook/old-answer-block';
import { packed, unpacked } from '../../../src/addin/workbook/packed-text';
import { createWorkbookSnapshot } from '../../../src/addin/workbook/workbook-snapshot';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { row, SAMPLE, SERVICE, STILL } from './tables';

/** As Locus wrote it on 2026-11-24: four subjects, two services, values of each kind. */
const BLOCK =
  'Y+MyMjAy0zU01DUy4SuIz0hNzCnJiM8oiM8rYC2PT8pM5yiPL8gviC8pYS+PL85ILEplK4+vSi3KZxIwMDQyNjE1M7ew' +
  'TExKTklNY2QQSDRMMko2TjFJNU0zMzA3tGDgTyzI1EutSMwtyEnVS87PZWE/sPfvLcal6zuWM385+3ENy9PPt98xrfz1' +
  '/GfQ+xg21v9sZrPSfdcxMTIxMTIzMLMwsTKCAAPDpierNvAy8rAzMTFxMzEwcnExHFiY8oNrKiNDKBhctTeNYEjTfe1Y' +
  'BwA=';
const PART = `<answers xmlns="urn:locus:answers" version="1" saved="1795512660000">${BLOCK}</answers>`;
const THEN = Date.UTC(2026, 10, 24, 9, 30);
const NOW = Date.UTC(2026, 10, 25);

function open(held: readonly string[] = [PART]) {
  const fake = createFakeWorkbookParts(held);
  const snapshot = createWorkbookSnapshot({
    parts: fake.parts,
    clock: { ...STILL, now: () => NOW },
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

const SCORE = `score\n${JSON.stringify(['1,2', 'm', 'today', '2026-11-25', ''])}`;
const ANSWERS: readonly (readonly [subject: string, answers: object[]])[] = [
  [
    'lookup\n12934500,77624500',
    [
      { name: 'p_health_hp_np', value: null, at: THEN + 1000 },
      { name: 'w_pop_tt', value: 8213.44, at: THEN },
    ],
  ],
  [
    'lookup\n560034\n80 फ़ुट रोड',
    [
      { name: 'w_pop_tt', value: -7.5, at: THEN + 2000 },
      { name: 'w_share', value: 1 / 3, at: THEN + 3000 },
    ],
  ],
  [
    'lookup\n3',
    [
      { name: 'w_big', value: 1.5e300, at: THEN + 4000 },
      { name: 'w_zero', value: 0, at: THEN + 5000 },
    ],
  ],
  [SCORE, [{ name: '', value: 700, at: THEN + 6000 }]],
];

describe('answers in a workbook from before 2026-11-25', () => {
  test('are all found', async () => {
    const { of, snapshot } = open();
    for (const [subject, answers] of ANSWERS) expect(await of(subject)).toEqual(answers);
    expect(snapshot.current()).toMatchObject({
      answers: 7,
      subjects: 4,
      services: [SAMPLE, SERVICE],
      damaged: 0,
      newer: 0,
    });
  });

  test('are read in the old form once: saving writes them in the form of today', async () => {
    const { of, snapshot, held } = open();
    expect(await snapshot.save([])).toEqual({ kind: 'saved', isChanged: true });
    expect(held.join()).not.toContain('version="1"');
    for (const opened of [open(held), { of }]) {
      for (const [subject, answers] of ANSWERS) expect(await opened.of(subject)).toEqual(answers);
    }
    expect(await snapshot.save([])).toEqual({ kind: 'saved', isChanged: false });
  });

  test('make room for newer ones, and stay beside those to other questions', async () => {
    const { of, snapshot } = open();
    await snapshot.save([row('lookup\n3', 'w_zero', 1, NOW), row('lookup\n4', 'a', 2, NOW)]);
    expect(await of('lookup\n3')).toEqual([
      { name: 'w_big', value: 1.5e300, at: THEN + 4000 },
      { name: 'w_zero', value: 1, at: NOW },
    ]);
    expect(snapshot.current().answers).toBe(8);
  });

  test('that are damaged are sound or none, and never lost', async () => {
    const sound = unpacked(BLOCK, 10_000) ?? new Uint8Array();
    expect(readOldBlock(sound)).toHaveLength(7);
    expect(readOldBlock(sound.subarray(0, -1))).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length - 1), fc.nat(255), async (place, byte) => {
        const bytes = Uint8Array.from(sound);
        bytes[place] = byte;
        const part = PART.replace(BLOCK, packed(bytes));
        const { snapshot, held } = open([part]);
        await snapshot.save([row('lookup\n4', 'a', 2, NOW)]);
        const { answers, damaged } = snapshot.current();
        expect(answers).toBeLessThanOrEqual(8);
        expect(held.includes(part)).toBe(damaged === 1);
        expect(damaged === 1 || answers > 1).toBe(true);
      }),
    );
  });
});
