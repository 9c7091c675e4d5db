import fc from 'fast-check';
import { EMPTY_TABLE } from '../../src/workbook/answer-table';
import { mergeTables } from '../../src/workbook/table-merge';
import { contentOf, row, rows, tableFrom } from './tables';

describe('two copies of the answers', () => {
  test('merge to the same, whichever comes first', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (mine, theirs) => {
        const [one, other] = [await tableFrom(mine), await tableFrom(theirs)];
        expect(mergeTables(one, other)).toEqual(mergeTables(other, one));
      }),
    );
  });

  test('merge to the same in any grouping', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, rows, async (first, second, third) => {
        const [one, two, three] = [
          await tableFrom(first),
          await tableFrom(second),
          await tableFrom(third),
        ];
        expect(mergeTables(mergeTables(one, two), three)).toEqual(
          mergeTables(one, mergeTables(two, three)),
        );
      }),
    );
  });

  test('merged again are what they were', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (mine, theirs) => {
        const [one, other] = [await tableFrom(mine), await tableFrom(theirs)];
        const both = mergeTables(one, other);
        expect(mergeTables(both, both)).toEqual(both);
        expect(mergeTables(both, one)).toEqual(both);
        expect(mergeTables(EMPTY_TABLE, both)).toEqual(both);
      }),
    );
  });

  test('hold every question of either, with the later answer, as if built at once', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (mine, theirs) => {
        const both = mergeTables(await tableFrom(mine), await tableFrom(theirs));
        expect(both).toEqual(await tableFrom([...mine, ...theirs]));
        const latest = new Map<string, number>();
        for (const { print, name, at } of [...mine, ...theirs]) {
          const question = `${print.high}:${print.low} ${name}`;
          const second = Math.floor(at / 1000);
          latest.set(question, Math.max(latest.get(question) ?? 0, second));
        }
        const found = contentOf(both).map((line) => {
          const [question = '', rest = ''] = line.split(/ = /);
          return [question, Number(/at (\d+)/.exec(rest)?.[1])];
        });
        expect(new Map(found as [string, number][])).toEqual(latest);
      }),
    );
  });

  test('keep a value rather than none where both are of the same second', async () => {
    const one = await tableFrom([row('lookup\n1', 'a', null, 5000)]);
    const other = await tableFrom([row('lookup\n1', 'a', -3, 5400)]);
    expect(contentOf(mergeTables(one, other))).toEqual(contentOf(other));
    expect(contentOf(mergeTables(other, one))).toEqual(contentOf(other));
  });
});
