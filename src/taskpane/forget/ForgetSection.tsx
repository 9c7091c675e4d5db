import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { Confirmation } from '../Confirmation';
import type { PanePorts } from '../pane-ports';
import { PaneSection } from '../PaneSection';

export interface ForgetSectionProps {
  readonly ports: Pick<PanePorts, 'forgetEverything'>;
}

type Step = 'idle' | 'asked' | 'kept' | 'forgetting' | 'forgotten' | 'failed';

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** All that is kept on this device, gone by one button and a second thought. */
export function ForgetSection({ ports }: ForgetSectionProps) {
  const styles = useStyles();
  const [step, setStep] = useState<Step>('idle');

  const forget = (): void => {
    setStep('forgetting');
    ports.forgetEverything().then(
      () => {
        setStep('forgotten');
      },
      () => {
        setStep('failed');
      },
    );
  };

  return (
    <PaneSection title="Forget everything">
      <p className={styles.text}>
        Removes your key, settings, kept answers, known names and the record of spending from this
        device and from every open workbook’s pane. Your workbooks stay as they are.
      </p>
      <div className={styles.actions}>
        {step === 'asked' ? (
          <Confirmation
            yes="Yes, forget everything"
            no="No, keep it"
            onYes={forget}
            onNo={() => {
              setStep('kept');
            }}
          />
        ) : (
          <Button
            // Back after an answer, it takes the focus from the one that was pressed.
            autoFocus={step !== 'idle'}
            disabledFocusable={step === 'forgetting'}
            onClick={() => {
              setStep('asked');
            }}
          >
            Forget everything…
          </Button>
        )}
      </div>
      <p aria-live="polite" className={styles.text}>
        {WORDS[step]}
      </p>
    </PaneSection>
  );
}

const WORDS: Readonly<Partial<Record<Step, string>>> = {
  kept: 'Nothing was forgotten.',
  forgotten: 'Done. Your key, settings, answers, names and spending are gone from this device.',
  failed:
    'The key and the settings are gone, but this device would not delete all it has kept. Clear the site’s data in the browser.',
};
