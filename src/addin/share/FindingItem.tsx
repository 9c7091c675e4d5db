import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { Confirmation } from '../pane/parts/Confirmation';
import { FIX_QUESTIONS, findingText, placeText } from './check-messages';
import type { Finding } from './share-check';

export interface FindingItemProps {
  readonly finding: Finding;
  onGoTo(id: number): void;
  onFix(id: number): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'start',
    gap: tokens.spacingHorizontalS,
  },
  words: { flexGrow: 1, minWidth: 0, flexBasis: '140px' },
  place: { margin: 0, overflowWrap: 'anywhere', textAlign: 'start' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

/** One place that contains the key: a link to it, and a button to remove the key. */
export function FindingItem({ finding, onGoTo, onFix }: FindingItemProps) {
  const styles = useStyles();
  const [isAsked, setIsAsked] = useState(false);
  const { id, fix } = finding;
  const place = placeText(finding);
  return (
    <li className={styles.root}>
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
          <p className={styles.place}>{place}</p>
        )}
        <p className={styles.text}>{findingText(finding)}</p>
        {fix === 'none' && <p className={styles.text}>{t('Remove it manually.')}</p>}
        {isAsked && fix !== 'none' && <p className={styles.place}>{FIX_QUESTIONS[fix]}</p>}
      </div>
      {fix !== 'none' && (
        <div className={styles.actions}>
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
        </div>
      )}
    </li>
  );
}
