import { Button, Field, makeStyles, ProgressBar } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import { isFocusAdrift } from '../pane/parts/use-caught-focus';
import { KeyInput } from '../connection';
import { verdictText } from './check-messages';
import { CheckResult } from './CheckResult';
import { isPartlySaved } from './share-facts';
import { ShareCard } from '../pane/parts/ShareCard';
import { useChecking } from './use-checking';
import type { CheckPorts, CheckState } from './use-checking';
import { Actions, Text, Unseen } from '../pane/parts/layout';

export interface CheckCardProps {
  readonly ports: CheckPorts;
}

const useStyles = makeStyles({
  masked: { '-webkit-text-security': 'disc' },
});

/** One button before sending: is the key anywhere in this workbook, and what else is sent. */
export function CheckCard({ ports }: CheckCardProps) {
  const styles = useStyles();
  const { state, check, cancel, fix, saveAnswers, goTo } = useChecking(ports);
  const [isLost, setIsLost] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    // The pressed button is gone with the result it was part of.
    if (step === 'checked' && isFocusAdrift()) actions.current?.querySelector('button')?.focus();
  }, [step]);
  const isBusy = state.step === 'checking' || state.step === 'fixing';

  const begin = useCallback(() => {
    setIsLost(false);
    const typed = input.current?.value.trim() ?? '';
    check(typed === '' ? undefined : typed);
  }, [check]);
  const go = useCallback(
    (id: number) => {
      setIsLost(false);
      goTo(id).catch(() => {
        setIsLost(true);
      });
    },
    [goTo],
  );

  return (
    <ShareCard title={t('Check before sending')}>
      <Text tone="quiet">
        {t(
          'Look for your API key in this workbook’s cells, formulas, names, comments, settings and hidden parts. Nothing is sent.',
        )}
      </Text>
      <Field label={t('Another key to look for')} hint={t('If you’ve used others before.')}>
        <KeyInput
          inputRef={input}
          input={{ className: styles.masked }}
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore=""
          data-lpignore="true"
        />
      </Field>
      <Actions ref={actions}>
        <Button appearance="primary" disabledFocusable={isBusy} onClick={begin}>
          {state.step === 'checked' ? t('Check again') : t('Check this workbook')}
        </Button>
        {state.step === 'checking' && <Button onClick={cancel}>{t('Cancel check')}</Button>}
      </Actions>
      {state.step === 'checking' && (
        <ProgressBar value={state.progress} aria-label={t('Checking')} />
      )}
      {state.step === 'failed' && (
        <Text role="alert" tone="bad">
          {state.message}
        </Text>
      )}
      {isLost && (
        <Text role="alert" tone="bad">
          {t('Can’t show this place. Its sheet may be hidden.')}
        </Text>
      )}
      {state.step === 'checked' && (
        <CheckResult {...state} onGoTo={go} onFix={fix} onSaveAnswers={saveAnswers} />
      )}
      <Unseen aria-live="polite">{spokenText(state)}</Unseen>
    </ShareCard>
  );
}

function spokenText(state: CheckState): string {
  if (state.step === 'checking') return t('Checking…');
  if (state.step === 'fixing') return t('Fixing…');
  if (state.step !== 'checked') return '';
  const { findings, hadKey, troubles } = state.checked;
  return verdictText(findings.length, hadKey, troubles.length === 0, isPartlySaved(state.facts));
}
