import { Badge, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

import { t } from '../../engine/language/speech';
import type { CellStaleValue } from '../functions/stale-values';
import { ageText } from '../pane/parts/figure-text';
import { richText } from '../pane/parts/rich-text';
import { countText } from '../../engine/language/count-text';
import { Heading, Stack, Text, Title } from '../pane/parts/layout';

export interface StaleItemProps {
  readonly cells: readonly CellStaleValue[];
  /** In epoch milliseconds. */
  readonly now: number;
  onGoTo(address: string): void;
  onRetry(addresses: readonly string[]): void;
}

const MAX_CELLS_SHOWN = 100;

const useStyles = makeStyles({
  cells: {
    maxHeight: '200px',
    padding: tokens.spacingHorizontalXXS,
    overflowY: 'auto',
  },
});

/** The cells that show an older value because Locus could not get a newer one, oldest first. */
export const StaleItem = memo(function StaleItem({ cells, now, onGoTo, onRetry }: StaleItemProps) {
  const styles = useStyles();
  const oldest = [...cells].sort((a, b) => a.oldestAt - b.oldestAt).slice(0, MAX_CELLS_SHOWN);
  return (
    <Stack gap="XS">
      <Heading>
        <Title>{t('Outdated values')}</Title>
        <Badge appearance="tint" color="warning">
          {countText(cells.length)}
        </Badge>
      </Heading>
      <Text tone="quiet">
        {t('Locus couldn’t get newer values, so these cells show the last ones it has.')}
      </Text>
      <Stack as="ul" gap="XS" className={styles.cells}>
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
      </Stack>
      {cells.length > oldest.length && (
        <Text tone="quiet">{t('and {rest} more', { rest: cells.length - oldest.length })}</Text>
      )}
      <Button
        onClick={() => {
          onRetry(cells.map(({ address }) => address));
        }}
      >
        {t('Refresh values')}
      </Button>
    </Stack>
  );
});
