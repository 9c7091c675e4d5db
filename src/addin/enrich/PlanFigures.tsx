import { Link, makeStyles } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { countText } from '../../engine/language/count-text';
import { sumOfDay } from '../device/spending-days';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { EnrichCost } from './use-enrich-plan';
import {
  callsText,
  heldBeforehandMessage,
  planPriceText,
  timeText,
  valuesText,
} from './plan-messages';
import { leftOutText, rowsText } from './plan-messages';
import { sentText } from '../../engine/places/place-row';
import type { PlaceSurvey } from './place-survey';
import { Fact, Facts, Text } from '../pane/parts/layout';

export interface PlanFiguresProps {
  readonly survey: PlaceSurvey;
  /** Undefined while the calls are counted. */
  readonly cost: EnrichCost | undefined;
  /** Where the new columns go; undefined while none are chosen. */
  readonly target: string | undefined;
  readonly ports: Pick<PanePorts, 'preferences' | 'ledger' | 'clock'>;
  readonly goToView: PaneViewProps['goToView'];
}

const useStyles = makeStyles({ figure: { fontVariantNumeric: 'tabular-nums' } });

/** What the new columns mean, in figures, before anything is written or asked. */
export function PlanFigures({ survey, cost, target, ports, goToView }: PlanFiguresProps) {
  const preferences = useStoreValue(ports.preferences);
  const days = useStoreValue(ports.ledger);
  const { calls, unanswered = 0 } = sumOfDay(days, ports.clock.today());
  // A call without a reply may have been charged, so the budget counts it.
  const spent = calls + unanswered;
  const held = cost && heldBeforehandMessage(cost, preferences, spent);
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
      {hasColumns && held !== undefined && <Text isStrong>{held}</Text>}
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
