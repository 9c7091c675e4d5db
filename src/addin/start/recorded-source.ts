import type { CallKind, Clock, Source, SourceFailure } from '../../engine/lookup';
import type { EventLog } from './event-log';

/** The same source, with a log entry for each call: its duration, number of names and outcome. */
export function recordedSource(
  source: Source,
  log: EventLog,
  clock: Pick<Clock, 'elapsed'>,
): Source {
  async function recorded<Reply extends { readonly kind: 'answered' } | SourceFailure>(
    what: CallKind,
    names: number,
    call: () => Promise<Reply>,
  ): Promise<Reply> {
    const startedAt = clock.elapsed();
    const note = (outcome: SourceFailure['code'] | 'answered' | 'broken', status?: number): void =>
      log.note({ what, names, tookMs: clock.elapsed() - startedAt, outcome, status });
    try {
      const reply = await call();
      if (reply.kind === 'answered') note('answered');
      else note(reply.code, reply.status);
      return reply;
    } catch (error) {
      note('broken');
      throw error;
    }
  }

  return {
    scope: (kind) => source.scope(kind),
    refusal: (kind) => source.refusal(kind),
    ...(source.reachability !== undefined && { reachability: source.reachability }),
    limiter: (kind) => source.limiter?.(kind),
    lookup: (call, signal) =>
      recorded('lookup', call.names.length, () => source.lookup(call, signal)),
    score: (call, signal) => recorded('score', 1, () => source.score(call, signal)),
  };
}
