import { Button, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneBoundary } from '../pane/parts/PaneBoundary';
import { FreezeCard } from '../values';
import { PaneSection } from '../pane/parts/PaneSection';
import { CheckCard } from './CheckCard';
import { ShareCard } from '../pane/parts/ShareCard';
import { CarriedAnswersForm } from './CarriedAnswersForm';
import { useLatest } from '../pane/parts/use-latest';
import { Text } from '../pane/parts/layout';

export interface ShareSectionProps {
  readonly ports: PanePorts;
}

/** All that a workbook needs before it goes to somebody else: a card for each. */
export function ShareSection({ ports }: ShareSectionProps) {
  return (
    <PaneSection title={t('Share this workbook')}>
      <PaneBoundary>
        <AnswersCard ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <FreezeCard ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <CheckCard ports={ports} />
      </PaneBoundary>
    </PaneSection>
  );
}

interface AnswersCardProps {
  readonly ports: Pick<PanePorts, 'workbookAnswers' | 'clock' | 'host'>;
}

/** The answers that the workbook carries: how many, how they get there, how to leave them out. */
export function AnswersCard({ ports }: AnswersCardProps) {
  const open = ports.workbookAnswers;
  const { result: answers, hasFailed, again } = useLatest(open, [open]);
  return (
    <ShareCard title={t('Results in this workbook')}>
      <Text tone="quiet">
        {t(
          'Save results in the workbook so that anyone who opens it sees values without a key and without spending, even after recalculating.',
        )}
      </Text>
      {answers === undefined && !hasFailed && <Spinner size="small" label={t('Opening…')} />}
      {hasFailed && (
        <div role="alert">
          <Text tone="quiet">{t('Part of Locus couldn’t load. Check your network.')}</Text>
          <Button onClick={again}>{t('Try again')}</Button>
        </div>
      )}
      {answers !== undefined && <CarriedAnswersForm answers={answers} ports={ports} />}
    </ShareCard>
  );
}
