import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { bytesText } from './answer-messages';
import { Confirmation } from '../pane/parts/Confirmation';
import { verdictText } from './check-messages';
import { FindingItem } from './FindingItem';
import type { CheckedWorkbook } from './share-check';
import { factTexts } from './fact-messages';
import { isPartlySaved, mayLackValues } from './share-facts';
import type { ShareFacts } from './share-facts';

export interface CheckResultProps {
  readonly checked: CheckedWorkbook;
  readonly facts: ShareFacts | undefined;
  readonly troubles: readonly string[];
  onGoTo(id: number): void;
  onFix(ids: readonly number[]): void;
  /** @param isCalculated whether to calculate formulas first, which asks for what is not known. */
  onSaveAnswers(isCalculated: boolean): void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, minWidth: 0 },
  // Fluent's MessageBar would make up a tenth of this section's code.
  verdict: {
    margin: 0,
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  error: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusDangerBorder1}` },
  success: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusSuccessBorder1}` },
  warning: { border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusWarningBorder1}` },
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** More than anyone reads; “Remove all keys” reaches the others. */
const LISTED = 50;

/** What the check found: the verdict first, then each place, then what else is sent. */
export function CheckResult(props: CheckResultProps) {
  const { checked, facts, troubles, onGoTo, onFix, onSaveAnswers } = props;
  const styles = useStyles();
  const { findings, hadKey, unseen } = checked;
  const isComplete = checked.troubles.length === 0;
  const mayLack = isPartlySaved(facts);
  const isReady = hadKey && isComplete && !mayLack;
  const verdict = findings.length > 0 ? 'error' : isReady ? 'success' : 'warning';
  return (
    <div className={styles.root}>
      <p className={mergeClasses(styles.verdict, styles[verdict])}>
        {verdictText(findings.length, hadKey, isComplete, mayLack)}
      </p>
      {[...troubles, ...checked.troubles].map((trouble) => (
        <p key={trouble} className={styles.text}>
          {trouble}
        </p>
      ))}
      {findings.length > 0 && (
        <>
          <FixAll
            ids={findings.filter(({ fix }) => fix !== 'none').map(({ id }) => id)}
            onFix={onFix}
          />
          <ul className={styles.list} aria-label={t('Where your key was found')}>
            {findings.slice(0, LISTED).map((finding) => (
              <FindingItem
                key={finding.id}
                finding={finding}
                onGoTo={onGoTo}
                onFix={(id) => {
                  onFix([id]);
                }}
              />
            ))}
          </ul>
        </>
      )}
      {findings.length > LISTED && (
        <p className={styles.text}>{t('and {rest} more', { rest: findings.length - LISTED })}</p>
      )}
      {facts !== undefined && <Facts facts={facts} onSaveAnswers={onSaveAnswers} />}
      {checked.locusBytes > 0 && (
        <p className={styles.text}>
          {t('Locus keeps {bytes} in this workbook.', { bytes: bytesText(checked.locusBytes) })}
        </p>
      )}
      {unseen.length > 0 && (
        <p className={styles.text}>
          {t('Locus can’t check these, so check them yourself: {unseen}.', {
            unseen: unseen.join(', '),
          })}
        </p>
      )}
    </div>
  );
}

interface FactsProps {
  readonly facts: ShareFacts;
  onSaveAnswers(isCalculated: boolean): void;
}

function Facts({ facts, onSaveAnswers }: FactsProps) {
  const styles = useStyles();
  const hasNone = facts.formulas > 0 && facts.answers === 0 && !facts.isLeftOut;
  return (
    <>
      {factTexts(facts).map((sentence) => (
        <p key={sentence} className={styles.text}>
          {sentence}
        </p>
      ))}
      {(hasNone || mayLackValues(facts)) && (
        <div className={styles.actions}>
          <Button onClick={() => onSaveAnswers(!hasNone)}>
            {hasNone ? t('Save results for a colleague') : t('Recalculate all and save')}
          </Button>
        </div>
      )}
    </>
  );
}

function FixAll({
  ids,
  onFix,
}: {
  readonly ids: readonly number[];
  readonly onFix: CheckResultProps['onFix'];
}) {
  const styles = useStyles();
  const [isAsked, setIsAsked] = useState(false);
  if (ids.length === 0) return null;
  if (!isAsked) {
    return (
      <div className={styles.actions}>
        <Button
          onClick={() => {
            setIsAsked(true);
          }}
        >
          {t('Remove all keys…')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <p className={styles.text}>
        {t(
          'Removes the key from all text. A cell that contains only the key is cleared; a name, note or setting that does is deleted.',
        )}
      </p>
      <div className={styles.actions}>
        <Confirmation
          yes={t('Remove all keys')}
          no={t('Cancel')}
          onYes={() => {
            onFix(ids);
          }}
          onNo={() => {
            setIsAsked(false);
          }}
        />
      </div>
    </>
  );
}
