import { Badge, Link, makeStyles, Subtitle1, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import { t } from '../language/speech';
import type { Selection } from '../spreadsheet/host';
import { useStoreValue } from './store-value';

export interface PaneHeaderProps {
  readonly selection: Selection;
  readonly isSampleData: boolean;
  /** A person wants the selected cell explained. */
  onExplain(address: string): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  top: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  title: { margin: 0 },
  selection: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  address: { color: tokens.colorNeutralForeground1, overflowWrap: 'anywhere' },
});

/** The product's name, whether its values are sample data, and which cells are selected. */
export function PaneHeader({ selection, isSampleData, onExplain }: PaneHeaderProps) {
  const styles = useStyles();
  const id = useId();
  const address = useStoreValue(selection);
  return (
    <header className={styles.root}>
      <div className={styles.top}>
        <Subtitle1 as="h1" className={styles.title}>
          Locus
        </Subtitle1>
        {isSampleData && (
          <Badge appearance="tint" color="warning">
            {t('Sample data')}
          </Badge>
        )}
      </div>
      <div className={styles.selection}>
        <span id={id}>{t('Selected')}</span>
        <span role="group" aria-labelledby={id} className={styles.address}>
          {address ?? t('nothing')}
        </span>
        {address !== undefined && (
          <Link as="button" inline onClick={() => onExplain(address)}>
            {t('Explain this cell')}
          </Link>
        )}
      </div>
    </header>
  );
}
