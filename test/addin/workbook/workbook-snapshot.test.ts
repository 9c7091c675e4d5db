import { ANSWERS_NAMESPACE } from '../../../src/addin/workbook/answer-parts';
import type { AnswerRow } from '../../../src/addin/workbook/answer-table';
import { questionFingerprint } from '../../../src/addin/workbook/question-fingerprint';
import { createWorkbookSnapshot } from '../../../src/addin/workbook/workbook-snapshot';
import type { SnapshotReader } from '../../../src/addin/workbook/workbook-snapshot';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';
import { row, SAMPLE, SERVICE, STILL } from './tables';

const NOW = STILL.now();
const WITH_KEY: SnapshotReader = { hasKey: true, usesSample: false };
const WITHOUT_KEY: SnapshotReader = { hasKey: false, usesSample: false };

function open(held: readonly string[] = [], credential?: string) {
  const fake = createFakeWorkbookParts(held);
  const reads: string[] = [];
  let reader = WITH_KEY;
  let now = NOW;
  const snapshot = createWorkbookSnapshot({
    parts: {
      ...fake.parts,
      read: (namespace) => {
        reads.push(namespace);
        return fake.parts.read(namespace);
      },
    },
    clock: { ...STILL, now: () => now },
    reader: () => reader,
    credential: () => credential,
  });
  return {
    ...fake,
    snapshot,
    reads,
    become: (next: SnapshotReader) => void (reader = next),
    pass: (ms: number) => void (now += ms),
    /** What is shown at a place, for whatever account asks. */
    async at(place: string, kind = 'lookup') {
      const key = `some-account\n${kind}\n${place}`;
      return (await snapshot.find([key])).get(key);
    },
  };
}

const KORAMANGALA = row('lookup\n12934500,77624500', 'w_pop_tt', 8213.44, NOW - 5000);

describe("a workbook's answers", () => {
  test('are found by another account, in another copy, after they were saved', async () => {
    const owner = open();
    expect(await owner.snapshot.save([KORAMANGALA])).toEqual({ kind: 'saved', isChanged: true });
    const colleague = open(owner.held);
    colleague.become(WITHOUT_KEY);
    expect(await colleague.at('12934500,77624500')).toEqual([
      { name: 'w_pop_tt', value: 8213.44, at: NOW - 5000 },
    ]);
    expect(await colleague.at('12934500,77624501')).toBeUndefined();
    expect(colleague.snapshot.current()).toMatchObject({
      reading: { kind: 'read' },
      answers: 1,
      subjects: 1,
      services: [SERVICE],
      savedAt: NOW,
      bytes: owner.held.join('').length,
    });
  });

  test('are read when someone first asks, and then no more', async () => {
    const { snapshot, reads, at } = open();
    expect(snapshot.current().reading).toEqual({ kind: 'unread' });
    expect(reads).toEqual([]);
    await Promise.all([at('1'), at('2')]);
    await at('3');
    expect(reads).toEqual([ANSWERS_NAMESPACE]);
  });

  test('are added to what a co-author has saved meanwhile', async () => {
    const mine = open();
    await mine.snapshot.whenRead();
    const theirs = open();
    await theirs.snapshot.save([
      row('lookup\n1', 'a', 1, NOW),
      row('lookup\n2', 'a', 2, NOW - 9e6),
    ]);
    mine.held.push(...theirs.held);
    await mine.snapshot.save([row('lookup\n2', 'a', 3, NOW), row('lookup\n3', 'a', 4, NOW)]);
    expect(mine.snapshot.current().answers).toBe(3);
    const all = open(mine.held);
    expect(await Promise.all(['1', '2', '3'].map((place) => all.at(place)))).toEqual(
      [1, 3, 4].map((value) => [{ name: 'a', value, at: NOW }]),
    );
  });

  test('that are there already are not written again', async () => {
    const { snapshot, held, pass } = open();
    await snapshot.save([KORAMANGALA]);
    const before = [...held];
    pass(60_000);
    expect(await snapshot.save([KORAMANGALA])).toEqual({ kind: 'saved', isChanged: false });
    expect(await snapshot.save([])).toEqual({ kind: 'saved', isChanged: false });
    expect(held).toEqual(before);
    expect(snapshot.current().savedAt).toBe(NOW);
  });

  test('that nobody asks for go when a person says so, and no others', async () => {
    const { snapshot, at } = open();
    const names = ['a', 'b'].flatMap((name) => [
      row('lookup\n1', name, 1, NOW),
      row('lookup\n2', name, 2, NOW),
    ]);
    const undated = (day: string): AnswerRow => ({
      ...row(score(day), '', 5, NOW),
      name: day,
    });
    await snapshot.save([...names, undated('2026-11-20'), row(score(), '', 6, NOW)]);
    await snapshot.save(
      [],
      [
        { ...questionFingerprint('lookup\n1'), name: 'a' },
        { ...questionFingerprint('lookup\n9'), name: 'b' },
        { ...questionFingerprint(score('2026-11-21')), name: '2026-11-21' },
      ],
    );
    expect((await at('1'))?.map(({ name }) => name)).toEqual(['a']);
    expect(await at('2')).toBeUndefined();
    expect(snapshot.current().answers).toBe(2);
  });

  test('leave the workbook when they are removed, and with them whatever stood there', async () => {
    const { snapshot, held, at } = open([`<answers xmlns="${ANSWERS_NAMESPACE}" version="9"/>`]);
    await snapshot.save([KORAMANGALA]);
    expect(held).toHaveLength(2);
    expect(await snapshot.remove()).toEqual({ kind: 'saved', isChanged: true });
    expect(held).toEqual([]);
    expect(await at('12934500,77624500')).toBeUndefined();
    expect(snapshot.current()).toMatchObject({ answers: 0, bytes: 0, newer: 0 });
  });
});

describe('who gets them', () => {
  test('made-up values stand in for nothing that could be asked for', async () => {
    const { snapshot, at, become } = open();
    await snapshot.save([
      { ...row('lookup\n1', 'a', 1, NOW), service: SAMPLE },
      row('lookup\n1', 'b', 2, NOW),
    ]);
    expect((await at('1'))?.map(({ name }) => name)).toEqual(['b']);
    become({ hasKey: true, usesSample: true });
    expect((await at('1'))?.map(({ name }) => name)).toEqual(['a', 'b']);
    become(WITHOUT_KEY);
    expect((await at('1'))?.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('an undated score is of its day for who can ask for today’s, else the last one', async () => {
    const { snapshot, at, become } = open();
    const days = ['2026-11-19', '2026-11-20'];
    const rows = days.map((day, index) => ({ ...row(score(day), '', index, NOW), name: day }));
    await snapshot.save(rows.slice(0, 1));
    await snapshot.save(rows.slice(1));
    const asked = (day: string) => at(score(day).slice('score\n'.length), 'score');
    expect(snapshot.current().answers).toBe(1);
    expect(await asked('2026-11-20')).toEqual([{ name: '', value: 1, at: NOW }]);
    expect(await asked('2026-11-21')).toBeUndefined();
    become(WITHOUT_KEY);
    expect(await asked('2026-11-21')).toEqual([{ name: '', value: 1, at: NOW }]);
    expect(await at(score().slice('score\n'.length), 'score')).toBeUndefined();
  });
});

describe('another workbook', () => {
  test('knows nothing of the answers of the one before', async () => {
    const { snapshot, at, open: replace } = open();
    await snapshot.save([KORAMANGALA]);
    replace([]);
    expect(snapshot.current()).toMatchObject({ reading: { kind: 'unread' }, answers: 0 });
    expect(await at('12934500,77624500')).toBeUndefined();
  });

  test('that opens while the one before is read is the one that answers', async () => {
    const other = open();
    await other.snapshot.save([row('lookup\n1', 'a', 2, NOW)]);
    const mine = open();
    await mine.snapshot.save([row('lookup\n1', 'a', 1, NOW)]);
    mine.open(mine.held.slice());
    const asking = mine.at('1');
    mine.open(other.held);
    expect(await asking).toEqual([{ name: 'a', value: 2, at: NOW }]);
  });

  test('is not given what was to be saved in the one before', async () => {
    const { snapshot, held, open: replace } = open();
    const saving = snapshot.save([KORAMANGALA]);
    replace([]);
    expect(await saving).toEqual({ kind: 'not-saved', reason: 'another-workbook' });
    expect(held).toEqual([]);
    const removing = snapshot.remove();
    replace(['<other xmlns="urn:other"/>']);
    expect(await removing).toEqual({ kind: 'not-saved', reason: 'another-workbook' });
  });
});

describe('a workbook that gives trouble', () => {
  test('is saved into again after a saving that threw', async () => {
    const { snapshot } = open();
    function* broken(): Generator<AnswerRow> {
      yield KORAMANGALA;
      throw new Error('broken');
    }
    const savings = [snapshot.save(broken()), snapshot.save([KORAMANGALA]), snapshot.remove()];
    expect(await Promise.all(savings)).toEqual([
      { kind: 'failed', message: expect.any(String) },
      { kind: 'saved', isChanged: true },
      { kind: 'saved', isChanged: true },
    ]);
  });

  test('keeps the old answers where the new ones cannot be written, and says why', async () => {
    const { snapshot, held, fail, at } = open();
    await snapshot.save([KORAMANGALA]);
    const before = [...held];
    fail('The workbook is read-only.');
    expect(await snapshot.save([row('lookup\n1', 'a', 1, NOW)])).toEqual({
      kind: 'failed',
      message: 'The workbook is read-only.',
    });
    expect(await snapshot.remove()).toMatchObject({ kind: 'failed' });
    expect(held).toEqual(before);
    expect(await at('12934500,77624500')).toHaveLength(1);
  });

  test('is read again after it could not be', async () => {
    const owner = open();
    await owner.snapshot.save([KORAMANGALA]);
    const { snapshot, at, fail } = open(owner.held);
    fail('A dialog is open.');
    expect(await at('12934500,77624500')).toBeUndefined();
    expect(snapshot.current().reading).toEqual({ kind: 'failed', message: 'A dialog is open.' });
    fail(undefined);
    expect(await at('12934500,77624500')).toHaveLength(1);
  });

  test('whose host breaks its promises is one that cannot be read', async () => {
    const snapshot = createWorkbookSnapshot({
      parts: {
        read: () => Promise.reject(new Error('broken')),
        write: () => Promise.reject(new Error('broken')),
        remove: () => {
          throw new Error('broken');
        },
        opened: () => 0,
        subscribe: () => () => undefined,
      },
      clock: STILL,
      reader: () => WITH_KEY,
      credential: () => undefined,
    });
    expect(await snapshot.find(['a\nlookup\n1'])).toEqual(new Map());
    expect(await snapshot.save([KORAMANGALA])).toMatchObject({ kind: 'failed' });
    expect(await snapshot.remove()).toMatchObject({ kind: 'failed' });
  });

  test('keeps its damaged and newer parts beside the new ones', async () => {
    const odd = [
      `<answers xmlns="${ANSWERS_NAMESPACE}" version="2">nonsense</answers>`,
      `<answers xmlns="${ANSWERS_NAMESPACE}" version="7"><x/></answers>`,
    ];
    const { snapshot, held, at } = open(odd);
    await snapshot.whenRead();
    expect(snapshot.current()).toMatchObject({ damaged: 1, newer: 1, answers: 0 });
    await snapshot.save([KORAMANGALA]);
    expect(held).toEqual(expect.arrayContaining(odd));
    expect(held).toHaveLength(3);
    expect(await at('12934500,77624500')).toHaveLength(1);
  });

  test('with more in it than can be read is not written to', async () => {
    const held = Array.from(
      { length: 25 },
      () => `<answers xmlns="${ANSWERS_NAMESPACE}" version="2">${' '.repeat(900_000)}</answers>`,
    );
    const { snapshot } = open(held);
    expect(await snapshot.save([KORAMANGALA])).toEqual({ kind: 'not-saved', reason: 'too-much' });
  });
});

test('a key that was asked for as if it were a name does not get into the workbook', async () => {
  const { snapshot, held } = open([], 'SECRET-key_12345');
  await snapshot.save([
    row('lookup\n1', 'secret-key_12345', null, NOW),
    row('lookup\n1', 'my_secret_key', 1, NOW),
  ]);
  // With a dash it is no name at all; the same without.
  const other = open([], 'SECRETkey_12345');
  await other.snapshot.save([
    row('lookup\n1', 'a_secretkey_12345', null, NOW),
    row('lookup\n1', 'b', 1, NOW),
  ]);
  expect(snapshot.current().answers).toBe(1);
  expect(other.snapshot.current().answers).toBe(1);
  expect((await open(other.held).at('1'))?.map(({ name }) => name)).toEqual(['b']);
  expect(held).toHaveLength(1);
});

test('a question is known by its place and kind, not by who asks', () => {
  expect(questionFingerprint('lookup\n1').fingerprint).not.toEqual(
    questionFingerprint('score\n1').fingerprint,
  );
});

/** An undated score on that day, or one with a date of its own. */
function score(day?: string): string {
  const when = day === undefined ? ['date', '2026-01-01'] : ['today', day];
  return `score\n${JSON.stringify(['1,2', 'm', ...when, ''])}`;
}
