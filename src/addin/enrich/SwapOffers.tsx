import { Button, makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { LocatedRow } from './row-swapping';
import type { PlaceKind } from '../../engine/places/place-choice';
import { swappedRowsText } from './plan-messages';

export interface SwapOffersProps {
  /** What two of the columns hold. */
  readonly kind: PlaceKind;
  /** In most of the list, the two look swapped. */
  readonly looksSwapped: boolean;
  /** Single rows in which they do. */
  readonly rows: readonly LocatedRow[];
  /** Rows are being swapped: to swap them once more would find them changed. */
  readonly isBusy: boolean;
  /** Reads each column as the other; the sheet stays as it is. */
  onSwap(): void;
  /** Swaps latitude and longitude in these rows of the sheet. */
  onSwapRows(rows: readonly LocatedRow[]): void;
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  fault: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

/** Coordinates that look swapped, and the ways to fix them. */
export function SwapOffers(props: SwapOffersProps) {
  const { kind, looksSwapped, rows, isBusy, onSwap, onSwapRows } = props;
  const styles = useStyles();
  return (
    <>
      {looksSwapped && (
        <div className={styles.row}>
          <p className={styles.fault}>{kind === 'address' ? ADDRESSES : COORDINATES}</p>
          <Button size="small" onClick={onSwap}>
            {t('Swap them')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <div className={styles.row}>
          <p className={styles.fault}>{swappedRowsText(rows)}</p>
          <Button size="small" disabledFocusable={isBusy} onClick={() => onSwapRows(rows)}>
            {t('Swap {rows, plural, one {this row} other {these rows}}', { rows: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}

const COORDINATES = t('Latitude and longitude look swapped.');
const ADDRESSES = t('Address and pincode look swapped.');
