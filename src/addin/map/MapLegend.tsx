import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { Text } from '../pane/parts/layout';
import { clusterNote } from './legend';
import type { Legend } from './legend';

const useStyles = makeStyles({
  root: { margin: 0, minWidth: 0 },
  entries: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  column: {
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase300,
  },
  entry: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  swatch: {
    flex: 'none',
    width: '12px',
    height: '12px',
    boxSizing: 'border-box',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralForeground1}`,
    forcedColorAdjust: 'none',
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  ring: { borderRadius: '50%' },
  count: { color: tokens.colorNeutralForeground2 },
  note: { marginTop: tokens.spacingVerticalS },
  aside: { flex: 1, textAlign: 'right' },
});

/** What the colours mean and how many places have each. */
export function MapLegend({
  legend,
  isLarge,
}: {
  readonly legend: Legend;
  readonly isLarge: boolean;
}) {
  const styles = useStyles();
  const { title, entries } = legend;
  if (title === undefined) return null;
  return (
    <figure className={styles.root} aria-label={t('Legend: {title}', { title })}>
      <ul className={mergeClasses(styles.entries, isLarge && styles.column)}>
        {entries.map(({ colour, text, count }) => (
          <li key={text} className={styles.entry}>
            <span
              className={mergeClasses(styles.swatch, colour === undefined && styles.ring)}
              style={{ backgroundColor: colour }}
              aria-hidden
            />
            <span>{text}</span>
            <span className={mergeClasses(styles.count, isLarge && styles.aside)}>
              {isLarge
                ? t('{count, plural, one {# place} other {# places}}', { count })
                : `(${String(count)})`}
            </span>
          </li>
        ))}
      </ul>
      {isLarge && (
        <Text tone="quiet" isSmall className={styles.note}>
          {clusterNote()}
        </Text>
      )}
    </figure>
  );
}
