import {
  ListenerSet,
  type CallKind,
  type CancelScheduled,
  type Clock,
  type Reachability,
} from '../lookup';

export interface ReachabilityOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly random: () => number;
  /** Tells whether the service's address answers. Costs nothing, sends no key and never rejects. */
  probe(kind: CallKind): Promise<boolean>;
  /** Calls `run` whenever the device has a network again. */
  whenOnline?(run: () => void): void;
}

/** Finds out from how each call ends whether the service can be reached. */
export interface WatchedReachability extends Reachability {
  /** Whether calls may leave only as a trial, because nothing shows yet that the service works. */
  isTrying(kind: CallKind): boolean;
  /** Reports that a call begins. @returns a function to call once, with how the call ended. */
  began(kind: CallKind): (end: CallContact, status?: number) => void;
}

/**
 * How a call ended:
 *
 * - `replied`: the service replied and works.
 * - `failing`: the service replied with a `status` of 500 or above.
 * - `silent`: the call was cut off or refused. A browser does not say which.
 * - `unsent`: the call never left.
 * - `unknown`: the call timed out.
 */
export type CallContact = 'replied' | 'failing' | 'silent' | 'unsent' | 'unknown';

/**
 * Stops all calls after two in a row without a reply, or one that could not leave. Probes then ask,
 * less and less often, whether a server answers. Once one does, calls may go again, and the engine
 * sends one first. If that call keeps failing, probing stops, because the service may charge for
 * replies that this page is not allowed to read.
 *
 * Calls also stop after three in a row with a status of 500 or above, if no call has been answered
 * for five seconds. A service that only sheds load answers other calls in between. No probe can
 * tell that such a service works again, so one call at a time tries: the first after a second, the
 * next ones less and less often, at most ten seconds apart.
 */
export function createReachability(options: ReachabilityOptions): WatchedReachability {
  const listeners = new ListenerSet();
  const contacts: Record<CallKind, Contact> = { lookup: newContact(), score: newContact() };
  options.whenOnline?.(() => kinds().forEach((kind) => probeNow(kind)));

  /** @param status that the service fails with; undefined if it does not reply. */
  function lose(kind: CallKind, status?: number): void {
    const contact = contacts[kind];
    if (!contact.isTrying) contact.lostAt = options.clock.elapsed();
    else if (status === undefined) contact.trials += 1;
    contact.isTrying = contact.isFound = false;
    contact.status = status;
    if (status !== undefined) later(kind, FAILING, () => attempt(kind));
    else if (contact.trials === 0) probeNow(kind);
    else if (contact.trials < MOST_TRIALS) probeLater(kind);
    listeners.notify();
  }

  function probeLater(kind: CallKind): void {
    later(kind, AWAY, () => probeNow(kind));
  }

  function later(kind: CallKind, { share, leastMs, mostMs }: Gaps, run: () => void): void {
    const contact = contacts[kind];
    const awayMs = options.clock.elapsed() - (contact.lostAt ?? 0);
    const gapMs = Math.min(mostMs, Math.max(leastMs, awayMs * share));
    contact.cancel?.();
    contact.cancel = options.clock.schedule(gapMs * (0.75 + options.random() / 2), run);
  }

  function probeNow(kind: CallKind): void {
    const contact = contacts[kind];
    if (contact.lostAt === undefined || contact.isTrying) return;
    if (contact.status !== undefined) return attempt(kind);
    const { lostAt } = contact;
    contact.cancel?.();
    const probe = (contact.probe = {});
    void options.probe(kind).then((isThere) => {
      if (contact.probe !== probe || contact.lostAt !== lostAt || contact.isTrying) return;
      if (!isThere) return probeLater(kind);
      contacts[kind].isFound = contacts[kind].trials === 0;
      attempt(kind);
    });
  }

  function attempt(kind: CallKind): void {
    contacts[kind].cancel?.();
    contacts[kind].isTrying = true;
    listeners.notify();
  }

  return {
    mayCall: (kind) => contacts[kind].lostAt === undefined || contacts[kind].isTrying,
    get isLost() {
      return kinds().some((kind) => contacts[kind].lostAt !== undefined && !contacts[kind].isFound);
    },
    isTrying: (kind) => contacts[kind].isTrying && !contacts[kind].isFound,
    get failingStatus() {
      return kinds()
        .map((kind) => contacts[kind].status)
        .find((status) => status !== undefined);
    },
    subscribe: listeners.subscribe,
    retry() {
      for (const kind of kinds()) {
        contacts[kind].trials = 0;
        if (contacts[kind].lostAt !== undefined) attempt(kind);
      }
    },
    began(kind) {
      const startedAt = options.clock.elapsed();
      const wasTrial = contacts[kind].isTrying;
      return (end, status = 500) => {
        const contact = contacts[kind];
        const isLost = contact.lostAt !== undefined;
        // A call that left before the service was lost says nothing about the service since.
        if (isLost && !(wasTrial && contact.isTrying)) return;
        if (end === 'replied') {
          if (startedAt >= contact.silentAt) contact.silent = 0;
          contact.failing = 0;
          contact.workedAt = options.clock.elapsed();
          if (!isLost) return;
          contacts[kind] = { ...newContact(), workedAt: contact.workedAt };
          listeners.notify();
        } else if (end === 'failing') {
          contact.failing += 1;
          const isSteady = options.clock.elapsed() - contact.workedAt >= STEADY_MS;
          if (isLost || (contact.failing >= MOST_FAILING && isSteady)) lose(kind, status);
        } else if (end !== 'unknown') {
          contact.silent += 1;
          contact.silentAt = options.clock.elapsed();
          if (isLost || end === 'unsent' || contact.silent >= MOST_SILENT) lose(kind);
        }
      };
    },
  };
}

interface Contact {
  /** When the service became unreachable, in elapsed milliseconds. */
  lostAt: number | undefined;
  /** A probe has found a server, but no call has been answered yet. */
  isTrying: boolean;
  /** The probe alone counts as contact until a call fails: an idle sheet makes no call. */
  isFound: boolean;
  /** Calls that failed right after a successful probe. */
  trials: number;
  /** Calls in a row without a reply, and when the last of them ended. */
  silent: number;
  silentAt: number;
  /** Calls in a row that failed with a status of 500 and above, and when one was last answered. */
  failing: number;
  workedAt: number;
  /** What the service fails with, while it is lost for that reason. */
  status: number | undefined;
  probe: object | undefined;
  cancel: CancelScheduled | undefined;
}

function newContact(): Contact {
  return {
    ...{ lostAt: undefined, isTrying: false, isFound: false, trials: 0 },
    ...{ failing: 0, workedAt: Number.NEGATIVE_INFINITY, status: undefined },
    ...{ silent: 0, silentAt: 0, probe: undefined, cancel: undefined },
  };
}

function kinds(): readonly CallKind[] {
  return ['lookup', 'score'];
}

/** One connection may break by chance, and the next call goes through. */
const MOST_SILENT = 2;
const MOST_TRIALS = 5;
const MOST_FAILING = 3;
const STEADY_MS = 5_000;

/** The gap before the next try is a share of the outage so far, within bounds. */
interface Gaps {
  readonly share: number;
  readonly leastMs: number;
  readonly mostMs: number;
}

const AWAY: Gaps = { share: 1 / 4, leastMs: 250, mostMs: 30_000 };
const FAILING: Gaps = { share: 1 / 2, leastMs: 1_000, mostMs: 10_000 };
