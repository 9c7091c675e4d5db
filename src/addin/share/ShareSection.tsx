import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneBoundary } from '../pane/parts/PaneBoundary';
import { FreezeCard } from '../values';
import { PaneSection } from '../pane/parts/PaneSection';
import { AnswersCard } from './AnswersCard';
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
