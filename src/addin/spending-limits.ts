import type { SpendingLimits } from '../lookup';
import type { Preferences } from '../settings/preferences';

export function limitsOf({ approvalThreshold, dailyBudget }: Preferences): SpendingLimits {
  return { approvalThreshold, dailyBudget: dailyBudget ?? Number.POSITIVE_INFINITY };
}
