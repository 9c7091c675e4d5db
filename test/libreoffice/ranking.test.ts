import { CellValueType, type ICellData } from '@univerjs/core';
import fc from 'fast-check';
import { rankFormulas, settingsCells, type RankedList } from '../../src/addin/rank/rank-formulas';
import { rankRows, type Ranking } from '../../src/addin/rank/ranking-rule';
import type { SavedWorkbook } from '../../src/workbench/saved-workbook';
import { write } from '../workbench/files/file-steps';
import { sheetsInLibreOffice } from './sheets';

type Input = string | number | boolean | null;

const HEADERS = ['Shop', 'Rent', 'Sales', 'Format'];
const CELL = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -50, max: 50 }) },
  fc.constantFrom<Input>(null, 'n/a'),
);
const criterion = (column: number) =>
  fc.record({
    column: fc.constant(column),
    weight: fc.constantFrom(0, 1, 3),
    better: fc.constantFrom('more' as const, 'less' as const, 'closest' as const),
    target: fc.constantFrom(undefined, 0, -80, 12.5, 300),
  });
const CASES = fc.tuple(
  fc.array(fc.tuple(fc.constant('Shop'), CELL, CELL, fc.constantFrom<Input>('Mall', 'Street')), {
    minLength: 1,
    maxLength: 9,
  }),
  fc.tuple(criterion(1), criterion(2)),
  fc.array(
    fc.record({
      column: fc.constant(1),
      condition: fc.constantFrom('under' as const, 'from' as const),
      limit: fc.constantFrom(0, 10),
    }),
    { maxLength: 1 },
  ),
);

describe('the formulas of a ranking, in LibreOffice', () => {
  test('give the scores and ranks that the pane shows before they are written', async () => {
    const cases = fc.sample(CASES, { numRuns: 60, seed: 1 });
    const sheets = cases.flatMap(([rows, criteria, filters], index) => {
      const [name, settings] = [`List ${String(index)}`, `Settings ${String(index)}`];
      const list: RankedList = {
        sheet: name,
        address: `'${name}'!A1`,
        headerRow: 0,
        column: 0,
        headers: HEADERS,
        firstRow: 1,
        lastRow: rows.length,
        totals: [],
      };
      const ranking: Ranking = { criteria, filters };
      const lines = rows.map((cells, row) => [
        ...cells,
        ...rankFormulas(list, ranking, settings, { row: row + 1, column: 4 }),
      ]);
      return [
        [name, [[...HEADERS, 'Score', 'Rank'], ...lines]],
        [settings, settingsCells(list, ranking)],
      ] as const;
    });
    const shown = sheetsInLibreOffice(await write(workbookOf(sheets)));
    const found = cases.map(([rows], index) =>
      (shown[`List ${String(index)}`] ?? [])
        .slice(1, rows.length + 1)
        .map(([, , , , score = '', rank = '']) => [score && Number(score).toFixed(4), rank]),
    );
    const wanted = cases.map(([rows, criteria, filters]) =>
      rankRows(rows, { criteria, filters }).map((outcome) => {
        switch (outcome.kind) {
          case 'ranked':
            return [outcome.score.toFixed(4), String(outcome.rank)];
          case 'weightless':
            return ['', 'No weights'];
          case 'missing':
            return ['', `No number in ${HEADERS[outcome.column] ?? ''}`];
          case 'filtered':
            return ['', `Filtered out: ${HEADERS[outcome.column] ?? ''}`];
          case 'targetless':
            return [
              '',
              `The best or worst value of ${HEADERS[outcome.column] ?? ''} is not a number`,
            ];
        }
      }),
    );
    expect(found).toEqual(wanted);
    expect(wanted.flat().filter(([score]) => score !== '').length).toBeGreaterThan(50);
  });
});

function workbookOf(
  sheets: readonly (readonly [name: string, rows: readonly (readonly Input[])[]])[],
): SavedWorkbook {
  return {
    sheetOrder: sheets.map(([name]) => name),
    sheets: Object.fromEntries(
      sheets.map(([name, rows]) => {
        const cellData = rows.map((line) => Object.fromEntries(line.map(cellOf).entries()));
        return [name, { name, cellData: Object.fromEntries(cellData.entries()) }];
      }),
    ),
  } as unknown as SavedWorkbook;
}

function cellOf(input: Input): ICellData {
  if (input === null) return {};
  if (typeof input === 'number') return { v: input, t: CellValueType.NUMBER };
  const text = String(input);
  return text.startsWith('=') ? { f: text } : { v: text, t: CellValueType.STRING };
}
