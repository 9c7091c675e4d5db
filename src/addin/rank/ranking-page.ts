import { listText, numberFormat, t } from '../../engine/language/speech';
import { columnTitle, type PlaceList } from '../enrich';
import { numberPattern, PAGE_WIDTH, type FormatOf, type MeetingContent } from '../meeting';
import type { PageColumn } from '../spreadsheet/printed-page';
import { rowLabel, type ListRow } from './list-rows';
import { conditionWord } from './rank-formulas';
import { numberIn, type Criterion, type Ranking, type RankOutcome } from './ranking-rule';

export interface RankedRow {
  readonly row: ListRow;
  readonly score: number;
  readonly rank: number;
}

/** The ranked places, the best first. */
export function bestOf(
  rows: readonly ListRow[],
  outcomes: readonly RankOutcome[],
  most: number,
): readonly RankedRow[] {
  return rows
    .flatMap((row, index) => {
      const outcome = outcomes[index];
      return outcome?.kind === 'ranked' ? [{ row, score: outcome.score, rank: outcome.rank }] : [];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
}

/** More do not fit on a page, nor into a meeting. */
const MOST_PLACES = 10;
const MOST_COLUMNS = 6;
const RANK = 48;
const SCORE = 60;
const WIDEST = 96;
/** What a place's name has at least. */
const NAME = 190;

/**
 * The best places with the columns that decide.
 *
 * @param ranked all places that have a rank, the best first.
 */
export function rankingPage(
  list: PlaceList,
  ranking: Ranking,
  ranked: readonly RankedRow[],
  formatOf: FormatOf,
): MeetingContent {
  const best = ranked.slice(0, MOST_PLACES);
  const counting = ranking.criteria
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const shown = counting.slice(0, MOST_COLUMNS).map(({ column }) => column);
  const width = Math.min(WIDEST, Math.floor((PAGE_WIDTH - RANK - SCORE - NAME) / shown.length));
  const formats = shown.map((column) =>
    numberPattern(
      formatOf(column),
      best.flatMap(({ row }) => numberIn(row.cells, column) ?? []),
    ),
  );
  const places: PageColumn = {
    width: PAGE_WIDTH - RANK - SCORE - width * shown.length,
    align: 'left',
  };
  const number: PageColumn = { width, align: 'right' };
  const { sheet } = list.block;
  return {
    id: 'ranking',
    name: t('Ranking page'),
    title:
      ranked.length > best.length
        ? t('{sheet}: the best {shown} of {ranked} places', {
            sheet,
            shown: best.length,
            ranked: ranked.length,
          })
        : t('{sheet}: {ranked, plural, one {# place} other {# places}} by rank', {
            sheet,
            ranked: ranked.length,
          }),
    notes: [
      ...weightNotes(list, counting),
      ...filterNotes(list, ranking),
      ...tieNotes(ranked, best),
    ],
    columns: [
      { width: RANK, align: 'center' },
      places,
      { width: SCORE, align: 'right' },
      ...shown.map(() => number),
    ],
    tables: [
      {
        heading: [
          t('Rank'),
          t('Place'),
          t('Score'),
          ...shown.map((column) => columnTitle(list, column)),
        ],
        lines: best.map(({ row, score, rank }) => ({
          cells: [
            rank,
            rowLabel(row),
            score,
            ...shown.map((column) => numberIn(row.cells, column) ?? ''),
          ],
          formats: ['0', undefined, '0.0', ...formats],
        })),
      },
    ],
    chart: { title: t('Scores'), column: 1, columns: 2 },
    shown,
    places: best.map(({ row, score, rank }) => ({ row: row.row, score, rank })),
  };
}

/** A criterion's part of the score; "" if none has a weight. */
export function percentOf(weight: number, criteria: readonly Criterion[]): string {
  const total = criteria.reduce((sum, one) => sum + Math.max(0, one.weight), 0);
  if (total === 0) return '';
  return numberFormat({ style: 'percent' }).format(Math.max(0, weight) / total);
}

function weightNotes(list: PlaceList, counting: readonly Criterion[]): readonly string[] {
  const parts = counting.map((criterion) =>
    criterionText(
      columnTitle(list, criterion.column),
      percentOf(criterion.weight, counting),
      criterion,
    ),
  );
  return [t('Score from 0 to 100: {parts}.', { parts: parts.join('; ') })];
}

function criterionText(column: string, percent: string, { better, target }: Criterion): string {
  switch (better) {
    case 'more':
      return t('{column} {percent}, more is better', { column, percent });
    case 'less':
      return t('{column} {percent}, less is better', { column, percent });
    case 'closest':
      return t('{column} {percent}, closest to {target} is best', {
        column,
        percent,
        target: numberFormat({}).format(target ?? 0),
      });
  }
}

function filterNotes(list: PlaceList, { filters }: Ranking): readonly string[] {
  const conditions = filters.flatMap(({ column, condition, limit }) =>
    limit === ''
      ? []
      : [
          [
            columnTitle(list, column),
            conditionWord(condition),
            typeof limit === 'number' ? numberFormat({}).format(limit) : limit,
          ].join(' '),
        ],
  );
  if (conditions.length === 0) return [];
  return [t('Only places with {conditions}.', { conditions: listText(conditions) })];
}

/** Where the page ends among equals, chance has decided who is on it. */
function tieNotes(ranked: readonly RankedRow[], best: readonly RankedRow[]): readonly string[] {
  const rank = best.at(-1)?.rank;
  const others = ranked.slice(best.length).filter((one) => one.rank === rank).length;
  if (others === 0) return [];
  return [
    t('{others, plural, one {# more place shares} other {# more places share}} rank {rank}.', {
      others,
      rank: String(rank),
    }),
  ];
}
