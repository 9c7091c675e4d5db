import fc from 'fast-check';
import { answerCount } from '../../src/workbook/answer-table';
import type { AnswerTable, SnapshotService } from '../../src/workbook/answer-table';
import type { Slicer } from '../../src/lookup';
import { questionPrint } from '../../src/workbook/question-hash';
import { buildTable } from '../../src/workbook/table-building';
import type { AnswerRow } from '../../src/workbook/table-building';

/** Time in which nothing else happens. */
export const STILL = {
  now: () => Date.UTC(2026, 10, 21),
  elapsed: () => 0,
  schedule: (_: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  },
};

export const AT_ONCE: Slicer = () => Promise.resolve();

export const SERVICE: SnapshotService = {
  id: 'a1b2c3d4e5f60718',
  name: 'api.example.com',
  isSample: false,
};
export const OTHER_SERVICE: SnapshotService = { id: 'ffffffffffffffff', name: '', isSample: false };
export const SAMPLE: SnapshotService = { id: '0123456789abcdef', name: '', isSample: true };

export function row(subject: string, name: string, value: number | null, at: number): AnswerRow {
  const { print, oldPrint } = questionPrint(subject);
  return { print, oldPrint, name, value, at, service: SERVICE };
}

export function tableFrom(rows: Iterable<AnswerRow>): Promise<AnswerTable> {
  return buildTable(rows, AT_ONCE);
}

/** What a table says, in words that do not depend on how it lies there. */
export function contentOf(table: AnswerTable): string[] {
  const lines: string[] = [];
  for (let subject = 0; subject < table.high.length; subject += 1) {
    const end = table.first[subject + 1] as number;
    for (let at = table.first[subject] as number; at < end; at += 1) {
      const print = `${table.high[subject]}:${table.low[subject]}`;
      const service = table.services[table.service[at] as number];
      const name = table.names[table.name[at] as number];
      lines.push(`${print} ${name} = ${table.value[at]} at ${table.at[at]} by ${service?.id}`);
    }
  }
  expect(lines).toHaveLength(answerCount(table));
  return lines;
}

const values = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -1000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: 0, max: 1000, noNaN: true }).map((value) => Math.round(value * 100) / 100),
);

/** Few places, names and times, so that tables meet. */
export const rows: fc.Arbitrary<AnswerRow[]> = fc.array(
  fc.record({
    print: fc.oneof(
      fc.integer({ min: 0, max: 12 }).map((place) => questionPrint(`lookup\n${place}`).print),
      fc.record({
        high: fc.constantFrom(0, 7, 0xffffffff),
        low: fc.constantFrom(0, 1, 0xffffffff),
      }),
    ),
    name: fc.constantFrom('a', 'b', 'w_pop_tt', '', '2026-11-20', '2026-11-21', 'x'.repeat(255)),
    service: fc.constantFrom(SERVICE, OTHER_SERVICE, SAMPLE),
    at: fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((second) => second * 1000),
      fc.nat(2 ** 40),
    ),
    value: values,
  }),
  { maxLength: 60 },
);
