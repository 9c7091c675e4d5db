import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { bytesText } from './answer-messages';
import { Confirmation } from '../pane/parts/Confirmation';
import { FIX_QUESTIONS, findingText, placeText, verdictText } from './check-messages';
import type { CheckedWorkbook, Finding } from './share-check';
import { factTexts } from './fact-messages';
import { isPartlySaved, mayLackValues } from './share-facts';
import type { ShareFacts } from './share-facts';
import { Actions, Stack, Text } from '../pane/parts/layout';

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
                onFix={(id) => {
                  onFix([id]);
                }}
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

interface FactsProps {
  readonly facts: ShareFacts;
  onSaveAnswers(isCalculated: boolean): void;
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

function FixAll({
  ids,
  onFix,
}: {
  readonly ids: readonly number[];
  readonly onFix: CheckResultProps['onFix'];
}) {
  const [isAsked, setIsAsked] = useState(false);
  if (ids.length === 0) return null;
  if (!isAsked) {
    return (
      <Actions>
        <Button
          onClick={() => {
            setIsAsked(true);
          }}
        >
          {t('Remove all keys…')}
        </Button>
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
          onYes={() => {
            onFix(ids);
          }}
          onNo={() => {
            setIsAsked(false);
          }}
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
          <Link
            as="button"
            inline
            className={styles.place}
            onClick={() => {
              onGoTo(id);
            }}
          >
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
              onYes={() => {
                onFix(id);
              }}
              onNo={() => {
                setIsAsked(false);
              }}
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
