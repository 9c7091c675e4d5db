import { useEffect, useState } from 'react';

import type { Clock } from '../lookup';

/** The local day, `YYYY-MM-DD`: of when it was last drawn, and drawn again when it is over. */
export function useLocalDay(clock: Pick<Clock, 'now' | 'today' | 'schedule'>): string {
  const today = clock.today();
  const [, drawAgain] = useState(today);
  useEffect(
    () => clock.schedule(msUntilTomorrow(clock.now()), () => drawAgain(clock.today())),
    [clock, today],
  );
  return today;
}

/** A little more, since timers may be early. */
function msUntilTomorrow(now: number): number {
  const tomorrow = new Date(now);
  tomorrow.setHours(24, 0, 1, 0);
  return tomorrow.getTime() - now;
}
