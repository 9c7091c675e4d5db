import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { Preferences } from '../device/preferences';
import { countText } from '../../engine/language/count-text';
import { priceText } from '../pane/parts/price-text';
import type { SpendingSum } from '../device/spending-days';

export interface SpendingTableProps {
  readonly caption: string;
  /** What each row is: `Day`. */
  readonly heading: string;
  readonly rows: readonly (SpendingSum & { readonly title: string })[];
  readonly preferences: Pick<Preferences, 'currency'>;
}

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  caption: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  head: {
    padding: `${tokens.spacingVerticalXS} 0`,
    textAlign: 'end',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    verticalAlign: 'bottom',
  },
  cell: {
    padding: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  title: { paddingLeft: 0, textAlign: 'start', fontWeight: tokens.fontWeightRegular },
});

/** Calls, values, calls saved and the price, a row for each title; no price while none is known. */
export function SpendingTable({ caption, heading, rows, preferences }: SpendingTableProps) {
  const styles = useStyles();
  const hasPrice = rows.some(({ cost }) => cost !== undefined);
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.head, styles.title)}>
            {heading}
          </th>
          <th scope="col" className={styles.head}>
            {t('Calls')}
          </th>
          <th scope="col" className={styles.head}>
            {t('Values')}
          </th>
          <th scope="col" className={styles.head}>
            {t('Calls saved')}
          </th>
          {hasPrice && (
            <th scope="col" className={styles.head}>
              {t('Cost')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, calls, values, saved, cost }) => (
          <tr key={title}>
            <th scope="row" className={mergeClasses(styles.cell, styles.title)}>
              {title}
            </th>
            <td className={styles.cell}>{countText(calls)}</td>
            <td className={styles.cell}>{countText(values)}</td>
            <td className={styles.cell}>{countText(saved)}</td>
            {hasPrice && (
              <td className={styles.cell}>
                {cost === undefined ? '' : priceText(cost, preferences)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
