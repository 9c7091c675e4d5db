import { t } from '../../language/speech';
import type { PanePorts } from '../pane-ports';
import { PaneBoundary } from '../PaneBoundary';
import { FreezeCard } from '../freeze/FreezeCard';
import { PaneSection } from '../PaneSection';
import { AnswersCard } from '../snapshot/AnswersCard';
import { CheckCard } from './CheckCard';

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
