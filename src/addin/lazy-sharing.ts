import { withTimeout } from '../lookup';
import type { Admission, Claim, Claims, Clock, Reservation } from '../lookup';

/*
 * What windows share, its code fetched with the first call. Where that does not come soon, calls go
 * without: the engine keeps to its limits by itself, and asks what it is asked.
 */

export function lazyAdmission(open: () => Promise<Admission>, clock: Timers): Admission {
  const soon = openSoon(open, clock);
  return {
    reserve: (call) => soon((admission) => admission.reserve(call), UNSHARED),
    decided: () => void soon((admission) => admission.decided?.(), undefined),
  };
}

export function lazyClaims(open: () => Promise<Claims>, clock: Timers): Claims {
  const soon = openSoon(open, clock);
  return { claim: (kind, subject) => soon((claims) => claims.claim(kind, subject), UNCLAIMED) };
}

type Timers = Pick<Clock, 'schedule'>;

/** Uses the thing at once when it is there, and otherwise when it has come, or does without. */
function openSoon<Thing>(open: () => Promise<Thing>, clock: Timers) {
  let opened: Thing | undefined;
  return <Result>(
    use: (thing: Thing) => Result | Promise<Result>,
    without: Result,
  ): Result | Promise<Result> => {
    if (opened !== undefined) return use(opened);
    const opening = open().then(
      (thing) => (opened = thing),
      () => undefined,
    );
    const timeout = { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined };
    return withTimeout(opening, timeout).then((thing) =>
      thing === undefined ? without : use(thing),
    );
  };
}

const UNSHARED: Reservation = { kind: 'reserved', settle() {} };
const UNCLAIMED: Claim = { kind: 'claimed', release() {} };
const TIMEOUT_MS = 2000;
