import type { Admission, ProposedCall, RefusedCall, ReservedCall } from './admission';
import type { Clock } from './clock';

/** What came of a call that was about to leave; `late` there is no time left for it. */
export type Cleared = ReservedCall | RefusedCall | { readonly kind: 'late' };

/** Gets a call what it needs before it may leave. Where the engine is by itself, it needs nothing. */
export class Clearance {
  constructor(
    private readonly parts: {
      readonly clock: Pick<Clock, 'schedule'>;
      readonly admission?: Admission;
    },
  ) {}

  /** @param onEnd runs once, within `timeoutMs`; at once where nothing needs to be waited for. */
  seek(call: ProposedCall, timeoutMs: number, onEnd: (cleared: Cleared) => void): void {
    const { admission, clock } = this.parts;
    if (admission === undefined) {
      onEnd(FREE);
      return;
    }
    const reservation = reserveFrom(admission, call);
    if (!(reservation instanceof Promise)) {
      onEnd(guarded(reservation));
      return;
    }
    let hasEnded = false;
    const end = (cleared: Cleared): void => {
      if (hasEnded) {
        const late = guarded(cleared);
        if (late.kind === 'reserved') late.settle('unsent');
        return;
      }
      hasEnded = true;
      cancel();
      onEnd(guarded(cleared));
    };
    const cancel = clock.schedule(timeoutMs, () => end(LATE));
    // As one that throws: it breaks its promise, and what nobody books is not sent.
    reservation.then(end, () => end(LATE));
  }
}

function reserveFrom(admission: Admission, call: ProposedCall): Cleared | Promise<Cleared> {
  try {
    return admission.reserve(call);
  } catch {
    return LATE;
  }
}

/** Keeping its books is the admission's own business: where it fails, no cell waits for it. */
function guarded(cleared: Cleared): Cleared {
  if (cleared.kind !== 'reserved') return cleared;
  return {
    kind: 'reserved',
    settle(use) {
      try {
        cleared.settle(use);
      } catch {
        // Nobody is there to be told.
      }
    },
  };
}

const FREE: ReservedCall = { kind: 'reserved', settle() {} };
const LATE = { kind: 'late' } as const;
