import { Link, makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PlaceKind } from '../../engine/places/place-choice';
import { shortAddress } from './place-survey';
import type { BadRows } from './place-survey';
import { badRowText } from './plan-messages';

export interface BadRowsListProps {
  readonly bad: readonly BadRows[];
  readonly kind: PlaceKind;
  onShow(address: string): void;
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
  },
  cells: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  },
});

/** Rows that cannot be looked up as they are, grouped by reason; a click goes to the cell. */
export function BadRowsList({ bad, kind, onShow }: BadRowsListProps) {
  const styles = useStyles();
  if (bad.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Rows to fix')}>
      {bad.map(({ reason, count, addresses }) => (
        <li key={reason}>
          {t('{title}: {parts}.', {
            title: t('{count, plural, one {# row} other {# rows}}', { count }),
            parts: badRowText(reason, kind),
          })}{' '}
          <span className={styles.cells}>
            {addresses.map((address) => (
              <Link as="button" inline key={address} onClick={() => onShow(address)}>
                {shortAddress(address)}
              </Link>
            ))}
            {count > addresses.length && (
              <span>{t('and {rest} more', { rest: count - addresses.length })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
