import {
  Button,
  Checkbox,
  Spinner,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useMemo, useSyncExternalStore } from 'react';
import { largest } from '../../engine/async/extremes';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { shortList, t } from '../../engine/language/speech';
import { isWithin, parseArea } from '../spreadsheet/cell-address';
import { leftOut, rowsToFill, toScoreColumn } from './score-choice';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import {
  type Adding,
  type AddingSteps,
  type Additions,
  type NewColumns,
  useNewColumns,
} from './use-additions';
import {
  columnsToAdd,
  scoreColumns,
  whyOwnFormulas,
  type Enrichment,
  type Layout,
  type OwnFormulas,
} from './enrich-cells';
import { useEnrichPlan } from './use-enrich-plan';
import type { ListChoice, SelectedList } from './use-list-choice';
import {
  choiceFault,
  columnToFill,
  completeColumns,
  inSheet,
  swappedChoice,
  type PlaceColumns,
} from '../../engine/places/place-choice';
import { numberFormatOf } from './number-format';
import { areaText, type PlaceSurvey } from './place-rows';
import { headersOf, NamePicker } from './NamePicker';
import { addingCostText, addingTitle, foresee } from './plan-messages';
import { coversWanted } from './call-count';
import { sumOfDay } from '../device/ledger';
import { NearestSection } from './NearestSection';
import { PlanDetails } from './PlanDetails';
import type { WorkbookSettings } from '../workbook/workbook-settings';
import type { Sheet, SheetArea } from '../spreadsheet/sheet';
import { ShownPrice } from '../spreadsheet/shown-price';
import { useDescribedNames, useOpenCatalogue, useUsedNames } from '../names';
import type { PanePorts } from '../pane/parts/pane-ports';
import { Actions, Row, Text } from '../pane/parts/layout';
import { LayoutField } from './LayoutField';
import { PlaceFields, RowsHint } from './PlaceFields';
import type { HeaderRow } from './place-list';
import { ScoreFields, UnfilledInputs } from './ScoreFields';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { SelectField } from '../pane/parts/SelectField';

export interface EnrichListProps extends ListChoice, Pick<PaneViewProps, 'ports' | 'goToView'> {
  readonly selected: SelectedList;
  readonly additions: Additions;
  readonly steps: AddingSteps;
}

const useStyles = makeStyles({
  adding: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalL}`,
  },
  // Names what will be added: in a small window, the choice is out of sight.
  what: {
    flexBasis: '100%',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // Keeps the button to add in sight, however long the list of names above it is.
  inSight: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    paddingTop: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalM,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    // In a low window it would cover too much.
    '@media (max-height: 560px)': { position: 'static' },
  },
});

/** One list: where its places are, what to add, what that costs, and adding it. */
export function EnrichList(props: EnrichListProps) {
  const styles = useStyles();
  const { list, choice, includesHidden, fillsBlank } = props;
  const { ports, selected, additions, steps, goToView } = props;
  const { settings } = useStoreValue(ports.workbook);
  const preferences = useStoreValue(ports.preferences);
  const describe = useDescribedNames(ports.catalogue);
  const columns = useNewColumns(additions, settings.modelOf(additions.alias), props, describe);
  const { names, score, count } = columns;
  const missing = score === undefined ? [] : leftOut(score);
  // Only a score can do without a pincode; names need one, and may yet be chosen.
  const isChoosing = count === 0 && steps.notice === undefined;
  const needsPincode = isChoosing || names.length > 0;
  const fault = choiceFault(choice, needsPincode, list.columns);
  const place = useMemo(
    () => (fault === undefined ? completeColumns(choice, needsPincode) : undefined),
    [choice, needsPincode, fault],
  );
  const plan = useEnrichPlan(ports, {
    list,
    columns: place,
    names,
    score,
    rows: selected.rows,
    includesHidden,
    fillsBlank,
    pincodes: preferences.pincodes,
  });
  const survey = plan.survey?.kind === 'survey' ? plan.survey : undefined;

  const spent = useSpentToday(ports);
  const { cost } = plan;
  const { approved = 0, message: foreseen } =
    cost === undefined ? {} : foresee(cost, preferences, ports.held.room(), spent);

  const { block } = list;
  const layoutFor = (why: OwnFormulas | undefined): Layout =>
    why === undefined ? additions.layout : 'cells';
  const why = whyOwnFormulas(block, names.length, survey?.skipped.size ?? 0);
  const column = nextColumn(block, [steps, ...steps.earlier]);
  const scored = score && toScoreColumn(score, list, fillsBlank && rowsToFill(plan.blank).size > 0);
  const width = names.length + scoreColumns(scored);
  const target = count === 0 ? undefined : areaText(block.row, column, block.rows, width);
  const price = cost && new ShownPrice(cost.calls, addingCostText(cost, preferences, approved));
  const canAdd = place !== undefined && count > 0 && missing.length === 0;
  // Nobody adds columns whose price is still being counted.
  const isReady = canAdd && price !== undefined && !steps.isBusy && !steps.isBehind;

  const whatToAdd = (where: PlaceColumns, read: PlaceSurvey, seen: ShownPrice): Adding => {
    const enrichment: Enrichment = {
      list: block,
      hasHeader: list.columns.hasHeader,
      skipped: read.skipped,
      place: inSheet(where, block.column),
      names,
      titles: additions.isByCode ? undefined : headersOf(names.map(describe)),
      formats: names.map((name) => numberFormatOf(describe(name))),
      score: scored,
      layout: layoutFor(whyOwnFormulas(block, names.length, read.skipped.size)),
      column,
    };
    // What was counted is what the person saw: no more calls than those, and for no other questions.
    const asked = score && { places: read.scored, modelId: score.model.modelId };
    const covers = coversWanted({ places: read.places, names }, asked);
    const approve = () => ports.held.approveAhead({ calls: approved, covers });
    return {
      columns: columnsToAdd(enrichment),
      price: seen,
      approve: approved > 0 ? approve : undefined,
    };
  };

  return (
    <>
      <ListSection
        {...props}
        fault={fault}
        needsPincode={needsPincode}
        isBusy={steps.isBusy}
        onFill={(toFill) => void steps.fill(list, toFill)}
        onLookAgain={() => selected.readAgain()}
      />
      <WantedSection
        {...props}
        catalogue={ports.catalogue}
        sheet={ports.host.sheet}
        settings={settings}
        columns={columns}
        there={steps.notice === undefined ? columns.there : []}
      />
      <PaneSection title={t('Before you add')}>
        {place === undefined ? (
          <Text tone="quiet">{t('Choose where the places are first.')}</Text>
        ) : (
          <PlanDetails
            plan={plan}
            kind={choice.kind}
            target={target}
            foreseen={foreseen}
            ports={ports}
            isBusy={steps.isBusy}
            includesHidden={includesHidden}
            onIncludeHidden={(isWanted) => props.setIncludesHidden(isWanted)}
            score={score}
            fillsBlank={fillsBlank}
            onFillBlank={(isWanted) => props.setFillsBlank(isWanted)}
            onSwap={() => props.setChoice(swappedChoice(choice))}
            onSwapRows={(rows) => {
              const where = inSheet(place, block.column);
              if (where.kind === 'coordinates')
                void steps.swap({ ...where, sheet: block.sheet }, rows);
            }}
            onShow={(address) => {
              selected.show(address).catch(() => steps.tell(CANNOT_SHOW));
            }}
            goToView={goToView}
          />
        )}
        {(names.length > 0 || count === 0) && (
          <LayoutField
            layout={layoutFor(why)}
            why={why}
            onChange={(next) => additions.change({ layout: next })}
          />
        )}
        {names.length > 0 && list.columns.hasHeader && (
          <Checkbox
            label={t('Use codes as headers')}
            checked={additions.isByCode}
            onChange={(_event, { checked }) => additions.change({ isByCode: checked === true })}
          />
        )}
        {count === 0 && columns.there.length === 0 && (
          <Text tone="quiet">
            {settings.models.length === 0 ? t('Choose at least one attribute.') : NOTHING_CHOSEN}
          </Text>
        )}
        {steps.earlier.map((step) => (
          <NoticeLine key={step.id} notice={step.notice} isBusy={steps.isBusy} isEarlier />
        ))}
      </PaneSection>
      <div className={mergeClasses(styles.adding, count > 0 && styles.inSight)}>
        {count > 0 && (
          <span className={styles.what}>
            {[...headersOf(names.map(describe)), ...(score ? [score.model.alias] : [])].join(', ')}
          </span>
        )}
        <Button
          appearance="primary"
          disabledFocusable={!isReady}
          icon={steps.isBusy ? <Spinner size="extra-tiny" aria-hidden /> : null}
          onClick={() => {
            if (isReady && survey) void steps.add(whatToAdd(place, survey, price));
          }}
        >
          {cost === undefined ? t('Add columns') : addingTitle(approved, cost)}
        </Button>
        {count > 0 && (
          <Text as="span" tone="quiet">
            {fault ?? (missing.length === 0 && price?.text)}
          </Text>
        )}
        {fault === undefined && <UnfilledInputs score={score} />}
        <LatestNotice {...props} notice={steps.isOfNearest ? undefined : steps.notice} />
      </div>
      <NearestSection
        ports={ports}
        list={list}
        place={place}
        skipped={survey?.skipped}
        column={column}
        steps={steps}
      >
        <LatestNotice {...props} notice={steps.isOfNearest ? steps.notice : undefined} />
      </NearestSection>
    </>
  );
}

/** Beside the list, and beside what was added further right because something stood there. */
function nextColumn(
  { sheet, column, columns }: SheetArea,
  steps: readonly { readonly notice: Notice | undefined }[],
): number {
  const beside = column + columns;
  const ends = steps.flatMap(({ notice }) => {
    // Without an undo, the columns are gone.
    const area = notice?.action && parseArea(notice.address ?? '');
    const isBeside = area?.sheet === sheet && area.startColumn >= beside;
    return isBeside ? [area.endColumn + 1] : [];
  });
  return largest([beside, ...ends]);
}

/** Today's calls, as the budget counts them: one without a reply may have been charged. */
function useSpentToday({ ledger, clock }: Pick<PanePorts, 'ledger' | 'clock'>): number {
  const { calls, unanswered = 0 } = sumOfDay(useStoreValue(ledger), clock.today());
  return calls + unanswered;
}

const NOTHING_CHOSEN = t('Choose at least one attribute or a model.');

const CANNOT_SHOW = {
  tone: 'bad',
  text: t('Can’t show this cell. The sheet may have changed. Select Refresh.'),
} as const;

interface WantedSectionProps extends Pick<ListChoice, 'list' | 'setVariable'> {
  readonly catalogue: PanePorts['catalogue'];
  readonly sheet: Sheet;
  readonly settings: WorkbookSettings;
  readonly additions: Additions;
  readonly columns: NewColumns;
  /** What the list already has; empty if the section should not say so. */
  readonly there: readonly string[];
}

/** Beyond these, columns are counted, not named. */
const SHOWN = 3;

/** A model's score, if the workbook has models, and the names that become columns. */
function WantedSection(props: WantedSectionProps) {
  const { catalogue, settings, list, additions, columns, there } = props;
  const used = useUsedNames(props.sheet, useOpenCatalogue(catalogue).result);
  const headers = new Set(list.columns.columns.map(({ header }) => header.toLowerCase()));
  return (
    <PaneSection title={t('What to add')}>
      {settings.models.length > 0 && (
        <ScoreFields
          models={settings.models}
          alias={settings.modelOf(additions.alias)?.alias ?? ''}
          score={columns.score}
          list={list}
          onModel={(alias) => additions.change({ alias })}
          onVariable={(alias, name, source) => props.setVariable(alias, name, source)}
        />
      )}
      {there.length > 0 && (
        <Text tone="quiet">
          {t('Already in the list: {names}.', { names: shortList(there, SHOWN) })}
        </Text>
      )}
      <NamePicker
        catalogue={catalogue}
        sets={settings.variableSets}
        used={[...used].filter((name) => !headers.has(name))}
        chosen={additions.chosen}
        onChange={(chosen) => additions.change({ chosen })}
      />
    </PaneSection>
  );
}

interface ListSectionProps extends ListChoice {
  readonly selected: Pick<SelectedList, 'rows' | 'below'>;
  /** What is missing, in words. */
  readonly fault: string | undefined;
  readonly needsPincode: boolean;
  /** The sheet is being changed. */
  readonly isBusy: boolean;
  /** Fills this column down. */
  onFill(column: number): void;
  onLookAgain(): void;
}

/** Which list it is, and where in it the places are. */
function ListSection({ fault, needsPincode, isBusy, ...chosen }: ListSectionProps) {
  const { list, choice, selected, onFill, onLookAgain } = chosen;
  const toFill = fault === undefined ? undefined : columnToFill(choice, needsPincode, list.columns);
  return (
    <PaneSection title={t('List')}>
      <Row>
        <Text>{list.block.address}</Text>
        <Button size="small" onClick={onLookAgain}>
          {t('Refresh')}
        </Button>
      </Row>
      <RowsHint {...selected} />
      <SelectField<HeaderRow>
        label={t('Headers')}
        value={list.columns.hasHeader ? list.block.row : 'none'}
        options={[
          ['none', t('None')],
          ...headerRows(chosen).map(
            ({ row, text }) =>
              [row, t('Row {row}: {text}', { row: String(row + 1), text })] as const,
          ),
        ]}
        onChange={(header) => chosen.setHeader(header)}
      />
      <PlaceFields
        list={list}
        choice={choice}
        needsPincode={needsPincode}
        fault={fault}
        onChange={(next) => chosen.setChoice(next)}
      />
      {fault !== undefined && <Text isStrong>{fault}</Text>}
      {toFill !== undefined && (
        <Actions>
          <Button size="small" disabledFocusable={isBusy} onClick={() => onFill(toFill)}>
            {t('Fill “{name}” down', { name: list.columns.columns[toFill]?.header ?? '' })}
          </Button>
        </Actions>
      )}
    </PaneSection>
  );
}

/** Rows that may hold the headers: the first with any words, and the one that was found. */
function headerRows({ list, region }: Pick<ListChoice, 'list' | 'region'>) {
  const rows = region.values.slice(0, ROWS_OFFERED).map((_, index) => region.row + index);
  const found = list.columns.hasHeader ? [list.block.row] : [];
  return [...new Set([...rows, ...found])].flatMap((row) => {
    const cells = region.values[row - region.row] ?? [];
    const words = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '');
    const text = words.join(', ').replace(/\s+/gu, ' ');
    if (words.length === 0) return [];
    return [{ row, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text }];
  });
}

/** Below these, people choose by selecting the list itself. */
const ROWS_OFFERED = 12;
const MOST_TEXT = 40;

interface LatestNoticeProps extends Pick<EnrichListProps, 'ports' | 'steps' | 'goToView'> {
  readonly notice: Notice | undefined;
}

/** The result of the last change, beside the button that was pressed, and what can follow it. */
function LatestNotice({ ports, steps, goToView, notice }: LatestNoticeProps) {
  return (
    <>
      <FailedValues
        problems={ports.problems}
        address={notice?.address}
        onShow={() => goToView('home', { areProblemsWanted: true })}
      />
      <NoticeLine notice={notice} isBusy={steps.isBusy} />
      {notice?.tone === 'good' && notice.action !== undefined && (
        <Button size="small" onClick={() => goToView('rank', { columns: notice.address })}>
          {t('Rank these places')}
        </Button>
      )}
    </>
  );
}

interface FailedValuesProps {
  readonly problems: PanePorts['problems'];
  /** The columns that were added. */
  readonly address: string | undefined;
  onShow(): void;
}

/** How many values of the new columns failed so far, and the way to the reasons. */
function FailedValues({ problems, address, onShow }: FailedValuesProps) {
  const failed = useSyncExternalStore(problems.subscribe, () => failedIn(problems, address));
  if (failed === 0) return null;
  return (
    <Row>
      <Text role="status">
        {t('{failed, plural, one {# value} other {# values}} failed.', { failed })}
      </Text>
      <Button size="small" onClick={onShow}>
        {t('Show problems')}
      </Button>
    </Row>
  );
}

function failedIn(problems: PanePorts['problems'], address: string | undefined): number {
  const area = parseArea(address ?? '');
  if (area === undefined) return 0;
  return problems.list().reduce((sum, problem) => {
    const cell = parseArea(problem.address);
    const isFailed = cell && isWithin(cell, area) && !WAITING.includes(problem.code);
    return isFailed ? sum + problem.count : sum;
  }, 0);
}

/** Asked for as soon as a person approves, or looks. */
const WAITING: readonly string[] = ['held', 'over-budget', 'previewing'];
