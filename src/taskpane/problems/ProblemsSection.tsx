import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';

import type { Cells } from '../host';
import { countText } from '../figure-text';
import { PaneSection } from '../PaneSection';
import { useStoreValue } from '../store-value';
import type { ProblemBoard } from './problem-board';
import { ProblemGroupItem } from './ProblemGroupItem';

export interface ProblemsSectionProps {
  readonly board: ProblemBoard;
  readonly cells: Cells;
}

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  groups: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalL },
  note: { margin: 0, color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
});

/** The cells without a value, by what to do about them. */
export function ProblemsSection({ board, cells }: ProblemsSectionProps) {
  const styles = useStyles();
  const view = useStoreValue(board);
  const [lost, setLost] = useState<string>();

  const goTo = useCallback(
    (address: string) => {
      setLost(undefined);
      cells.goTo(address).catch(() => {
        setLost(address);
      });
    },
    [cells],
  );

  return (
    <PaneSection
      title="Problems"
      aside={
        view.cellCount > 0 && (
          <Badge appearance="tint" color="danger">
            {countText(view.cellCount)}
          </Badge>
        )
      }
    >
      {lost !== undefined && (
        <p role="alert" className={styles.note}>
          {lost} cannot be shown. The cell may have moved.
        </p>
      )}
      {view.groups.length === 0 ? (
        <p className={styles.text}>None. Cells without a value are listed here.</p>
      ) : (
        <div className={styles.groups}>
          {view.groups.map((group) => (
            <ProblemGroupItem key={group.code} group={group} onGoTo={goTo} />
          ))}
        </div>
      )}
    </PaneSection>
  );
}
