import type { Problems } from '../functions/problems';
import type { Engine, HeldPlan } from '../../engine/lookup';
import type { HeldCalls } from '../pane/parts/pane-ports';
import type { Cells, Recalculation } from '../spreadsheet/host';
import { askHeldCells } from './spending-limits';

export interface HeldCallsParts {
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
}

/** Connects the engine's held calls to the pane: an approval also recalculates the held cells. */
export function createHeldCalls({ engine, problems, cells }: HeldCallsParts): HeldCalls {
  const { spending } = engine;
  let plan: HeldPlan | undefined;

  const askHeld = (): Promise<Recalculation> => askHeldCells(problems, cells);

  return {
    current() {
      const now = spending.held();
      if (!isSame(plan, now)) plan = now;
      return plan;
    },
    subscribe: (listener) => engine.activity.subscribe(() => listener()),
    approve(calls) {
      spending.approve(calls);
      return askHeld();
    },
    refuse: () => spending.refuse(),
    room: () => spending.room(),
    approveAhead: (approval) => spending.approveAhead(approval),
  };
}

function isSame(one: HeldPlan | undefined, other: HeldPlan | undefined): boolean {
  return (
    one?.calls === other?.calls &&
    one?.values === other?.values &&
    one?.known === other?.known &&
    one?.reason === other?.reason
  );
}
