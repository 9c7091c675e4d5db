import { t } from '../../engine/language/speech';
import { textAsInput } from '../spreadsheet/block-writing';
import { quotedSheet } from '../spreadsheet/cell-address';
import { columnLetters } from '../../engine/places/column-letters';
import { SCORE_FORMAT } from '../enrich';
import type { CellInput, SheetLook } from '../spreadsheet/sheet';
import { anchorText } from '../spreadsheet/sheet-region';
import type { Condition, Criterion, Filter, Ranking } from './ranking-rule';
import { writeLiteral } from '../spreadsheet/formula-tokens';

/** A list that is ranked. Rows and columns are those of the sheet, from 0. */
export interface RankedList {
  readonly sheet: string;
  /** As a person reads it. */
  readonly address: string;
  /** Undefined if the list has none. */
  readonly headerRow: number | undefined;
  readonly column: number;
  /** The text above each column; "" where there is none. */
  readonly headers: readonly string[];
  /** The first and the last row with places. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** Rows of sums between them. */
  readonly totals: readonly number[];
}

/** The settings that formulas refer to: rows from A1 of a sheet of their own. */
export function settingsCells(
  list: RankedList,
  { criteria, filters }: Ranking,
): readonly (readonly CellInput[])[] {
  const weights = (row: string): string => `B${row}${FIRST + 1}:B${row}${FIRST + criteria.length}`;
  return [
    [textAsInput(t('Ranking of {address}', { address: list.address }))],
    [],
    [
      ...[
        t('Column'),
        t('Weight'),
        t('Better'),
        t('Worst value'),
        t('Best value'),
        t('Difference'),
      ],
      t('Points'),
    ],
    ...criteria.map(({ column, weight, better, target }, index) => {
      const row = FIRST + index + 1;
      const values = runsOf(list).map((run) =>
        anchorText({ ...run, sheet: list.sheet, column: list.column + column, columns: 1 }),
      );
      const most = `AGGREGATE(4,6,${values.join(',')})`;
      const least = `AGGREGATE(5,6,${values.join(',')})`;
      const isLess = isBetter('less', `C${row}`);
      const farthest = `IF(${most}-E${row}>E${row}-${least},${most},${least})`;
      return [
        headerOf(list, column),
        weight,
        betterWord(better),
        `=IF(${isLess},${most},IF(${isBetter('closest', `C${row}`)},${farthest},${least}))`,
        better === 'closest' ? (target ?? null) : `=IF(${isLess},${least},${most})`,
        `=IF(AND(ISNUMBER(D${row}),ISNUMBER(E${row})),E${row}-D${row},${writeLiteral(t('not a number'))})`,
        `=IF(ISTEXT(B${row}),${writeLiteral(t('not a number'))},IF(COUNTIF(${weights('$')},">0")=0,${writeLiteral(t('no weight'))},100*MAX(0,B${row})/SUMIF(${weights('$')},">0")))`,
      ];
    }),
    [],
    ...(filters.length === 0 ? [] : [[t('Filter'), t('Condition'), t('Limit')]]),
    ...filters.map(({ column, condition, limit }) => [
      headerOf(list, column),
      conditionWord(condition),
      typeof limit === 'string' ? textAsInput(limit) : limit,
    ]),
    ...(filters.length === 0 ? [] : [[]]),
    [t('How it works')],
    ...notes(list).map((note) => ['', note]),
  ];
}

/** The sheet's title, what stands above each of its parts, and numbers that can be read. */
export function settingsLook({ criteria, filters }: Ranking): SheetLook {
  const filterHead = FIRST + criteria.length + 1;
  const notesHead = filters.length === 0 ? filterHead : filterHead + filters.length + 2;
  return {
    headings: [...new Set([0, FIRST - 1, filterHead, notesHead])],
    formats: [undefined, undefined, undefined, SCORE_FORMAT, SCORE_FORMAT, SCORE_FORMAT, '0.0'],
  };
}

/** The score and the rank of one row, in the two columns from `column` on. */
export function rankFormulas(
  list: RankedList,
  ranking: Ranking,
  settings: string,
  { row, column }: { readonly row: number; readonly column: number },
): readonly [score: string, rank: string] {
  const { criteria, filters } = ranking;
  const at = (of: number): string => `$${columnLetters(list.column + of)}${row + 1}`;
  const set = (letter: string, index: number): string =>
    `${quotedSheet(settings)}!$${letter}$${index + 1}`;
  const firstFilter = FIRST + criteria.length + 2;
  const terms = criteria.map((criterion, index) =>
    termOf(at(criterion.column), (letter) => set(letter, FIRST + index)),
  );
  const conditions = filters.map(({ column: of, condition }, index) =>
    conditionOf(condition, at(of), set('C', firstFilter + index)),
  );
  const sum = `ROUND(${terms.join('+')},6)`;
  const score = conditions.length === 0 ? sum : `IF(AND(${conditions.join(',')}),${sum},"")`;
  const letters = columnLetters(column);
  const own = `${letters}${row + 1}`;
  const all = `${letters}$${list.firstRow + 1}:${letters}$${list.lastRow + 1}`;
  const why = whyUnranked(ranking, {
    at,
    conditions,
    filter: (index) => set('A', firstFilter + index),
    criterion: (letter, index) => set(letter, FIRST + index),
  });
  return [`=IFERROR(${score},"")`, `=IF(ISNUMBER(${own}),RANK(${own},${all}),${why})`];
}

/** The row of the first criterion in the settings, from 0. */
const FIRST = 3;

/**
 * One column's points. `MEDIAN(0,1,x)` keeps to 0 and 1 where a person has typed a worst or best
 * value of their own. Both ways of scaling stand in each formula, because a person can change in the
 * settings what is better.
 */
function termOf(cell: string, set: (letter: string) => string): string {
  const near = `1-ABS(${cell}-${set('E')})/ABS(${set('F')})`;
  const share = `IF(${isBetter('closest', set('C'))},${near},(${cell}-${set('D')})/${set('F')})`;
  const scaled = `IF(${set('F')}=0,1,MEDIAN(0,1,${share}))`;
  return `IF(${set('G')}=0,0,IF(ISNUMBER(${cell}),${set('G')}*${scaled},NA()))`;
}

const SIGNS = { under: '<', over: '>', from: '>=', to: '<=', is: '=', 'is-not': '<>' } as const;

function conditionOf(condition: Condition, cell: string, limit: string): string {
  const sign = SIGNS[condition];
  const met =
    condition === 'is' || condition === 'is-not'
      ? `LOWER(TRIM(${cell}&""))${sign}LOWER(TRIM(${limit}&""))`
      : `AND(ISNUMBER(${cell}),ISNUMBER(${limit}),${cell}${sign}${limit})`;
  // Not `=""`, which Univer finds true of a 0.
  return `IF(LEN(${limit})=0,TRUE,${met})`;
}

interface Written {
  readonly conditions: readonly string[];
  at(column: number): string;
  /** The cell with a filter's column. */
  filter(index: number): string;
  criterion(letter: string, index: number): string;
}

/** Why a row has no score: the first reason, as `ranking-rule` finds it. */
function whyUnranked({ criteria, filters }: Ranking, written: Written): string {
  const ofFilters = filters.map(({ column, condition }, index) => {
    const name = written.filter(index);
    const isNumber = `ISNUMBER(${written.at(column)})`;
    const isText = condition === 'is' || condition === 'is-not';
    const reason = isText
      ? filteredText(name)
      : `IF(${isNumber},${filteredText(name)},${missingText(name)})`;
    return (rest: string) =>
      `IF(IFERROR(${written.conditions[index] ?? ''},FALSE),${rest},${reason})`;
  });
  const ofCriteria = criteria.map(({ column }, index) => {
    const [name, points] = [written.criterion('A', index), written.criterion('G', index)];
    const isMissing = `AND(ISNUMBER(${points}),${points}<>0,NOT(ISNUMBER(${written.at(column)})))`;
    return (rest: string) => `IF(${isMissing},${missingText(name)},${rest})`;
  });
  const ofWeights = criteria.map((_, index) => {
    const reason = joined(
      t('The weight of {column} is not a number', { column: MARK }),
      written.criterion('A', index),
    );
    return (rest: string) => `IF(ISTEXT(${written.criterion('B', index)}),${reason},${rest})`;
  });
  const ofEnds = criteria.map((_, index) => {
    const [name, points] = [written.criterion('A', index), written.criterion('G', index)];
    const isUnset = `AND(ISNUMBER(${points}),${points}<>0,ISTEXT(${written.criterion('F', index)}))`;
    return (rest: string) => `IF(${isUnset},${endsText(name)},${rest})`;
  });
  const last = writeLiteral(t('No weights'));
  return [...ofFilters, ...ofWeights, ...ofEnds, ...ofCriteria].reduceRight(
    (rest, before) => before(rest),
    last,
  );
}

const missingText = (cell: string): string =>
  joined(t('No number in {column}', { column: MARK }), cell);
const endsText = (cell: string): string =>
  joined(t('The best or worst value of {column} is not a number', { column: MARK }), cell);
const filteredText = (cell: string): string =>
  joined(t('Filtered out: {column}', { column: MARK }), cell);

/** Stands for a cell in a sentence; no text of ours contains it. */
const MARK = '\u0001';

/** A sentence as a formula: `"No number in "&Settings!$A$5`. */
function joined(sentence: string, cell: string): string {
  return sentence
    .split(MARK)
    .flatMap((part, index) => (index === 0 ? [part] : [cell, part]))
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part === '' ? [] : [writeLiteral(part)]))
    .join('&');
}

/** The header’s cell, so that a column that is renamed is renamed in the settings too. */
function headerOf(list: RankedList, column: number): CellInput {
  const { sheet, headerRow: row, headers } = list;
  const at = list.column + column;
  if (row === undefined || (headers[column] ?? '') === '')
    return textAsInput(t('Column {letters}', { letters: columnLetters(at) }));
  return `=${anchorText({ sheet, row, column: at, rows: 1, columns: 1 })}`;
}

/** The rows of places, without those of sums, whose numbers would be the most of every column. */
function runsOf({ firstRow, lastRow, totals }: RankedList): { row: number; rows: number }[] {
  const ends = totals.filter((row) => row > firstRow && row < lastRow).slice(0, MOST_TOTALS);
  const starts = [firstRow, ...ends.map((row) => row + 1)];
  return starts
    .map((row, index) => ({ row, rows: (ends[index] ?? lastRow + 1) - row }))
    .filter(({ rows }) => rows > 0);
}

/** A formula may have 255 arguments and 8,192 characters. */
const MOST_TOTALS = 100;

/** As it stands in the settings, where a person can change it. */
function betterWord(better: Criterion['better']): string {
  switch (better) {
    case 'more':
      return t('more');
    case 'less':
      return t('less');
    case 'closest':
      return t('closest to');
  }
}

function isBetter(better: Criterion['better'], cell: string): string {
  return `LOWER(TRIM(${cell}))=${writeLiteral(betterWord(better).toLowerCase())}`;
}

/** As a person reads it. */
export function conditionWord(condition: Filter['condition']): string {
  switch (condition) {
    case 'under':
      return t('under');
    case 'over':
      return t('over');
    case 'from':
      return t('at least');
    case 'to':
      return t('at most');
    case 'is':
      return t('is');
    case 'is-not':
      return t('is not');
  }
}

function notes({ firstRow, lastRow }: RankedList): readonly string[] {
  return [
    t('Change weights, directions and limits here. Scores and ranks follow.'),
    t('Score: the points of all columns, 0 to 100. A worst value gets none, a best value all.'),
    t(
      'Worst and best are the lowest and the highest of the list. You can type other values instead.',
    ),
    t(
      'Better: “{more}”, “{less}” or “{closest}”. With “{closest}”, type the best value: the farthest from it is the worst.',
      {
        more: betterWord('more'),
        less: betterWord('less'),
        closest: betterWord('closest'),
      },
    ),
    t('A weight that is blank, zero or negative leaves its column out.'),
    t('A place without a number in a column that counts gets no score. It is not counted as 0.'),
    t('A place that a filter leaves out gets no score, but counts for the worst and best values.'),
    t('An empty limit lets every place through.'),
    t('Equal scores share a rank.'),
    t('Ranked: rows {first} to {last}, and rows inserted between them.', {
      first: String(firstRow + 1),
      last: String(lastRow + 1),
    }),
  ];
}
