import { Button, Link, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { Confirmation } from '../pane/parts/Confirmation';
import { FIX_QUESTIONS, findingText, placeText } from './check-messages';
import type { Finding } from './share-check';
import { Actions, Text } from '../pane/parts/layout';

export interface FindingItemProps {
  readonly finding: Finding;
  onGoTo(id: number): void;
  onFix(id: number): void;
}

const useStyles = makeStyles({
  root: { justifyContent: 'space-between', alignItems: 'start' },
  words: { flexGrow: 1, minWidth: 0, flexBasis: '140px' },
  place: { overflowWrap: 'anywhere', textAlign: 'start' },
});

/** One place that contains the key: a link to it, and a button to remove the key. */
export function FindingItem({ finding, onGoTo, onFix }: FindingItemProps) {
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
