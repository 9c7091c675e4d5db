import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import type { HeldCalls } from '../pane/parts/pane-ports';
import { useStoreValue } from '../pane/parts/use-store-value';

export interface Approval {
  /** Undefined while nothing waits for approval. */
  readonly plan: HeldPlan | undefined;
  /** Why the cells could not be calculated after the last approval; undefined if they could. */
  readonly fault: string | undefined;
  clearFault(): void;
  /** Approves this many calls. Never rejects. */
  approve(calls: number): Promise<void>;
}

/** Returns what waits for a person's approval, and the way to approve it. */
export function useApproval(held: HeldCalls): Approval {
  const plan = useStoreValue(held);
  const [fault, setFault] = useState<string>();
  return {
    plan,
    fault,
    clearFault: () => setFault(undefined),
    async approve(calls) {
      // A second click may come before the button is gone. It would replace the first approval by
      // one for nothing, or approve calls that nobody has been shown.
      if (held.current() === undefined) return;
      setFault(undefined);
      try {
        setFault((await held.approve(calls)).failures[0]?.message);
      } catch {
        setFault(NOT_CALCULATED);
      }
    },
  };
}

const NOT_CALCULATED = t(
  'Couldn’t recalculate. If you’re editing a cell, finish, then select Retry failed.',
);
