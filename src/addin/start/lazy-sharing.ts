import { withTimeout } from '../../engine/lookup';
import type { Admission, Claim, Claims, Clock, Reservation } from '../../engine/lookup';

/*
 * What windows share. Its code is fetched with the first call. If it does not arrive soon, calls
 * leave without it: the engine applies its own limits, and two windows may ask the same thing.
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

/** Uses the thing if it is open, or once it has opened; after a time-out, does without. */
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
