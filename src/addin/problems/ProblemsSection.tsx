import { Badge, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { memo, useCallback, useState, useSyncExternalStore } from 'react';

import { t } from '../../engine/language/speech';
import type { FormulaFix, ProblemCode } from '../functions/problems';
import { CopyButton } from '../pane/parts/CopyButton';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { fixCells } from './fix-cells';
import { fixOf } from './problem-groups';
import { countText } from '../../engine/language/count-text';
import { Scrolling } from '../pane/parts/Scrolling';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { ProblemBoard, ProblemGroup } from '../pane/parts/pane-view';
import { fixTitle, problemText, problemTexts, RETRYABLE } from './problem-messages';
import type { CellStaleValue } from '../functions/stale-values';
import { Actions, Heading, richText, Stack, Text, Title } from '../pane/parts/layout';
import { ageText } from '../pane/parts/figure-text';
import { cellText } from '../../engine/language/cell-text';

export interface ProblemsSectionProps {
  readonly board: ProblemBoard;
  readonly ports: Pick<
    PanePorts,
    'host' | 'problems' | 'staleValues' | 'clock' | 'retry' | 'copyText'
  >;
}

/** The cells without a value, grouped by what to do about them. */
export function ProblemsSection({ board, ports }: ProblemsSectionProps) {
  const view = useStoreValue(board);
  const stale = useStaleCells(ports);
  const [lost, setLost] = useState<string>();
  const { notice, isBusy, later } = useNoticedSteps();
  const { cells } = ports.host;

  const goTo = useCallback(
    (address: string) => {
      setLost(undefined);
      cells.goTo(address).catch(() => {
        setLost(address);
      });
    },
    [cells],
  );
  const retry = useCallback(
    (addresses: readonly string[]) => {
      // What fails again is listed again.
      ports.retry(addresses).catch(() => undefined);
    },
    [ports],
  );
  const retryKind = useCallback(
    (code: ProblemCode) => {
      const ofKind = ports.problems.list().filter((problem) => problem.code === code);
      retry(ofKind.map(({ address }) => address));
    },
    [ports, retry],
  );

  const fixKind = (code: ProblemCode, fix: FormulaFix): void => {
    const ofKind = ports.problems.list().filter((problem) => problem.code === code);
    const wanted = ofKind.flatMap((problem) => (fixOf(problem) === fix ? [problem.address] : []));
    later(() => fixCells(fix, wanted, { sheet: ports.host.sheet, later }));
  };

  return (
    <PaneSection
      title={t('Problems')}
      onEnter={board.lookAgain}
      aside={
        view.cellCount > 0 && (
          <Badge appearance="tint" color="danger">
            {countText(view.cellCount)}
          </Badge>
        )
      }
    >
      {lost !== undefined && (
        <Text role="alert" tone="bad">
          {t('{lost} can’t be shown. The cell may have moved.', { lost })}
        </Text>
      )}
      {view.groups.length === 0 ? (
        <Text tone="quiet">{t('No problems. Cells with errors appear here.')}</Text>
      ) : (
        <Stack gap="L">
          {view.groups.map((group) => (
            <ProblemGroupItem
              key={group.code}
              group={group}
              onGoTo={goTo}
              onRetry={retryKind}
              onFix={fixKind}
            />
          ))}
          <CopyButton copy={ports.copyText} text={() => problemText(ports.problems.list())}>
            {t('Copy as text')}
          </CopyButton>
        </Stack>
      )}
      <NoticeLine notice={notice} isBusy={isBusy} />
      {stale.cells.length > 0 && <StaleItem {...stale} onGoTo={goTo} onRetry={retry} />}
    </PaneSection>
  );
}

/** The cells with older values, and the time from which their age counts. */
interface StaleCells {
  readonly cells: readonly CellStaleValue[];
  /** In epoch milliseconds. */
  readonly now: number;
}

function useStaleCells({
  staleValues,
  clock,
}: Pick<PanePorts, 'staleValues' | 'clock'>): StaleCells {
  const subscribe = useCallback((run: () => void) => staleValues.subscribe(run), [staleValues]);
  const cells = useSyncExternalStore(subscribe, () => staleValues.list());
  return { cells, now: clock.now() };
}

interface StaleItemProps {
  readonly cells: readonly CellStaleValue[];
  /** In epoch milliseconds. */
  readonly now: number;
  onGoTo(address: string): void;
  onRetry(addresses: readonly string[]): void;
}

const MAX_CELLS_SHOWN = 100;

const useStyles = makeStyles({
  // A long list scrolls on its own, so that the next kind of problem stays in reach.
  problemGroupItemCells: {
    maxHeight: '320px',
    overflowY: 'auto',
    scrollPaddingBottom: '32px',
    // Room for the focus ring, which scrolling would cut off.
    padding: tokens.spacingHorizontalXXS,
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXXS})`,
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

/** The cells that show an older value because Locus could not get a newer one, oldest first. */
const StaleItem = memo(function StaleItem({ cells, now, onGoTo, onRetry }: StaleItemProps) {
  const styles = useStyles();
  const oldest = [...cells].sort((a, b) => a.oldestAt - b.oldestAt).slice(0, MAX_CELLS_SHOWN);
  return (
    <Stack gap="XS">
      <Heading>
        <Title>{t('Outdated values')}</Title>
        <Badge appearance="tint" color="warning">
          {countText(cells.length)}
        </Badge>
      </Heading>
      <Text tone="quiet">
        {t('Locus couldn’t get newer values, so these cells show the last ones it has.')}
      </Text>
      <Scrolling>
        <Stack as="ul" gap="XS" className={styles.problemGroupItemCells}>
          {oldest.map(({ address, oldestAt }) => (
            <li key={address}>
              {richText(
                t('{cell} from {age} ago', { cell: '{cell}', age: ageText(now - oldestAt) }),
                {
                  cell: (
                    <Link
                      as="button"
                      inline
                      onClick={() => {
                        onGoTo(address);
                      }}
                    >
                      {address}
                    </Link>
                  ),
                },
              )}
            </li>
          ))}
        </Stack>
      </Scrolling>
      {cells.length > oldest.length && (
        <Text tone="quiet">{t('and {rest} more', { rest: cells.length - oldest.length })}</Text>
      )}
      <Button
        onClick={() => {
          onRetry(cells.map(({ address }) => address));
        }}
      >
        {t('Refresh values')}
      </Button>
    </Stack>
  );
});

interface ProblemGroupItemProps {
  readonly group: ProblemGroup;
  onGoTo(address: string): void;
  /** Asks again for the cells of this kind, including those that are not listed. */
  onRetry(code: ProblemCode): void;
  /** Fixes the formulas of this kind, including those that are not listed. */
  onFix(code: ProblemCode, fix: FormulaFix): void;
}

/** One kind of problem: how many cells, why, and the way to each of them. */
const ProblemGroupItem = memo(function ProblemGroupItem(props: ProblemGroupItemProps) {
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
      <Scrolling>
        <Stack className={styles.problemGroupItemCells}>
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
      </Scrolling>
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
