import type { Problems } from '../functions/problems';
import type { Engine, LookupErrorCode, SpendingLimits } from '../../engine/lookup';
import type { Preferences, PreferenceStore } from '../device/preferences';
import type { Cells, Recalculation } from '../spreadsheet/host';
import { askAgainFor } from './ask-again';

export function limitsOf({ approvalThreshold, dailyBudget }: Preferences): SpendingLimits {
  return { approvalThreshold, dailyBudget: dailyBudget ?? Number.POSITIVE_INFINITY };
}

export interface FollowedLimits {
  readonly engine: Pick<Engine, 'spending'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
  readonly preferences: PreferenceStore;
}

/** Applies limits as a person changes them, in any window; asks again for what they release. */
export function followLimits({ engine, problems, cells, preferences }: FollowedLimits): void {
  const { spending } = engine;
  preferences.subscribe(() => {
    const wasHeld = spending.held() !== undefined;
    spending.setLimits(limitsOf(preferences.current()));
    if (wasHeld && spending.held() === undefined) void askHeldCells(problems, cells);
  });
}

/** Asks again for every held cell. */
export function askHeldCells(
  problems: Problems,
  cells: FollowedLimits['cells'],
): Promise<Recalculation> {
  return askAgainFor(HELD, problems, cells);
}

const HELD: ReadonlySet<LookupErrorCode> = new Set(['held', 'over-budget']);
