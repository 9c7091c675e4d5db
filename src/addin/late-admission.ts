import { withinPatience } from '../catalogue/patience';
import type { Admission, Clock, Reservation } from '../lookup';

/**
 * What windows share, its code fetched with the first call. Where that does not come soon, calls go
 * without: the engine keeps to its limits by itself.
 */
export function lateAdmission(
  open: () => Promise<Admission>,
  clock: Pick<Clock, 'schedule'>,
): Admission {
  let opened: Admission | undefined;
  return {
    reserve(call) {
      if (opened !== undefined) return opened.reserve(call);
      const opening = open().then((admission) => void (opened = admission));
      return withinPatience(opening, PATIENCE_MS, clock).then(
        () => opened?.reserve(call) ?? UNSHARED,
      );
    },
  };
}

const UNSHARED: Reservation = { kind: 'reserved', settle() {} };
const PATIENCE_MS = 2000;
