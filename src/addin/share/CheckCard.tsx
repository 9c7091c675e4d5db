import { Button, Field, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
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

export interface CheckCardProps {
  readonly ports: CheckPorts;
}

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  bad: { margin: 0, color: tokens.colorStatusDangerForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  masked: { '-webkit-text-security': 'disc' },
  unseen: {
    position: 'absolute',
    clipPath: 'inset(50%)',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
  },
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
      <p className={styles.text}>
        {t(
          'Look for your API key in this workbook’s cells, formulas, names, comments, settings and hidden parts. Nothing is sent.',
        )}
      </p>
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
      <div ref={actions} className={styles.actions}>
        <Button appearance="primary" disabledFocusable={isBusy} onClick={begin}>
          {state.step === 'checked' ? t('Check again') : t('Check this workbook')}
        </Button>
        {state.step === 'checking' && <Button onClick={cancel}>{t('Cancel check')}</Button>}
      </div>
      {state.step === 'checking' && (
        <ProgressBar value={state.progress} aria-label={t('Checking')} />
      )}
      {state.step === 'failed' && (
        <p role="alert" className={styles.bad}>
          {state.message}
        </p>
      )}
      {isLost && (
        <p role="alert" className={styles.bad}>
          {t('Can’t show this place. Its sheet may be hidden.')}
        </p>
      )}
      {state.step === 'checked' && (
        <CheckResult {...state} onGoTo={go} onFix={fix} onSaveAnswers={saveAnswers} />
      )}
      <p aria-live="polite" className={styles.unseen}>
        {spokenText(state)}
      </p>
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
