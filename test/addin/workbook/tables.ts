import fc from 'fast-check';
import { AnswerTable } from '../../../src/addin/workbook/answer-table';
import type { AnswerRow, SnapshotService } from '../../../src/addin/workbook/answer-table';
import { questionFingerprint } from '../../../src/addin/workbook/question-fingerprint';

/** Time in which nothing else happens. */
export const STILL = {
  now: () => Date.UTC(2026, 10, 21),
  elapsed: () => 0,
  schedule: (_: number, run: () => void) => {
    queueMicrotask(run);
    return () => undefined;
  },
};

export const SERVICE: SnapshotService = {
  id: 'a1b2c3d4e5f60718',
  name: 'api.example.com',
  isSample: false,
};
export const OTHER_SERVICE: SnapshotService = { id: 'ffffffffffffffff', name: '', isSample: false };
export const SAMPLE: SnapshotService = { id: '0123456789abcdef', name: '', isSample: true };

export function row(subject: string, name: string, value: number | null, at: number): AnswerRow {
  return {
    fingerprint: questionFingerprint(subject).fingerprint,
    name,
    value,
    at,
    service: SERVICE,
  };
}

export function tableFrom(rows: Iterable<AnswerRow>): AnswerTable {
  const table = new AnswerTable();
  for (const each of rows) table.add(each);
  return table;
}

/** What a table says, in words that do not depend on how it lies there. */
export function contentOf(table: AnswerTable): string[] {
  const lines: string[] = [];
  for (const { fingerprint, name, value, at, service } of table) {
    const { id, name: host, isSample } = service;
    lines.push(`${fingerprint} ${name} = ${value} at ${at / 1000} by ${id} ${host} ${isSample}`);
  }
  expect(lines).toHaveLength(table.size);
  return lines.sort();
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
    fingerprint: fc.oneof(
      fc
        .integer({ min: 0, max: 12 })
        .map((place) => questionFingerprint(`lookup\n${place}`).fingerprint),
      fc.constantFrom('0'.repeat(16), '0'.repeat(15) + '1', '7'.padEnd(16, 'f'), 'f'.repeat(16)),
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
