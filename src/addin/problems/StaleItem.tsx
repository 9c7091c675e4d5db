import { Badge, Body1Strong, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

import { t } from '../../engine/language/speech';
import type { CellStaleValue } from '../functions/stale-values';
import { ageText } from '../pane/parts/figure-text';
import { richText } from '../pane/parts/rich-text';
import { countText } from '../../engine/language/count-text';

export interface StaleItemProps {
  readonly cells: readonly CellStaleValue[];
  /** In epoch milliseconds. */
  readonly now: number;
  onGoTo(address: string): void;
  onRetry(addresses: readonly string[]): void;
}

const MAX_CELLS_SHOWN = 100;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  heading: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { margin: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  cells: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    maxHeight: '200px',
    margin: 0,
    padding: tokens.spacingHorizontalXXS,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  action: { alignSelf: 'start' },
});

/** The cells that show an older value because Locus could not get a newer one, oldest first. */
export const StaleItem = memo(function StaleItem({ cells, now, onGoTo, onRetry }: StaleItemProps) {
  const styles = useStyles();
  const oldest = [...cells].sort((a, b) => a.oldestAt - b.oldestAt).slice(0, MAX_CELLS_SHOWN);
  return (
    <div className={styles.root}>
      <div className={styles.heading}>
        <Body1Strong as="h3" className={styles.title}>
          {t('Outdated values')}
        </Body1Strong>
        <Badge appearance="tint" color="warning">
          {countText(cells.length)}
        </Badge>
      </div>
      <p className={styles.text}>
        {t('Locus couldn’t get newer values, so these cells show the last ones it has.')}
      </p>
      <ul className={styles.cells}>
        {oldest.map(({ address, oldestAt }) => (
          <li key={address}>
            {richText(
              t('{cell} from {age} ago', { cell: '{cell}', age: ageText(now - oldestAt) }),
              {
                cell: (
                  <Link
                    as="button"
                    inline
                    onClick={() => {
                      onGoTo(address);
                    }}
                  >
                    {address}
                  </Link>
                ),
              },
            )}
          </li>
        ))}
      </ul>
      {cells.length > oldest.length && (
        <p className={styles.text}>
          {t('and {rest} more', { rest: cells.length - oldest.length })}
        </p>
      )}
      <Button
        className={styles.action}
        onClick={() => {
          onRetry(cells.map(({ address }) => address));
        }}
      >
        {t('Refresh values')}
      </Button>
    </div>
  );
});
