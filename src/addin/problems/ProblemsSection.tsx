import { Badge } from '@fluentui/react-components';
import { useCallback, useState, useSyncExternalStore } from 'react';

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
import { StaleItem } from './StaleItem';
import type { CellStaleValue } from '../functions/stale-values';
import { Stack, Text } from '../pane/parts/layout';

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
