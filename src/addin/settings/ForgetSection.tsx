import { Button } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { Confirmation } from '../pane/parts/Confirmation';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { Actions, Text } from '../pane/parts/layout';

export interface ForgetSectionProps {
  readonly ports: Pick<PanePorts, 'forgetEverything'>;
}

type Step = 'idle' | 'asked' | 'kept' | 'forgetting' | 'forgotten' | 'failed';

/** Deletes everything kept on this device, with one button and a confirmation. */
export function ForgetSection({ ports }: ForgetSectionProps) {
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
    <PaneSection title={t('Clear all data')}>
      <Text tone="quiet">
        {t(
          'Removes your key, settings, saved results, known names and spending history from this device and every open pane. Your workbooks don’t change.',
        )}
      </Text>
      <Actions>
        {step === 'asked' ? (
          <Confirmation
            yes={t('Clear all data')}
            no={t('Keep data')}
            onYes={forget}
            onNo={() => {
              setStep('kept');
            }}
          />
        ) : (
          <Button
            // When this button comes back, it takes the focus from the answer that was pressed.
            autoFocus={step !== 'idle'}
            disabledFocusable={step === 'forgetting'}
            onClick={() => {
              setStep('asked');
            }}
          >
            {t('Clear all data…')}
          </Button>
        )}
      </Actions>
      <Text aria-live="polite" tone="quiet">
        {WORDS[step]}
      </Text>
    </PaneSection>
  );
}

const WORDS: Readonly<Partial<Record<Step, string>>> = {
  kept: t('Nothing was cleared.'),
  forgotten: t(
    'Done. Your key, settings, results, names and spending history were removed from this device.',
  ),
  failed: t(
    'Your key and settings were removed, but this device couldn’t delete everything. Clear this site’s data in your browser.',
  ),
};
