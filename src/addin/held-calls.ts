import type { Problems } from '../functions/problems';
import type { Engine, HeldPlan, LookupErrorCode } from '../lookup';
import type { PreferenceStore } from '../settings/preferences';
import type { HeldCalls } from '../taskpane/held-calls';
import type { Cells, Recalculation } from '../taskpane/host';
import { askAgain } from './ask-again';
import { limitsOf } from './spending-limits';

export interface HeldCallsParts {
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  readonly preferences: PreferenceStore;
}

/** Joins the engine's limits with what a person says about them: the word, and the cells it frees. */
export function createHeldCalls({
  engine,
  problems,
  cells,
  preferences,
}: HeldCallsParts): HeldCalls {
  const { spending } = engine;
  let plan: HeldPlan | undefined;

  function askHeld(): Promise<Recalculation> {
    const held = problems.list().filter(({ code }) => HELD.has(code));
    return askAgain([...new Set(held.map(({ address }) => address))], problems, cells);
  }

  preferences.subscribe(() => {
    const wasHeld = spending.held() !== undefined;
    spending.setLimits(limitsOf(preferences.current()));
    if (wasHeld && spending.held() === undefined) void askHeld();
  });

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
  };
}

const HELD: ReadonlySet<LookupErrorCode> = new Set(['held', 'over-budget']);

function isSame(one: HeldPlan | undefined, other: HeldPlan | undefined): boolean {
  return (
    one?.calls === other?.calls &&
    one?.values === other?.values &&
    one?.known === other?.known &&
    one?.reason === other?.reason
  );
}
