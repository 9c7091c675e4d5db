import { ListenerSet } from '../lookup';
import type { CallKind, CancelScheduled, Clock, Reachability } from '../lookup';

export interface ReachabilityOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly random: () => number;
  /** Whether anything answers there. Costs nothing, carries no key, never rejects. */
  probe(kind: CallKind): Promise<boolean>;
  /** Runs whenever the device has a network again. */
  whenOnline?(run: () => void): void;
}

/** Told by each call how it went. */
export interface WatchedReachability extends Reachability {
  /** A call begins; the returned function takes its end. Call it once. */
  began(kind: CallKind): (end: CallContact) => void;
}

/** `replied` anything · `silent` cut off or refused, no one knows · `unsent` it never left. */
export type CallContact = 'replied' | 'silent' | 'unsent' | 'unknown';

/**
 * Two calls in a row without a reply, or one that could not leave, and nothing more is sent. Probes
 * then ask whether anybody is there, ever more rarely. After a probe that found somebody, calls may
 * go again: the engine sends one first. Where that one fails time after time, nothing goes by itself
 * any more, since it may be charged for replies that this page is not allowed to read.
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
        // What left before the service was lost says nothing of it since.
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
  /** Since when the service can't be reached, in elapsed milliseconds. */
  lostAt: number | undefined;
  /** A probe has found somebody; no call has been answered yet. */
  isTrying: boolean;
  /** That probe is believed: no call has failed since. Where nobody asks anything, none would. */
  isFound: boolean;
  /** Calls that failed though a probe had just found somebody. */
  trials: number;
  /** Without a reply, one after the other, and when the last of them ended. */
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
