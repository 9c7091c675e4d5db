import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';

import { listText, numberFormat, t } from '../../engine/language/speech';
import type { BlockColumn } from '../../engine/places/column-candidates';
import { addingCostText, columnTitle, turnsOf, type PlaceList } from '../enrich';
import { ShownPrice } from '../spreadsheet/shown-price';
import { cellAddress, parseArea } from '../spreadsheet/cell-address';
import { MeetingPageAction } from '../meeting';
import { Actions, Row, Text } from '../pane/parts/layout';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { SelectField } from '../pane/parts/SelectField';
import type { PaneViewProps, ViewRequest } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { useStoreValue } from '../pane/parts/use-store-value';
import { measureColumns, rowLabel, type ListRow, type ListRows } from './list-rows';
import { CriterionFields, FilterFields } from './RankFields';
import { bestOf, percentOf, rankingPage, type RankedRow } from './ranking-page';
import { writeRanking } from './ranking';
import { rankRows, type Criterion, type RankOutcome } from './ranking-rule';
import { useRanking } from './use-ranking';

export interface RankSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView' | 'request'> {
  readonly list: PlaceList;
  readonly found: ListRows;
  /** Called when a person chooses something. */
  onChoice(): void;
  /** Called after the sheet was changed. */
  onDone(): void;
  /** A person wants the best places side by side. */
  onCompare(rows: readonly number[]): void;
}

const useStyles = makeStyles({
  best: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
});

/** Which columns decide and how much, which places come into question, and what comes of it. */
export function RankSection(props: RankSectionProps) {
  const { ports, list, found, goToView, request, onChoice, onDone } = props;
  const { sheet, cells } = ports.host;
  const steps = useNoticedSteps(onDone);
  const choice = useRanking(() => {
    steps.tell(undefined);
    onChoice();
  });
  const { ranking, criteria } = choice;
  const outcomes = useMemo(
    () =>
      rankRows(
        found.rows.map((row) => row.cells),
        ranking,
      ),
    [found, ranking],
  );
  const unused = measureColumns(list).filter(
    ({ index }) => !criteria.some(({ column }) => column === index),
  );
  // Columns that a person comes from count at once.
  const handled = useRef<ViewRequest>(undefined);
  const take = useEffectEvent(() => {
    const area = parseArea(request?.columns ?? '');
    if (area === undefined || handled.current === request || area.sheet !== list.block.sheet)
      return;
    const isWanted = ({ index }: BlockColumn): boolean => {
      const column = list.block.column + index;
      return column >= area.startColumn && column <= area.endColumn;
    };
    if (!measureColumns(list).some(isWanted)) return;
    handled.current = request;
    choice.addCriteria(unused.filter(isWanted));
  });
  useEffect(() => take(), [request, list]);
  const titleOf = (column: number): string => columnTitle(list, column);
  const aimless = criteria.filter(
    ({ weight, better, target }) => weight > 0 && better === 'closest' && target === undefined,
  );
  const isReady =
    criteria.some(({ weight }) => weight > 0) && aimless.length === 0 && !steps.isBusy;
  const rank = (): void => {
    const { block } = list;
    const what = () => JSON.stringify([block.sheet, block.row, block.column, block.rows, ranking]);
    const { reveal } = cells;
    const parts = { sheet, turn: turnsOf(ports.clock), reveal, later: steps.later };
    steps.write(what, reveal, () => writeRanking(list, found, ranking, parts));
  };
  const best = bestOf(found.rows, outcomes, BEST_SHOWN);

  return (
    <>
      <PaneSection title={t('What counts')}>
        <Text tone="quiet">
          {t(
            'Each value is scaled between the worst and the best of its column. Locus writes scores and ranks as ordinary formulas, and makes no calls.',
          )}
        </Text>
        {criteria.map((criterion) => (
          <CriterionFields
            key={criterion.column}
            criterion={criterion}
            title={titleOf(criterion.column)}
            share={shareText(criterion, criteria)}
            rows={found.rows}
            onChange={(change) => choice.changeCriterion(criterion.column, change)}
            onRemove={() => choice.removeCriterion(criterion.column)}
          />
        ))}
        <AddColumn
          label={criteria.length === 0 ? t('Column') : t('Add a column')}
          list={list}
          columns={unused}
          onAdd={(column) => choice.addCriteria([column])}
        />
        <Button size="small" onClick={() => goToView('enrich')}>
          {t('Get a column from Locus')}
        </Button>
      </PaneSection>
      <PaneSection title={t('Which places')}>
        {choice.filters.map((filter) => (
          <FilterFields
            key={filter.id}
            filter={filter}
            title={titleOf(filter.column)}
            rows={found.rows}
            onChange={(change) => choice.changeFilter(filter.id, change)}
            onRemove={() => choice.removeFilter(filter.id)}
          />
        ))}
        <AddColumn
          label={t('Add a filter')}
          list={list}
          columns={list.columns.columns}
          onAdd={choice.addFilter}
        />
      </PaneSection>
      <PaneSection title={t('Result')}>
        {criteria.length === 0 ? (
          <Text tone="quiet">{t('Choose at least one column.')}</Text>
        ) : aimless.length > 0 ? (
          <Text tone="quiet">
            {t('Enter the best value of {columns}.', {
              columns: listText(aimless.map(({ column }) => titleOf(column))),
            })}
          </Text>
        ) : (
          <Outcome {...props} outcomes={outcomes} criteria={criteria} best={best} />
        )}
        <Button
          appearance="primary"
          disabledFocusable={!isReady}
          icon={steps.isBusy ? <Spinner size="extra-tiny" aria-hidden /> : null}
          onClick={() => {
            if (isReady) rank();
          }}
        >
          {t('Add scores and ranks')}
        </Button>
        <NoticeLine notice={steps.notice} isBusy={steps.isBusy} />
        <MeetingPageAction
          ports={ports}
          list={list}
          isReady={isReady && best.length > 0}
          content={(formatOf) =>
            rankingPage(list, ranking, bestOf(found.rows, outcomes, found.rows.length), formatOf)
          }
        />
      </PaneSection>
    </>
  );
}

const BEST_SHOWN = 3;

interface AddColumnProps {
  readonly label: string;
  readonly list: PlaceList;
  readonly columns: readonly BlockColumn[];
  onAdd(column: BlockColumn): void;
}

function AddColumn({ label, list, columns, onAdd }: AddColumnProps) {
  if (columns.length === 0) return <Text tone="quiet">{t('No columns of numbers to add.')}</Text>;
  return (
    <SelectField<number | undefined>
      label={label}
      value={undefined}
      options={[
        [undefined, t('Choose a column')],
        ...columns.map((column) => [column.index, columnTitle(list, column.index)] as const),
      ]}
      onChange={(chosen) => {
        const column = columns.find(({ index }) => index === chosen);
        if (column !== undefined) onAdd(column);
      }}
    />
  );
}

interface OutcomeProps extends RankSectionProps {
  readonly outcomes: readonly RankOutcome[];
  readonly criteria: readonly Criterion[];
  readonly best: readonly RankedRow[];
}

/** The best places as they would come out, and why others have no rank. */
function Outcome({ ports, list, found, outcomes, criteria, best, ...acts }: OutcomeProps) {
  const styles = useStyles();
  const ranked = outcomes.filter(({ kind }) => kind === 'ranked').length;
  const missing = criteria.flatMap(({ column, weight }) => {
    const rows = weight > 0 ? lacking(found.rows, outcomes, column) : [];
    return rows.length === 0 ? [] : [{ column, rows }];
  });
  const filtered = outcomes.filter(({ kind }) => kind === 'filtered').length;
  return (
    <>
      {best.length > 0 && (
        <ol className={styles.best} aria-label={t('Best places')}>
          {best.map(({ row, score, rank }) => (
            <li key={row.row} value={rank}>
              {t('{name}: {score}', { name: rowLabel(row), score: scores.format(score) })}
            </li>
          ))}
        </ol>
      )}
      <Text>
        {t('{ranked} of {rows, plural, one {# place} other {# places}} ranked.', {
          ranked: countFormat.format(ranked),
          rows: found.rows.length,
        })}
        {filtered > 0 &&
          ` ${t('{filtered} filtered out.', { filtered: countFormat.format(filtered) })}`}
      </Text>
      {missing.map(({ column, rows }) => (
        <Missing key={column} ports={ports} list={list} column={column} rows={rows} />
      ))}
      {best.length > 1 && (
        <Actions>
          <Button size="small" onClick={() => acts.onCompare(best.map(({ row }) => row.row))}>
            {t('Compare the best')}
          </Button>
          {Object.keys(list.columns.roles).length > 0 && (
            <Button
              size="small"
              onClick={() => {
                const all = bestOf(found.rows, outcomes, found.rows.length);
                const ranked = all.map(({ row, ...outcome }) => ({ row: row.row, ...outcome }));
                acts.goToView('map', { places: { address: list.block.address, ranked } });
              }}
            >
              {t('Show ranks on the map')}
            </Button>
          )}
        </Actions>
      )}
    </>
  );
}

const scores = numberFormat({ maximumFractionDigits: 1, minimumFractionDigits: 1 });
const countFormat = numberFormat({});

interface MissingProps extends Pick<RankSectionProps, 'ports' | 'list'> {
  readonly column: number;
  readonly rows: readonly ListRow[];
}

/** Places that have no score because a value is missing; Locus can ask again for one of its own. */
function Missing({ ports, list, column, rows }: MissingProps) {
  const preferences = useStoreValue(ports.preferences);
  const { sheet, column: first, ownColumns } = list.block;
  const isOwn = ownColumns?.has(column) === true;
  const names = rows.slice(0, BEST_SHOWN).map(rowLabel);
  const rest = rows.length - names.length;
  const cost = addingCostText(
    { calls: rows.length, values: rows.length, known: 0, isAtMost: true },
    preferences,
    0,
  );
  const addressOf = ({ row }: ListRow) => cellAddress(sheet, row, first + column);
  return (
    <Row>
      <Text>
        {t('No number in {column}, so no score: {places}.', {
          column: columnTitle(list, column),
          places: listText(rest > 0 ? [...names, t('{rest} more', { rest })] : names),
        })}
      </Text>
      {isOwn && (
        <Button
          size="small"
          onClick={() => void ports.retry(rows.map(addressOf), new ShownPrice(rows.length, cost))}
        >
          {t('Ask again ({cost})', { cost })}
        </Button>
      )}
    </Row>
  );
}

function shareText({ weight }: Criterion, criteria: readonly Criterion[]): string {
  const percent = percentOf(weight, criteria);
  return percent === '' ? '' : t('{percent} of the score', { percent });
}

/** The rows without a number in a column that are otherwise wanted. */
function lacking(
  rows: readonly ListRow[],
  outcomes: readonly RankOutcome[],
  column: number,
): readonly ListRow[] {
  return rows.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome?.kind === 'missing' && outcome.column === column;
  });
}
