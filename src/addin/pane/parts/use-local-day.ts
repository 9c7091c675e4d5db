import { useEffect, useState } from 'react';

import type { Clock } from '../../../engine/lookup';

/** The local day, `YYYY-MM-DD`. The component redraws when the day is over. */
export function useLocalDay(clock: Pick<Clock, 'now' | 'today' | 'schedule'>): string {
  const today = clock.today();
  const [, drawAgain] = useState(today);
  useEffect(
    () => clock.schedule(msUntilTomorrow(clock.now()), () => drawAgain(clock.today())),
    [clock, today],
  );
  return today;
}

/** A second more, since timers may fire early. */
function msUntilTomorrow(now: number): number {
  const tomorrow = new Date(now);
  tomorrow.setHours(24, 0, 1, 0);
  return tomorrow.getTime() - now;
}
