import { ListenerSet } from '../lookup';
import type { CallKind, CancelScheduled, Clock, Reachability } from '../lookup';

export interface ReachabilityOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly random: () => number;
  /** Whether the service's address answers. Costs nothing, carries no key, never rejects. */
  probe(kind: CallKind): Promise<boolean>;
  /** Calls `run` whenever the device has a network again. */
  whenOnline?(run: () => void): void;
}

/** Judges reachability by how each call went. */
export interface WatchedReachability extends Reachability {
  /** A call begins. Report its end, once, to the returned function. */
  began(kind: CallKind): (end: CallContact) => void;
}

/**
 * `replied` with anything · `silent` cut off or refused, the browser does not say which · `unsent`
 * never left · `unknown` timed out.
 */
export type CallContact = 'replied' | 'silent' | 'unsent' | 'unknown';

/**
 * Stops all calls after two in a row without a reply, or one that could not leave. Probes then ask,
 * less and less often, whether a server answers. Once one does, calls may go again, and the engine
 * sends one first. If that call keeps failing, probing stops, because the service may charge for
 * replies that this page is not allowed to read.
 */
export function createReachability(options: ReachabilityOptions): WatchedReachability {
  const listeners = new ListenerSet();
  const contacts: Record<CallKind, Contact> = { lookup: newContact(), score: newContact() };
  options.whenOnline?.(() => kinds().forEach((kind) => probeNow(kind)));

  function lose(kind: CallKind): void {
    const contact = contacts[kind];
    if (contact.isTrying) contact.trials += 1;
    else contact.lostAt = options.clock.elapsed();
    contact.isTrying = contact.isFound = false;
    if (contact.trials === 0) probeNow(kind);
    else if (contact.trials < MOST_TRIALS) probeLater(kind);
    listeners.tell();
  }

  function probeLater(kind: CallKind): void {
    const contact = contacts[kind];
    const heldMs = options.clock.elapsed() - (contact.lostAt ?? 0);
    const gapMs = Math.min(LONGEST_GAP_MS, Math.max(GAP_MS, heldMs / 4));
    contact.cancel?.();
    contact.cancel = options.clock.schedule(gapMs * (0.75 + options.random() / 2), () =>
      probeNow(kind),
    );
  }

  function probeNow(kind: CallKind): void {
    const contact = contacts[kind];
    if (contact.lostAt === undefined || contact.isTrying) return;
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
    listeners.tell();
  }

  return {
    mayCall: (kind) => contacts[kind].lostAt === undefined || contacts[kind].isTrying,
    get isLost() {
      return kinds().some((kind) => contacts[kind].lostAt !== undefined && !contacts[kind].isFound);
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
      return (end) => {
        const contact = contacts[kind];
        const isLost = contact.lostAt !== undefined;
        // A call that left before the service was lost says nothing about the service since.
        if (isLost && !(wasTrial && contact.isTrying)) return;
        if (end === 'replied') {
          if (startedAt >= contact.silentAt) contact.silent = 0;
          if (!isLost) return;
          contacts[kind] = newContact();
          listeners.tell();
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
  probe: object | undefined;
  cancel: CancelScheduled | undefined;
}

function newContact(): Contact {
  return {
    ...{ lostAt: undefined, isTrying: false, isFound: false, trials: 0 },
    ...{ silent: 0, silentAt: 0, probe: undefined, cancel: undefined },
  };
}

function kinds(): readonly CallKind[] {
  return ['lookup', 'score'];
}

/** One connection may break by chance, and the next call goes through. */
const MOST_SILENT = 2;
const MOST_TRIALS = 5;
const GAP_MS = 250;
const LONGEST_GAP_MS = 30_000;
