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
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { ProblemBoard } from '../pane/parts/problem-view';
import { problemText } from './problem-text';
import { ProblemGroupItem } from './ProblemGroupItem';
import type { CellStaleValue } from '../functions/stale-values';
import { Heading, Stack, Text, Title } from '../pane/parts/layout';
import { ageText } from '../pane/parts/figure-text';
import { richText } from '../pane/parts/rich-text';

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
  cells: {
    maxHeight: '200px',
    padding: tokens.spacingHorizontalXXS,
    overflowY: 'auto',
  },
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
      <Stack as="ul" gap="XS" className={styles.cells}>
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
