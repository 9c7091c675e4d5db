import { Checkbox, Link, Spinner, makeStyles, tokens } from '@fluentui/react-components';

import { t, countText } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import type { EnrichCost, EnrichPlan } from './use-enrich-plan';
import type { PlaceKind } from '../../engine/places/place-choice';
import { type BadRows, type PlaceSurvey, shortAddress } from './place-rows';
import { rowsToFill, type WantedScore } from './score-choice';
import { SwapOffers } from './SwapOffers';
import { Fact, Facts, Text } from '../pane/parts/layout';
import {
  badRowText,
  blankText,
  callsText,
  defaultsText,
  leftOutText,
  planPriceText,
  rowsText,
  timeText,
  valuesText,
} from './plan-messages';
import { useStoreValue } from '../pane/parts/use-store-value';
import { sentText } from '../../engine/places/place-row';

export interface PlanDetailsProps {
  readonly plan: EnrichPlan;
  readonly kind: PlaceKind;
  /** Where the new columns go; undefined while none are chosen. */
  readonly target: string | undefined;
  /** What comes of adding the columns, if not all of it will simply be asked for. */
  readonly foreseen: string | undefined;
  readonly ports: Pick<PanePorts, 'preferences'>;
  /** The sheet is being changed. */
  readonly isBusy: boolean;
  /** Hidden rows get formulas too. */
  readonly includesHidden: boolean;
  onIncludeHidden(isWanted: boolean): void;
  /** Undefined if no score is wanted. */
  readonly score: WantedScore | undefined;
  /** Rows in which a variable is blank get its default; otherwise they get no score. */
  readonly fillsBlank: boolean;
  onFillBlank(isWanted: boolean): void;
  onSwap(): void;
  /** Swaps latitude and longitude in these rows of the sheet. */
  onSwapRows(rows: PlaceSurvey['swapped']): void;
  onShow(address: string): void;
  readonly goToView: PaneViewProps['goToView'];
}

/** What the rows hold and what the columns will cost, as far as known yet. */
export function PlanDetails(props: PlanDetailsProps) {
  const { plan, kind, ...acts } = props;
  const { survey, cost } = plan;
  if (survey === undefined) return <Spinner size="small" label={t('Reading the rows…')} />;
  if (survey.kind === 'failed') return <Text isStrong>{survey.message}</Text>;
  return (
    <>
      <PlanFigures {...props} survey={survey} cost={cost} />
      {survey.hidden > 0 && (
        <Checkbox
          label={t('Leave out {hidden, plural, one {# hidden row} other {# hidden rows}}', {
            hidden: survey.hidden,
          })}
          checked={!acts.includesHidden}
          onChange={(_event, { checked }) => acts.onIncludeHidden(checked !== true)}
        />
      )}
      <BlankVariables {...props} blank={plan.blank} />
      <SwapOffers {...props} looksSwapped={survey.looksSwapped} rows={survey.swapped} />
      <BadRowsList bad={survey.bad} kind={kind} onShow={(address) => acts.onShow(address)} />
    </>
  );
}

interface BlankVariablesProps extends Pick<
  PlanDetailsProps,
  'score' | 'fillsBlank' | 'onFillBlank'
> {
  readonly blank: EnrichPlan['blank'];
}

/** A default is a guess about a row: it is used only where a person says so, who sees how often. */
function BlankVariables({ blank, score, fillsBlank, onFillBlank }: BlankVariablesProps) {
  const { size } = rowsToFill(blank);
  const everywhere = score && defaultsText(score);
  return (
    <>
      {everywhere !== undefined && <Text>{everywhere}</Text>}
      {blank.map((each) => (
        <Text key={each.variable.name}>{blankText(each, fillsBlank)}</Text>
      ))}
      {size > 0 && (
        <Checkbox
          label={t('Score {count, plural, one {this row} other {these # rows}} with defaults', {
            count: size,
          })}
          checked={fillsBlank}
          onChange={(_event, { checked }) => onFillBlank(checked === true)}
        />
      )}
    </>
  );
}

interface BadRowsListProps {
  readonly bad: readonly BadRows[];
  readonly kind: PlaceKind;
  onShow(address: string): void;
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
  },
  cells: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  },
  figure: { fontVariantNumeric: 'tabular-nums' },
});

/** Rows that cannot be looked up as they are, grouped by reason; a click goes to the cell. */
function BadRowsList({ bad, kind, onShow }: BadRowsListProps) {
  const styles = useStyles();
  if (bad.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Rows to fix')}>
      {bad.map(({ reason, count, addresses }) => (
        <li key={reason}>
          {t('{title}: {parts}.', {
            title: t('{count, plural, one {# row} other {# rows}}', { count }),
            parts: badRowText(reason, kind),
          })}{' '}
          <span className={styles.cells}>
            {addresses.map((address) => (
              <Link as="button" inline key={address} onClick={() => onShow(address)}>
                {shortAddress(address)}
              </Link>
            ))}
            {count > addresses.length && (
              <span>{t('and {rest} more', { rest: count - addresses.length })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PlanFiguresProps extends Pick<
  PlanDetailsProps,
  'target' | 'foreseen' | 'ports' | 'goToView'
> {
  readonly survey: PlaceSurvey;
  /** Undefined while the calls are counted. */
  readonly cost: EnrichCost | undefined;
}

/** What the new columns mean, in figures, before anything is written or asked. */
function PlanFigures({ survey, cost, target, foreseen, ports, goToView }: PlanFiguresProps) {
  const preferences = useStoreValue(ports.preferences);
  const [first] = survey.places;
  const hasColumns = target !== undefined;
  return (
    <>
      <Facts>
        <Figure term={t('Rows')}>{rowsText(survey)}</Figure>
        {survey.leftOut.size > 0 && <Figure term={t('Left out')}>{leftOutText(survey)}</Figure>}
        <Figure term={t('Unique places')}>{countText(survey.places.length)}</Figure>
        {first !== undefined && <Figure term={t('Sends')}>{sentText(first)}</Figure>}
        {hasColumns && (
          <>
            <Figure term={t('Values')}>{cost === undefined ? COUNTING : valuesText(cost)}</Figure>
            <Figure term={t('Calls')}>{cost === undefined ? COUNTING : callsText(cost)}</Figure>
            <Figure term={t('Cost')}>
              {cost === undefined
                ? COUNTING
                : (planPriceText(cost, preferences) ?? (
                    <Link as="button" inline onClick={() => goToView('more', { part: 'spending' })}>
                      {t('Set price per call')}
                    </Link>
                  ))}
            </Figure>
            <Figure term={t('Time')}>
              {cost === undefined ? COUNTING : timeText(cost, preferences)}
            </Figure>
            <Figure term={t('Goes to')}>{target}</Figure>
          </>
        )}
      </Facts>
      {hasColumns && foreseen !== undefined && <Text isStrong>{foreseen}</Text>}
    </>
  );
}

const COUNTING = t('counting…');

function Figure({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <Fact term={term} className={useStyles().figure}>
      {children}
    </Fact>
  );
}
