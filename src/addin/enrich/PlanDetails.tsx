import { Checkbox, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { BadRowsList } from './BadRowsList';
import type { EnrichPlan } from './use-enrich-plan';
import type { PlaceKind } from '../../engine/places/place-choice';
import type { PlaceSurvey } from './place-survey';
import { PlanFigures } from './PlanFigures';
import { SwapOffers } from './SwapOffers';
import { Text } from '../pane/parts/layout';

export interface PlanDetailsProps {
  readonly plan: EnrichPlan;
  readonly kind: PlaceKind;
  /** Where the new columns go; undefined while none are chosen. */
  readonly target: string | undefined;
  readonly ports: Pick<PanePorts, 'preferences' | 'ledger' | 'clock'>;
  /** The sheet is being changed. */
  readonly isBusy: boolean;
  /** Hidden rows get formulas too. */
  readonly includesHidden: boolean;
  onIncludeHidden(isWanted: boolean): void;
  onSwap(): void;
  /** Swaps latitude and longitude in these rows of the sheet. */
  onSwapRows(rows: PlaceSurvey['swapped']): void;
  onShow(address: string): void;
  readonly goToView: PaneViewProps['goToView'];
}

/** What the rows hold and what the columns will cost, as far as known yet. */
export function PlanDetails({ plan, kind, target, ports, isBusy, ...acts }: PlanDetailsProps) {
  const { survey, cost } = plan;
  if (survey === undefined) return <Spinner size="small" label={t('Reading the rows…')} />;
  if (survey.kind === 'failed') return <Text isStrong>{survey.message}</Text>;
  return (
    <>
      <PlanFigures
        survey={survey}
        cost={cost}
        target={target}
        ports={ports}
        goToView={acts.goToView}
      />
      {survey.hidden > 0 && (
        <Checkbox
          label={t('Leave out {hidden, plural, one {# hidden row} other {# hidden rows}}', {
            hidden: survey.hidden,
          })}
          checked={!acts.includesHidden}
          onChange={(_event, { checked }) => acts.onIncludeHidden(checked !== true)}
        />
      )}
      <SwapOffers
        kind={kind}
        looksSwapped={survey.looksSwapped}
        rows={survey.swapped}
        isBusy={isBusy}
        onSwap={() => acts.onSwap()}
        onSwapRows={(rows) => acts.onSwapRows(rows)}
      />
      <BadRowsList bad={survey.bad} kind={kind} onShow={(address) => acts.onShow(address)} />
    </>
  );
}
