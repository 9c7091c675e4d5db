import { Badge, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import type { FormulaFix, ProblemCode } from '../functions/problems';
import { countText } from '../../engine/language/count-text';
import type { ProblemGroup } from '../pane/parts/problem-view';
import { fixTitle, problemTexts, RETRYABLE } from './problem-messages';
import { Actions, Heading, Stack, Text, Title } from '../pane/parts/layout';

export interface ProblemGroupItemProps {
  readonly group: ProblemGroup;
  onGoTo(address: string): void;
  /** Asks again for the cells of this kind, including those that are not listed. */
  onRetry(code: ProblemCode): void;
  /** Fixes the formulas of this kind, including those that are not listed. */
  onFix(code: ProblemCode, fix: FormulaFix): void;
}

const useStyles = makeStyles({
  // A long list scrolls on its own, so that the next kind of problem stays in reach.
  cells: {
    maxHeight: '320px',
    overflowY: 'auto',
    // Room for the focus ring, which scrolling would cut off.
    padding: tokens.spacingHorizontalXXS,
    margin: `calc(-1 * ${tokens.spacingHorizontalXXS})`,
  },
  addresses: {
    columnGap: tokens.spacingHorizontalM,
    rowGap: 0,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  // High enough for a finger, because the rows have no gap between them.
  address: { minHeight: '24px', overflowWrap: 'anywhere', textAlign: 'start' },
  fixes: { paddingTop: tokens.spacingVerticalS },
});

/** One kind of problem: how many cells, why, and the way to each of them. */
export const ProblemGroupItem = memo(function ProblemGroupItem(props: ProblemGroupItemProps) {
  const { group, onGoTo, onRetry, onFix } = props;
  const styles = useStyles();
  const { title, advice } = problemTexts[group.code];
  return (
    <Stack gap="XS">
      <Heading>
        <Title>{title}</Title>
        <Badge appearance="tint" color="danger">
          {countText(group.cellCount)}
        </Badge>
      </Heading>
      <Text tone="quiet">
        {group.valueCount > group.cellCount
          ? t(
              '{valueCount, plural, one {# value} other {# values}} in {cellCount, plural, one {# cell} other {# cells}}. {advice}',
              { valueCount: group.valueCount, cellCount: group.cellCount, advice },
            )
          : advice}
      </Text>
      <Stack className={styles.cells}>
        {group.messages.map(({ message, addresses }) => (
          <div key={message}>
            <Text>{cellText(message)}</Text>
            <Actions as="ul" className={styles.addresses}>
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
            </Actions>
          </div>
        ))}
      </Stack>
      {group.hiddenCount > 0 && (
        <Text tone="quiet">{t('and {rest} more', { rest: group.hiddenCount })}</Text>
      )}
      {group.fixes.length > 0 && (
        <Actions className={styles.fixes}>
          {group.fixes.map((fix) => (
            <Button key={fix} onClick={() => onFix(group.code, fix)}>
              {fixTitle(fix)}
            </Button>
          ))}
        </Actions>
      )}
      {RETRYABLE.has(group.code) && (
        <Button
          aria-label={t('Retry these: {title}', { title })}
          onClick={() => {
            onRetry(group.code);
          }}
        >
          {t('Retry these')}
        </Button>
      )}
    </Stack>
  );
});
