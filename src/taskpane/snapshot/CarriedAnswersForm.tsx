import {
  Button,
  makeStyles,
  mergeClasses,
  ProgressBar,
  Switch,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';

import type { PanePorts } from '../pane-ports';
import { useStoreValue } from '../store-value';
import type { AnswersSaving, WorkbookAnswers } from '../../spreadsheet/workbook-answers';
import { carriedText, oddityMessages, savingMessage } from './carried-messages';

export interface CarriedAnswersFormProps {
  readonly answers: WorkbookAnswers;
  readonly clock: PanePorts['clock'];
}

const useStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere' },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  bad: { color: tokens.colorStatusDangerForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

export function CarriedAnswersForm({ answers, clock }: CarriedAnswersFormProps) {
  const styles = useStyles();
  const carried = useStoreValue(answers);
  const [outcome, setOutcome] = useState<AnswersSaving>();
  const { isLeftOut, savesByThemselves, wantsToSave, doing } = carried;
  const isBusy = doing !== undefined;

  const act = (run: () => Promise<AnswersSaving>): void => {
    if (isBusy) return;
    setOutcome(undefined);
    void run().then(setOutcome);
  };
  const told = outcome ?? carried.trouble;
  const words = told === undefined ? undefined : savingMessage(told);

  return (
    <>
      <p className={styles.text}>{carriedText(carried, clock.now())}</p>
      {oddityMessages(carried).map((sentence) => (
        <p key={sentence} className={mergeClasses(styles.text, styles.bad)}>
          {sentence}
        </p>
      ))}
      <div className={styles.actions}>
        <Button
          appearance="primary"
          disabledFocusable={isBusy || isLeftOut}
          onClick={() => act(() => answers.save())}
        >
          Save answers now
        </Button>
        <Button
          disabledFocusable={isBusy || isLeftOut}
          onClick={() => act(() => answers.calculateAndSave())}
        >
          Calculate all and save
        </Button>
      </div>
      {isBusy && <ProgressBar aria-label={doing === 'saving' ? 'Saving answers' : 'Calculating'} />}
      <p
        aria-live="polite"
        className={mergeClasses(styles.text, words?.isBad === true && styles.bad)}
      >
        {words?.text}
      </p>
      <p className={styles.hint}>
        Saving adds what has been calculated since the workbook was opened. Calculating all of it
        asks for values that are not known, and removes those that no formula needs.
      </p>
      <Switch
        checked={savesByThemselves}
        disabled={isLeftOut}
        label="Save automatically after changes"
        onChange={(_, { checked }) => act(() => answers.saveByThemselves(checked))}
      />
      {wantsToSave && (
        <p className={styles.hint}>
          This workbook was set to save answers automatically. On this device it does so only if you
          turn it on.
        </p>
      )}
      <Switch
        checked={isLeftOut}
        label="Leave answers out of this workbook"
        onChange={(_, { checked }) => act(() => answers.leaveOut(checked))}
      />
      <p className={styles.hint}>
        What goes along: values, their names and times, and which service gave them. Places and
        addresses do not: a fingerprint stands for each, from which it cannot be read.
      </p>
    </>
  );
}
