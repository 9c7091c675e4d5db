import { Button } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { LocatedRow } from './row-swapping';
import type { PlaceKind } from '../../engine/places/place-choice';
import { swappedRowsText } from './plan-messages';
import { Row, Text } from '../pane/parts/layout';

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

/** Coordinates that look swapped, and the ways to fix them. */
export function SwapOffers(props: SwapOffersProps) {
  const { kind, looksSwapped, rows, isBusy, onSwap, onSwapRows } = props;
  return (
    <>
      {looksSwapped && (
        <Row>
          <Text isStrong>{kind === 'address' ? ADDRESSES : COORDINATES}</Text>
          <Button size="small" onClick={onSwap}>
            {t('Swap them')}
          </Button>
        </Row>
      )}
      {rows.length > 0 && (
        <Row>
          <Text isStrong>{swappedRowsText(rows)}</Text>
          <Button size="small" disabledFocusable={isBusy} onClick={() => onSwapRows(rows)}>
            {t('Swap {rows, plural, one {this row} other {these rows}}', { rows: rows.length })}
          </Button>
        </Row>
      )}
    </>
  );
}

const COORDINATES = t('Latitude and longitude look swapped.');
const ADDRESSES = t('Address and pincode look swapped.');
