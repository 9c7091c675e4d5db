import { Button, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { ShareCard } from '../pane/parts/ShareCard';
import { CarriedAnswersForm } from './CarriedAnswersForm';
import { useOpenAnswers } from './use-open-answers';
import { usePaneStyles } from '../pane/parts/pane-styles';

export interface AnswersCardProps {
  readonly ports: Pick<PanePorts, 'workbookAnswers' | 'clock' | 'host'>;
}

/** The answers that the workbook carries: how many, how they get there, how to leave them out. */
export function AnswersCard({ ports }: AnswersCardProps) {
  const styles = usePaneStyles();
  const opened = useOpenAnswers(ports.workbookAnswers);
  return (
    <ShareCard title={t('Results in this workbook')}>
      <p className={styles.quiet}>
        {t(
          'Save results in the workbook so that anyone who opens it sees values without a key and without spending, even after recalculating.',
        )}
      </p>
      {opened.kind === 'opening' && <Spinner size="small" label={t('Opening…')} />}
      {opened.kind === 'failed' && (
        <div role="alert">
          <p className={styles.quiet}>{t('Part of Locus couldn’t load. Check your network.')}</p>
          <Button className={styles.start} onClick={opened.retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {opened.kind === 'open' && <CarriedAnswersForm answers={opened.answers} ports={ports} />}
    </ShareCard>
  );
}
