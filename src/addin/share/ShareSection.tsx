import { Button, ProgressBar, Spinner, Switch } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { ValuesCard } from '../values';
import { PaneBoundary, PaneSection } from '../pane/parts/PaneSection';
import { CheckCard } from './CheckCard';
import { useLatest } from '../pane/parts/use-latest';
import { Actions, ShareCard, Text } from '../pane/parts/layout';
import { mayLackValues, readShareFacts } from './share-facts';
import { lackingText } from './check-messages';
import { useFirstDrawn } from '../pane/parts/use-caught-focus';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { AnswersSaving, WorkbookAnswers } from '../spreadsheet/workbook-answers';
import { carriedText, oddityMessages, savingMessage } from './carried-messages';

export interface ShareSectionProps {
  readonly ports: PanePorts;
}

/** All that a workbook needs before it goes to somebody else: a card for each. */
export function ShareSection({ ports }: ShareSectionProps) {
  return (
    <PaneSection title={t('Share this workbook')}>
      <PaneBoundary>
        <AnswersCard ports={ports} />
        <ValuesCard ports={ports} />
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

interface CarriedAnswersFormProps {
  readonly answers: WorkbookAnswers;
  readonly ports: Pick<PanePorts, 'workbookAnswers' | 'clock' | 'host'>;
}

/** What came of the last thing a person did, and the trouble with automatic saving by then. */
interface Outcome {
  readonly saving: AnswersSaving;
  readonly trouble: AnswersSaving | undefined;
}

function CarriedAnswersForm({ answers, ports }: CarriedAnswersFormProps) {
  const carried = useStoreValue(answers);
  useFirstDrawn(() => void answers.read());
  const [outcome, setOutcome] = useState<Outcome>();
  const [lacking, setLacking] = useState<string>();
  const { isLeftOut, savesAutomatically, wantsToSave, doing } = carried;
  const isBusy = doing !== undefined;

  const act = (run: () => Promise<AnswersSaving>): void => {
    if (isBusy) return;
    setOutcome(undefined);
    setLacking(undefined);
    void run().then(async (saving) => {
      setOutcome({ saving, trouble: answers.current().trouble });
      if (saving.kind !== 'saved') return;
      const facts = await readShareFacts(ports);
      if (facts !== undefined && mayLackValues(facts)) setLacking(lackingText(facts));
    });
  };
  const trouble = outcome?.trouble === carried.trouble ? outcome?.saving : carried.trouble;
  const words = trouble === undefined ? undefined : savingMessage(trouble);

  return (
    <>
      <Text>{carriedText(carried, ports.clock.now())}</Text>
      {oddityMessages(carried).map((sentence) => (
        <Text key={sentence} tone="bad">
          {sentence}
        </Text>
      ))}
      <Actions>
        <Button
          appearance="primary"
          disabledFocusable={isBusy || isLeftOut}
          onClick={() => act(() => answers.save())}
        >
          {t('Save results now')}
        </Button>
        <Button
          disabledFocusable={isBusy || isLeftOut}
          onClick={() => act(() => answers.calculateAndSave())}
        >
          {t('Recalculate all and save')}
        </Button>
      </Actions>
      {isBusy && (
        <ProgressBar aria-label={doing === 'saving' ? t('Saving results') : t('Calculating')} />
      )}
      <Text aria-live="polite" tone={words?.isBad === true ? 'bad' : undefined}>
        {[words?.text, lacking].filter((text) => text !== undefined).join(' ')}
      </Text>
      <Text tone="quiet">
        {t(
          'Saving adds results calculated since the workbook was opened. Recalculating also requests missing values and removes results that no formula uses.',
        )}
      </Text>
      <Switch
        checked={savesAutomatically}
        disabled={isLeftOut}
        label={t('Save automatically after changes')}
        onChange={(_, { checked }) => act(() => answers.saveAutomatically(checked))}
      />
      {wantsToSave && (
        <Text tone="quiet">
          {t(
            'This workbook was set to save results automatically. To do that on this device too, turn it on.',
          )}
        </Text>
      )}
      <Switch
        checked={isLeftOut}
        label={t('Leave results out of this workbook')}
        onChange={(_, { checked }) => act(() => answers.leaveOut(checked))}
      />
      <Text tone="quiet">
        {t(
          'Saved results include values, their attributes and times, and the service they came from. Places and addresses aren’t included: each is replaced by a fingerprint that can’t be read back.',
        )}
      </Text>
    </>
  );
}
