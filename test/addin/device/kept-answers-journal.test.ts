import fc from 'fast-check';
import { createAnswerJournal } from '../../../src/addin/device/kept-answers';
import { createFakeStorage, throwingStorage } from './fake-storage';

const NAME = 'locus.unwritten';
const subjects = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    key: `scope\nlookup\nplace ${from + index}`,
    answers: [
      { name: 'w_pop_tt', value: index, at: 1_000 + index },
      { name: 'none', value: null, at: 2_000 },
    ],
  }));

describe('the journal of answers not written yet', () => {
  it('gives its answers to the next page on the device, together with earlier ones', () => {
    const storage = createFakeStorage();
    createAnswerJournal(storage).add(subjects(2));
    createAnswerJournal(storage).add(subjects(1, 2));
    expect(
      createAnswerJournal(storage)
        .read()
        .map(({ key }) => key),
    ).toEqual(subjects(3).map(({ key }) => key));
    expect(createAnswerJournal(storage).read()[0]).toEqual(subjects(1)[0]);
  });

  it('lets go of what is written, but not of what another page has added since', () => {
    const storage = createFakeStorage();
    const journal = createAnswerJournal(storage);
    journal.add(subjects(2));
    journal.release();
    expect(storage.held.size).toBe(0);

    journal.add(subjects(2));
    createAnswerJournal(storage).add(subjects(1, 2));
    journal.release();
    expect(createAnswerJournal(storage).read()).toHaveLength(3);
    journal.clear();
    expect(storage.held.size).toBe(0);
  });

  it('keeps the latest if there is not room for all, and nothing if there is none', () => {
    const storage = createFakeStorage();
    const journal = createAnswerJournal(storage);
    journal.add(subjects(50_000));
    const kept = createAnswerJournal(storage).read();
    expect(kept.length).toBeGreaterThan(5_000);
    expect(kept.at(-1)).toEqual(subjects(50_000).at(-1));
    expect(storage.held.get(NAME)?.length).toBeLessThan(1_000_100);

    storage.isFull = true;
    journal.add(subjects(1, 60_000));
    expect(createAnswerJournal(storage).read()).toHaveLength(kept.length);
    const nowhere = createAnswerJournal(throwingStorage);
    expect(() => nowhere.read()).toThrow();
  });

  it('keeps once what it is given twice, as a page is hidden and then goes', () => {
    const storage = createFakeStorage();
    const journal = createAnswerJournal(storage);
    journal.add(subjects(3));
    const once = storage.held.get(NAME);
    journal.add(subjects(3));
    expect(storage.held.get(NAME)).toBe(once);
  });

  it('writes nothing if there is nothing to add', () => {
    const storage = createFakeStorage();
    createAnswerJournal(storage).add([]);
    createAnswerJournal(storage).release();
    expect(storage.held.size).toBe(0);
  });

  it.each([
    ['2\n["key",[["name",1,5]]]', []],
    ['["key",[["name",1,5]]]', []],
    ['1\nnot JSON\n{}\n[]\n[1,[]]\n["key"]\n["key",{}]\nnull', []],
    [
      '1\n["__proto__",[["__proto__",1,5],["x","1",5],["x",1],[],null,["y",null,7]]]',
      [
        {
          key: '__proto__',
          answers: [
            { name: '__proto__', value: 1, at: 5 },
            { name: 'y', value: null, at: 7 },
          ],
        },
      ],
    ],
    [`1\n${'x'.repeat(3_000_000)}`, []],
  ])('reads of %j only what is sound', (text, expected) => {
    const storage = createFakeStorage();
    storage.write(NAME, text);
    expect(createAnswerJournal(storage).read()).toEqual(expected);
  });

  it('carries any key, name and number over unchanged', () => {
    const answer = fc.record({
      name: fc.string(),
      value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      at: fc.nat(),
    });
    const some = fc.array(fc.record({ key: fc.string(), answers: fc.array(answer) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(some, (given) => {
        const storage = createFakeStorage();
        createAnswerJournal(storage).add(given);
        const read = createAnswerJournal(storage).read();
        // JSON has no -0, and no cell shows one.
        expect(JSON.stringify(read)).toBe(JSON.stringify(given));
      }),
    );
  });
});
