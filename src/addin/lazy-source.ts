import { lazy, ListenerSet } from '../lookup';
import type { Reachability, Source, SourceFailure } from '../lookup';

/** What is told of a source without asking it for anything. */
export type SourceState = Pick<Source, 'scope' | 'refusal'>;

export type WatchedSource = Source & { readonly reachability: Reachability };

/**
 * A source whose code is fetched once something has to be asked: a sheet whose values are known
 * needs none of it. Without that code nothing can be asked, as where the network is away.
 */
export function lazySource(
  { scope, refusal }: SourceState,
  load: () => Promise<Source>,
): WatchedSource {
  const listeners = new ListenerSet();
  let source: Source | undefined;
  const open = lazy(async () => {
    source = await load();
    source.reachability?.subscribe(() => listeners.tell());
    return source;
  });
  const opened = (): Promise<Source | undefined> => open().catch(() => undefined);
  return {
    scope,
    limiter: (kind) => source?.limiter?.(kind),
    refusal(kind) {
      const code = refusal(kind);
      // A call follows within the window in which its place waits for more names.
      if (code === undefined) void opened();
      return code;
    },
    reachability: {
      mayCall: (kind) => source?.reachability?.mayCall(kind) ?? true,
      get isLost() {
        return source?.reachability?.isLost ?? false;
      },
      subscribe: listeners.subscribe,
      retry: () => source?.reachability?.retry(),
    },
    lookup: async (call, signal) => (await opened())?.lookup(call, signal) ?? OFFLINE,
    score: async (call, signal) => (await opened())?.score(call, signal) ?? OFFLINE,
  };
}

const OFFLINE: SourceFailure = { kind: 'failed', code: 'offline', isUnsent: true };
