import { Button } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { ProblemBoard } from '../pane/parts/problem-view';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useActivityValue } from './use-activity-value';
import { failedIn } from './held-values';
import { Actions, Text } from '../pane/parts/layout';

export interface ActivityActionsProps {
  readonly ports: Pick<PanePorts, 'activity' | 'retryFailed' | 'cancelWaiting' | 'pause' | 'goOn'>;
  readonly board: ProblemBoard;
}

/** What a person can do about the work: retry what failed, pause, or cancel. */
export function ActivityActions({ ports, board }: ActivityActionsProps) {
  const hasWaiting = useActivityValue(ports.activity, ({ waiting }) => waiting > 0);
  const hasFailed = useActivityValue(
    ports.activity,
    (snapshot) => failedIn(snapshot) > 0 || snapshot.stoppedBy !== undefined,
  );
  const isBusy = useActivityValue(
    ports.activity,
    ({ waiting, inFlight }) => waiting + inFlight > 0,
  );
  const isPaused = useActivityValue(ports.activity, (snapshot) => snapshot.isPaused);
  const hasProblems = useStoreValue(board).cellCount > 0;
  const [refusal, setRefusal] = useState<string>();

  async function retryFailed(): Promise<void> {
    setRefusal(undefined);
    try {
      // This may take as long as the host calculates; the button stays usable meanwhile.
      const { failures } = await ports.retryFailed();
      setRefusal(failures[0]?.message);
    } catch {
      setRefusal(NOT_ASKED);
    }
  }

  return (
    <>
      <Actions isCompact>
        <Button
          disabledFocusable={!(hasFailed || hasProblems)}
          onClick={() => {
            void retryFailed();
          }}
        >
          {t('Retry failed')}
        </Button>
        <Button
          disabledFocusable={!(isBusy || isPaused)}
          onClick={() => {
            if (isPaused) ports.goOn();
            else ports.pause();
          }}
        >
          {isPaused ? t('Resume') : t('Pause')}
        </Button>
        <Button
          disabledFocusable={!hasWaiting}
          onClick={() => {
            ports.cancelWaiting();
          }}
        >
          {t('Cancel')}
        </Button>
      </Actions>
      {refusal !== undefined && (
        <Text role="alert" tone="bad">
          {refusal}
        </Text>
      )}
    </>
  );
}

const NOT_ASKED = t('Couldn’t recalculate. If you’re editing a cell, finish and try again.');
