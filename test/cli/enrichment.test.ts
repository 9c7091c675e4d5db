import { setImmediate as nextTurn } from 'node:timers/promises';
import { enrichTable } from '../../src/cli/enrichment';
import { createRowReader } from '../../src/cli/row-reader';
import type { Outcome, Question } from '../../src/engine/lookup';

const COLUMNS = ['lat', 'lng'];
const ROWS = Array.from({ length: 40 }, (_, row) => [String(row + 1), '77']);
const FOUND: Outcome = { kind: 'found', value: 5, at: 1, origin: 'service', isStale: false };

it('asks for other places while one takes long, and keeps the rows’ order', async () => {
  const asked: Question[] = [];
  let answer = (): void => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  const written: unknown[] = [];
  const run = enrichTable({
    table: {
      columns: COLUMNS,
      found: [],
      async *rows() {
        yield await Promise.resolve(ROWS);
      },
      check: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    reader: createRowReader(
      { columns: COLUMNS },
      { kind: 'coordinates', latitude: 0, longitude: 1 },
      { kind: 'attributes', names: ['a'] },
    ),
    output: {
      columns: COLUMNS,
      wanted: ['a'],
      known: () => undefined,
      row: (row, values) => [...row, ...(values ?? [])],
    },
    writer: {
      write: (rows) => Promise.resolve(void written.push(...rows.map(([lat]) => lat))),
      finish: () => Promise.resolve(),
    },
    engine: {
      async ask(question) {
        asked.push(question);
        await (asked.length === 1 ? slow : nextTurn());
        return FOUND;
      },
    },
    isGateway: () => false,
    mostAsked: 4,
    signal: new AbortController().signal,
    onKeyRefused: () => undefined,
    counts: {
      ...{ rows: 0, done: 0, failed: 0, skipped: 0, overBudget: 0, settled: 0 },
      foundNames: new Set(),
    },
  });
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  expect(asked).toHaveLength(ROWS.length);
  expect(written).toEqual([]);
  answer();
  await run;
  expect(written).toEqual(ROWS.map(([lat]) => lat));
});
