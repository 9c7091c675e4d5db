import fc from 'fast-check';
import { contentOf, OTHER_SERVICE, row, rows, SAMPLE, SERVICE, tableFrom } from './tables';

describe('two copies of the answers', () => {
  test('merge to the same, in any order and grouping, however often', () => {
    fc.assert(
      fc.property(rows, rows, (mine, theirs) => {
        const both = contentOf(tableFrom([...mine, ...theirs]));
        expect(contentOf(tableFrom([...theirs, ...mine].reverse()))).toEqual(both);
        const again = tableFrom([...theirs, ...mine, ...theirs]);
        expect(contentOf(again)).toEqual(both);
        for (const each of mine) expect(again.add(each)).toBe(false);
      }),
    );
  });

  test('hold every question of either, with the later answer', () => {
    fc.assert(
      fc.property(rows, rows, (mine, theirs) => {
        const latest = new Map<string, number>();
        for (const { fingerprint, name, at } of [...mine, ...theirs]) {
          // An undated score is asked for by no name, and kept under the name of its day.
          const question = `${fingerprint} ${withoutDay(name)}`;
          const second = Math.floor(at / 1000);
          latest.set(question, Math.max(latest.get(question) ?? 0, second));
        }
        const found = contentOf(tableFrom([...mine, ...theirs])).map((line) => {
          const [question = '', rest = ''] = line.split(/ = /);
          return [withoutDay(question), Number(/at (\d+)/.exec(rest)?.[1])] as const;
        });
        expect(new Map(found)).toEqual(latest);
      }),
    );
  });

  test('keep a value rather than none where both are of the same second', () => {
    const none = row('lookup\n1', 'a', null, 5000);
    const some = row('lookup\n1', 'a', -3, 5400);
    for (const both of [
      [none, some],
      [some, none],
    ]) {
      expect(contentOf(tableFrom(both))).toEqual(contentOf(tableFrom([some])));
    }
  });
});

describe('a table', () => {
  test('takes no row that no workbook may hold', () => {
    const sound = row('lookup\n1', 'a', 1, 0);
    const table = tableFrom([
      { ...sound, name: 'a b' },
      { ...sound, name: '=cmd()' },
      { ...sound, value: Number.NaN },
      { ...sound, at: -1000 },
      { ...sound, at: Number.NaN },
      { ...sound, service: { ...SERVICE, id: 'x' } },
      { ...sound, service: { ...SERVICE, name: 'https://evil.example/?' } },
    ]);
    expect(table).toMatchObject({ size: 0, subjectCount: 0 });
  });

  test('takes __proto__ for a name like any other', () => {
    const table = tableFrom([row('lookup\n1', '__proto__', 7, 0)]);
    expect(table.size).toBe(1);
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
  });

  test('knows the services that gave its answers, and no others', () => {
    const table = tableFrom([
      row('lookup\n1', 'a', 1, 0),
      { ...row('lookup\n1', 'b', 2, 0), service: SAMPLE },
      { ...row('lookup\n2', 'b', 2, 0), service: OTHER_SERVICE },
    ]);
    expect(table.services()).toEqual([SAMPLE, SERVICE, OTHER_SERVICE]);
    table.add(row('lookup\n1', 'b', 3, 1000));
    expect(table.services()).toEqual([SERVICE, OTHER_SERVICE]);
  });

  test('keeps the last of a subject’s undated scores, whenever the day before is added', () => {
    const score = (day: string, at: number) => ({ ...row('score\n1', day, 1, at) });
    const days = [score('2026-11-20', 1000), score('2026-11-21', 2000), score('2026-11-22', 2000)];
    for (const some of [days, [...days].reverse()]) {
      const table = tableFrom(some);
      expect(table.size).toBe(1);
      expect(contentOf(table)).toEqual([expect.stringContaining(' 2026-11-22 = 1 at 2 ')]);
    }
  });

  test('knows a sample for one, and a service by its name, whoever forgot them', () => {
    const named = { ...SAMPLE, name: 'sample.example' };
    for (const services of [
      [named, { ...SAMPLE, isSample: false }],
      [{ ...SAMPLE, isSample: false }, named],
    ]) {
      const some = services.map((service, n) => ({ ...row(`lookup\n${n}`, 'a', n, 0), service }));
      expect(tableFrom(some).services()).toEqual([named]);
    }
  });
});

function withoutDay(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d$/, '');
}
