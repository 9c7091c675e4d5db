import { Badge, Body1Strong, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import type { FormulaFix, ProblemCode } from '../functions/problems';
import { countText } from '../../engine/language/count-text';
import type { ProblemGroup } from '../pane/parts/problem-view';
import { fixTitle, problemTexts, RETRYABLE } from './problem-messages';

export interface ProblemGroupItemProps {
  readonly group: ProblemGroup;
  onGoTo(address: string): void;
  /** Asks again for the cells of this kind, including those that are not listed. */
  onRetry(code: ProblemCode): void;
  /** Fixes the formulas of this kind, including those that are not listed. */
  onFix(code: ProblemCode, fix: FormulaFix): void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  heading: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { margin: 0 },
  text: { margin: 0, overflowWrap: 'anywhere' },
  advice: { color: tokens.colorNeutralForeground2 },
  // A long list scrolls on its own, so that the next kind of problem stays in reach.
  cells: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    maxHeight: '320px',
    overflowY: 'auto',
    // Room for the focus ring, which scrolling would cut off.
    padding: tokens.spacingHorizontalXXS,
    margin: `calc(-1 * ${tokens.spacingHorizontalXXS})`,
  },
  addresses: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  // High enough for a finger, because the rows have no gap between them.
  address: { minHeight: '24px', overflowWrap: 'anywhere', textAlign: 'start' },
  action: { alignSelf: 'start' },
  fixes: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    paddingTop: tokens.spacingVerticalS,
  },
  more: { color: tokens.colorNeutralForeground2 },
});

/** One kind of problem: how many cells, why, and the way to each of them. */
export const ProblemGroupItem = memo(function ProblemGroupItem(props: ProblemGroupItemProps) {
  const { group, onGoTo, onRetry, onFix } = props;
  const styles = useStyles();
  const { title, advice } = problemTexts[group.code];
  return (
    <div className={styles.root}>
      <div className={styles.heading}>
        <Body1Strong as="h3" className={styles.title}>
          {title}
        </Body1Strong>
        <Badge appearance="tint" color="danger">
          {countText(group.cellCount)}
        </Badge>
      </div>
      <p className={`${styles.text} ${styles.advice}`}>
        {group.valueCount > group.cellCount
          ? t(
              '{valueCount, plural, one {# value} other {# values}} in {cellCount, plural, one {# cell} other {# cells}}. {advice}',
              { valueCount: group.valueCount, cellCount: group.cellCount, advice },
            )
          : advice}
      </p>
      <div className={styles.cells}>
        {group.messages.map(({ message, addresses }) => (
          <div key={message}>
            <p className={styles.text}>{cellText(message)}</p>
            <ul className={styles.addresses}>
              {addresses.map((address) => (
                <li key={address}>
                  <Link
                    as="button"
                    inline
                    className={styles.address}
                    onClick={() => {
                      onGoTo(address);
                    }}
                  >
                    {address}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {group.hiddenCount > 0 && (
        <p className={`${styles.text} ${styles.more}`}>
          {t('and {rest} more', { rest: group.hiddenCount })}
        </p>
      )}
      {group.fixes.length > 0 && (
        <div className={styles.fixes}>
          {group.fixes.map((fix) => (
            <Button key={fix} onClick={() => onFix(group.code, fix)}>
              {fixTitle(fix)}
            </Button>
          ))}
        </div>
      )}
      {RETRYABLE.has(group.code) && (
        <Button
          className={styles.action}
          aria-label={t('Retry these: {title}', { title })}
          onClick={() => {
            onRetry(group.code);
          }}
        >
          {t('Retry these')}
        </Button>
      )}
    </div>
  );
});
