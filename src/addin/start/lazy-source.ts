import { lazy, ListenerSet } from '../../engine/lookup';
import type { CallKind, Reachability, Source, SourceFailure } from '../../engine/lookup';

/** What is known about a source before its code is needed. */
export type SourceState = Pick<Source, 'scope' | 'refusal'>;

export type WatchedSource = Source & { readonly reachability: Reachability };

/**
 * A source whose code is fetched when the first question needs it; a sheet whose values are known
 * needs none. If the code cannot be fetched, calls fail as if the network were away.
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
  async function ask<Outcome>(
    kind: CallKind,
    run: (source: Source) => Promise<Outcome>,
  ): Promise<Outcome | SourceFailure> {
    const before = scope(kind);
    const fetched = await opened();
    if (fetched === undefined) return OFFLINE;
    return scope(kind) === before ? run(fetched) : OUTDATED;
  }
  return {
    scope,
    limiter: (kind) => source?.limiter?.(kind),
    refusal(kind) {
      const code = refusal(kind);
      // Start the fetch now: a call follows as soon as its place's window closes.
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
    lookup: (call, signal) => ask('lookup', (fetched) => fetched.lookup(call, signal)),
    score: (call, signal) => ask('score', (fetched) => fetched.score(call, signal)),
  };
}

const OFFLINE: SourceFailure = { kind: 'failed', code: 'offline', isUnsent: true };
/** The account has changed meanwhile: on this failure, the engine asks the new account instead. */
const OUTDATED: SourceFailure = { kind: 'failed', code: 'no-key', isUnsent: true };
