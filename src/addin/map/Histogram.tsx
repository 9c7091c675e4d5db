import { makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { valueText } from '../pane/parts/figure-text';
import type { Distribution } from './distribution';

export interface HistogramProps {
  readonly distribution: Distribution;
  readonly title: string;
}

const useStyles = makeStyles({
  root: { margin: 0 },
  bars: {
    display: 'flex',
    alignItems: 'flex-end',
    columnGap: '2px',
    height: '72px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  bar: {
    flex: '1 1 0',
    minWidth: 0,
    height: '100%',
    display: 'flex',
    alignItems: 'flex-end',
  },
  fill: {
    width: '100%',
    boxSizing: 'border-box',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderBottomWidth: 0,
    forcedColorAdjust: 'none',
  },
  ends: {
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** How many places have which values; each bar has the colour of its places on the map. */
export function Histogram({ distribution: { bars }, title }: HistogramProps) {
  const styles = useStyles();
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <figure className={styles.root} aria-label={t('Distribution of {title}', { title })}>
      <ul className={styles.bars}>
        {bars.map(({ from, to, count, colour }) => {
          const words = t('{from} to {to}: {count, plural, one {# place} other {# places}}', {
            from: valueText(from),
            to: valueText(to),
            count,
          });
          return (
            <li key={from} className={styles.bar} title={words} aria-label={words}>
              {count > 0 && (
                <span
                  className={styles.fill}
                  style={{ height: `${String((100 * count) / highest)}%`, backgroundColor: colour }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles.ends} aria-hidden>
        <span>{valueText(first.from)}</span>
        <span>{valueText(last.to)}</span>
      </div>
    </figure>
  );
}
