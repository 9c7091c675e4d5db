import {
  Button,
  Field,
  Link,
  makeStyles,
  mergeClasses,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import { isFocusAdrift } from '../pane/parts/use-caught-focus';
import { KeyInput } from '../connection';
import { factTexts, findingText, FIX_QUESTIONS, placeText, verdictText } from './check-messages';
import { isPartlySaved, mayLackValues, type ShareFacts } from './share-facts';
import { useChecking, type CheckPorts, type CheckState } from './use-checking';
import { Actions, Fault, ShareCard, Stack, Text, Unseen } from '../pane/parts/layout';
import { bytesText } from './carried-messages';
import { useSheetChanges } from '../pane/parts/use-sheet-changes';
import { Confirmation } from '../pane/parts/Confirmation';
import type { CheckedWorkbook, Finding } from './share-check';

export interface CheckCardProps {
  readonly ports: CheckPorts;
}

const useStyles = makeStyles({
  // Fluent's MessageBar would make up a tenth of this section's code.
  verdict: {
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
  },
  error: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusDangerBorder1}` },
  success: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusSuccessBorder1}` },
  warning: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusWarningBorder1}` },
  root: { justifyContent: 'space-between', alignItems: 'start' },
  words: { flexGrow: 1, minWidth: 0, flexBasis: '140px' },
  place: { overflowWrap: 'anywhere', textAlign: 'start' },
});

/** One button before sending: is the key anywhere in this workbook, and what else is sent. */
export function CheckCard({ ports }: CheckCardProps) {
  const { state, check, cancel, readFacts, fix, saveAnswers, goTo } = useChecking(ports);
  useSheetChanges(readFacts);
  const [isLost, setIsLost] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    // The pressed button is gone with the result it was part of.
    if (step === 'checked' && isFocusAdrift()) actions.current?.querySelector('button')?.focus();
  }, [step]);
  const isBusy = state.step === 'checking' || state.step === 'fixing';

  function begin(): void {
    setIsLost(false);
    const typed = input.current?.value.trim() ?? '';
    check(typed === '' ? undefined : typed);
  }
  function go(id: number): void {
    setIsLost(false);
    goTo(id).catch(() => setIsLost(true));
  }

  return (
    <ShareCard title={t('Check before sending')}>
      <Text tone="quiet">
        {t(
          'Look for your API key in this workbook’s cells, formulas, names, comments, settings and hidden parts. Nothing is sent.',
        )}
      </Text>
      <Field label={t('Another key to look for')} hint={t('If you’ve used others before.')}>
        <KeyInput inputRef={input} isShown={false} />
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
      <Fault>{state.step === 'failed' ? state.message : undefined}</Fault>
      <Fault>{isLost ? t('Can’t show this place. Its sheet may be hidden.') : undefined}</Fault>
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

interface CheckResultProps {
  readonly checked: CheckedWorkbook;
  readonly facts: ShareFacts | undefined;
  readonly troubles: readonly string[];
  onGoTo(id: number): void;
  onFix(ids: readonly number[]): void;
  /** @param isCalculated whether to calculate formulas first, which asks for what is not known. */
  onSaveAnswers(isCalculated: boolean): void;
}

/** More than anyone reads; “Remove all keys” reaches the others. */
const LISTED = 50;

/** What the check found: the verdict first, then each place, then what else is sent. */
function CheckResult(props: CheckResultProps) {
  const { checked, facts, troubles, onGoTo, onFix, onSaveAnswers } = props;
  const styles = useStyles();
  const { findings, hadKey, unseen } = checked;
  const isComplete = checked.troubles.length === 0;
  const mayLack = isPartlySaved(facts);
  const isReady = hadKey && isComplete && !mayLack;
  const verdict = findings.length > 0 ? 'error' : isReady ? 'success' : 'warning';
  return (
    <Stack>
      <Text className={mergeClasses(styles.verdict, styles[verdict])}>
        {verdictText(findings.length, hadKey, isComplete, mayLack)}
      </Text>
      {[...troubles, ...checked.troubles].map((trouble) => (
        <Text key={trouble} tone="quiet">
          {trouble}
        </Text>
      ))}
      {findings.length > 0 && (
        <>
          <FixAll
            ids={findings.filter(({ fix }) => fix !== 'none').map(({ id }) => id)}
            onFix={onFix}
          />
          <Stack as="ul" gap="M" aria-label={t('Where your key was found')}>
            {findings.slice(0, LISTED).map((finding) => (
              <FindingItem
                key={finding.id}
                finding={finding}
                onGoTo={onGoTo}
                onFix={(id) => onFix([id])}
              />
            ))}
          </Stack>
        </>
      )}
      {findings.length > LISTED && (
        <Text tone="quiet">{t('and {rest} more', { rest: findings.length - LISTED })}</Text>
      )}
      {facts !== undefined && <Facts facts={facts} onSaveAnswers={onSaveAnswers} />}
      {checked.locusBytes > 0 && (
        <Text tone="quiet">
          {t('Locus keeps {bytes} in this workbook.', { bytes: bytesText(checked.locusBytes) })}
        </Text>
      )}
      {unseen.length > 0 && (
        <Text tone="quiet">
          {t('Locus can’t check these, so check them yourself: {unseen}.', {
            unseen: unseen.join(', '),
          })}
        </Text>
      )}
    </Stack>
  );
}

interface FactsProps extends Pick<CheckResultProps, 'onSaveAnswers'> {
  readonly facts: ShareFacts;
}

function Facts({ facts, onSaveAnswers }: FactsProps) {
  const hasNone = facts.formulas > 0 && facts.answers === 0 && !facts.isLeftOut;
  return (
    <>
      {factTexts(facts).map((sentence) => (
        <Text key={sentence} tone="quiet">
          {sentence}
        </Text>
      ))}
      {(hasNone || mayLackValues(facts)) && (
        <Actions>
          <Button onClick={() => onSaveAnswers(!hasNone)}>
            {hasNone ? t('Save results for a colleague') : t('Recalculate all and save')}
          </Button>
        </Actions>
      )}
    </>
  );
}

interface FixAllProps extends Pick<CheckResultProps, 'onFix'> {
  readonly ids: readonly number[];
}

function FixAll({ ids, onFix }: FixAllProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (ids.length === 0) return null;
  if (!isAsked) {
    return (
      <Actions>
        <Button onClick={() => setIsAsked(true)}>{t('Remove all keys…')}</Button>
      </Actions>
    );
  }
  return (
    <>
      <Text tone="quiet">
        {t(
          'Removes the key from all text. A cell that contains only the key is cleared; a name, note or setting that does is deleted.',
        )}
      </Text>
      <Actions>
        <Confirmation
          yes={t('Remove all keys')}
          no={t('Cancel')}
          onYes={() => onFix(ids)}
          onNo={() => setIsAsked(false)}
        />
      </Actions>
    </>
  );
}

interface FindingItemProps {
  readonly finding: Finding;
  onGoTo(id: number): void;
  onFix(id: number): void;
}

/** One place that contains the key: a link to it, and a button to remove the key. */
function FindingItem({ finding, onGoTo, onFix }: FindingItemProps) {
  const styles = useStyles();
  const [isAsked, setIsAsked] = useState(false);
  const { id, fix } = finding;
  const place = placeText(finding);
  return (
    <Actions as="li" className={styles.root}>
      <div className={styles.words}>
        {finding.canGo ? (
          <Link as="button" inline className={styles.place} onClick={() => onGoTo(id)}>
            {place}
          </Link>
        ) : (
          <Text>{place}</Text>
        )}
        <Text tone="quiet">{findingText(finding)}</Text>
        {fix === 'none' && <Text tone="quiet">{t('Remove it manually.')}</Text>}
        {isAsked && fix !== 'none' && <Text>{FIX_QUESTIONS[fix]}</Text>}
      </div>
      {fix !== 'none' && (
        <Actions gap="XS">
          {isAsked ? (
            <Confirmation
              yes={t('Remove')}
              no={t('Cancel')}
              size="small"
              onYes={() => onFix(id)}
              onNo={() => setIsAsked(false)}
            />
          ) : (
            <Button
              size="small"
              aria-label={t('Remove key: {place}', { place })}
              onClick={() => {
                if (fix === 'replace') onFix(id);
                else setIsAsked(true);
              }}
            >
              {t('Remove key')}
            </Button>
          )}
        </Actions>
      )}
    </Actions>
  );
}
