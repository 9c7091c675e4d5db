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
