import { Button, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { ShareCard } from '../pane/parts/ShareCard';
import { CarriedAnswersForm } from './CarriedAnswersForm';
import { useEffect, useState } from 'react';
import type { WorkbookAnswers } from '../spreadsheet/workbook-answers';
import { Text } from '../pane/parts/layout';

export interface AnswersCardProps {
  readonly ports: Pick<PanePorts, 'workbookAnswers' | 'clock' | 'host'>;
}

/** The answers that the workbook carries: how many, how they get there, how to leave them out. */
export function AnswersCard({ ports }: AnswersCardProps) {
  const opened = useOpenAnswers(ports.workbookAnswers);
  return (
    <ShareCard title={t('Results in this workbook')}>
      <Text tone="quiet">
        {t(
          'Save results in the workbook so that anyone who opens it sees values without a key and without spending, even after recalculating.',
        )}
      </Text>
      {opened.kind === 'opening' && <Spinner size="small" label={t('Opening…')} />}
      {opened.kind === 'failed' && (
        <div role="alert">
          <Text tone="quiet">{t('Part of Locus couldn’t load. Check your network.')}</Text>
          <Button onClick={opened.retry}>{t('Try again')}</Button>
        </div>
      )}
      {opened.kind === 'open' && <CarriedAnswersForm answers={opened.answers} ports={ports} />}
    </ShareCard>
  );
}

type OpenAnswers =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; retry(): void }
  | { readonly kind: 'open'; readonly answers: WorkbookAnswers };

/** Fetches the code of the workbook's answers when the card is first seen, then reads them. */
function useOpenAnswers(open: () => Promise<WorkbookAnswers>): OpenAnswers {
  const [opened, setOpened] = useState<WorkbookAnswers | 'failed'>();
  useEffect(() => {
    if (opened !== undefined) return undefined;
    let isWanted = true;
    open().then(
      (answers) => {
        if (!isWanted) return;
        setOpened(answers);
        void answers.read();
      },
      () => isWanted && setOpened('failed'),
    );
    return () => void (isWanted = false);
  }, [open, opened]);
  if (opened === undefined) return { kind: 'opening' };
  if (opened === 'failed') return { kind: 'failed', retry: () => setOpened(undefined) };
  return { kind: 'open', answers: opened };
}
