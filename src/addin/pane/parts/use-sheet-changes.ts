import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

import { ListenerSet, type CancelScheduled } from '../../../engine/lookup';
import type { PanePorts } from './pane-ports';

/** Tells when a person may have changed the sheet, so that the pane can look again. */
export interface SheetChanges {
  /** False in a host where looking takes away what a person can undo. */
  readonly mayLook: boolean;
  /** The pane itself has changed the sheet, which a host may not report. */
  note(): void;
  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/**
 * No host reports all that a person does, an undo least of all. So this tells after each change that
 * the host reports, when the selection moves, as it does after an edit, and when the person turns to
 * the pane: once, a moment after the last of them. A host whose requests take away what can be
 * undone is left alone.
 */
export function createSheetChanges(
  { host, clock }: Pick<PanePorts, 'host' | 'clock'>,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): SheetChanges {
  const listeners = new ListenerSet();
  let count = 0;
  let stop: (() => void) | undefined;

  function watch(): () => void {
    let pending: CancelScheduled | undefined;
    const soon = (): void => {
      pending?.();
      pending = clock.schedule(SETTLE_MS, () => listeners.notify());
    };
    const stops = [host.selection.subscribe(soon), host.edits?.(soon)];
    page.addEventListener('focus', soon);
    return () => {
      pending?.();
      for (const each of stops) each?.();
      page.removeEventListener('focus', soon);
    };
  }

  return {
    mayLook: host.requestsEndUndo !== true,
    note: () => listeners.notify(),
    subscribe(listener) {
      const forget = listeners.subscribe(listener);
      count += 1;
      if (host.requestsEndUndo !== true) stop ??= watch();
      return () => {
        forget();
        count -= 1;
        if (count > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Long enough for what an undo takes back in several steps. */
const SETTLE_MS = 300;

export const SheetChangesContext = createContext<SheetChanges>({
  mayLook: false,
  note: () => undefined,
  subscribe: () => () => undefined,
});

/**
 * Calls `onChange` when a person may have changed the sheet while the view is shown, and when they
 * come back to the view.
 */
export function useSheetChanges(onChange: () => void): Pick<SheetChanges, 'mayLook' | 'note'> {
  const changes = useContext(SheetChangesContext);
  const tell = useEffectEvent(onChange);
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && changes.mayLook) tell();
    wasShown.current = true;
    return changes.subscribe(() => tell());
  }, [changes]);
  return changes;
}
