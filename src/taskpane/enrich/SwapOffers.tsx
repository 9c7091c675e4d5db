import { Button, makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../language/speech';
import type { LocatedRow } from '../../enrich/row-swapping';
import { swappedRowsText } from './plan-messages';

export interface SwapOffersProps {
  /** Most of the list is the other way round. */
  readonly looksSwapped: boolean;
  /** Single rows that are. */
  readonly rows: readonly LocatedRow[];
  /** Takes one column for the other. */
  onSwap(): void;
  /** Writes these rows the other way round. */
  onSwapRows(rows: readonly LocatedRow[]): void;
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  fault: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

/** Coordinates that look swapped, and the ways to put that right. */
export function SwapOffers({ looksSwapped, rows, onSwap, onSwapRows }: SwapOffersProps) {
  const styles = useStyles();
  return (
    <>
      {looksSwapped && (
        <div className={styles.row}>
          <p className={styles.fault}>{t('Latitude and longitude look swapped.')}</p>
          <Button size="small" onClick={onSwap}>
            {t('Swap them')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <div className={styles.row}>
          <p className={styles.fault}>{swappedRowsText(rows)}</p>
          <Button size="small" onClick={() => onSwapRows(rows)}>
            {t('Swap {rows, plural, one {this row} other {these rows}}', { rows: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}
