import { ListenerSet } from '../engine/lookup';
import type { PaneRequest, PaneRequests } from '../addin/spreadsheet/host';

/** What is asked of the pane. The last request waits for a pane that is still to be fetched. */
export interface WaitingRequests extends PaneRequests {
  ask(request: PaneRequest): void;
}

export function createPaneRequests(): WaitingRequests {
  const listeners = new ListenerSet<[PaneRequest]>();
  let waiting: PaneRequest | undefined;
  return {
    ask(request) {
      if (listeners.size === 0) waiting = request;
      listeners.tell(request);
    },
    subscribe(listener) {
      if (waiting !== undefined) listener(waiting);
      waiting = undefined;
      return listeners.subscribe(listener);
    },
  };
}
