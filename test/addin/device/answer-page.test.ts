import fc from 'fast-check';
import { packPages, sizeOfPage, unpackPage } from '../../../src/addin/device/answer-page';
import type { StoredAnswer, StoredEntry } from '../../../src/engine/lookup';
import { answer } from '../../engine/lookup/cache/answer-store-suite';

const subjects = fc
  .uniqueArray(
    fc.record({
      key: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('aaa', 'aab', 'aa')),
      count: fc.integer({ min: 1, max: 400 }),
    }),
    { selector: ({ key }) => key, maxLength: 40 },
  )
  .map((made): StoredEntry[] =>
    made
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, count }, row) => ({
        key,
        answers: Array.from({ length: count }, (_answer, column) =>
          answer(`name ${column}`, column % 7 === 0 ? null : row + column / 4, row * column),
        ),
      })),
  );

function unpacked(records: readonly unknown[]): [string, StoredAnswer[]][] {
  const found: [string, StoredAnswer[]][] = [];
  for (const record of records) {
    unpackPage(
      record,
      () => true,
      (key, answers) => found.push([key, answers]),
    );
  }
  return found;
}

describe('pages', () => {
  it('give back every answer that was packed into them, in the order of the keys', () => {
    fc.assert(
      fc.property(subjects, (packed) => {
        const found = unpacked(packPages('', packed));
        expect(found).toEqual(packed.map(({ key, answers }) => [key, answers]));
      }),
    );
  });

  it('each hold the keys from their own low up to the next', () => {
    fc.assert(
      fc.property(subjects, (packed) => {
        const pages = packPages('', packed);
        pages.forEach(({ low, keys }, index) => {
          const next = pages[index + 1]?.low;
          expect(keys.every((key) => key >= low && (next === undefined || key < next))).toBe(true);
        });
      }),
    );
  });

  it('split before they grow large, and begin with the shortest text that tells them apart', () => {
    const packed = Array.from({ length: 2000 }, (_subject, row) => ({
      key: `place ${String(row).padStart(4, '0')} and a long address`,
      answers: [answer('x', row, row)],
    }));
    const pages = packPages('', packed);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) {
      expect(sizeOfPage(page).bytes).toBeLessThan(17_000);
      expect(page.low.length).toBeLessThanOrEqual('place 0000'.length);
    }
  });

  it('are none where there is nothing', () => {
    expect(packPages('', [])).toEqual([]);
  });

  it.each([undefined, null, 7, 'text', [], {}, new Date(0), { low: 'a' }, new Map()])(
    'are not seen in %p',
    (record) => {
      expect(unpacked([record])).toEqual([]);
      expect(sizeOfPage(record)).toEqual({ answers: 0, bytes: 0 });
    },
  );
});
