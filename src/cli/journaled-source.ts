import { targetKey } from '../engine/lookup';
import type { Clock, LookupReply, ScoreReply, Source, SourceFailure } from '../engine/lookup';
import type { Journal } from './journal';
import type { Rejections } from './rejections';

/**
 * Wraps a source so that every answer is in the journal before the engine gets it. A call that the
 * service has rejected is not made again.
 */
export function journaledSource(
  source: Source,
  journal: Journal,
  clock: Clock,
  rejections: Rejections,
): Source {
  return {
    ...source,
    async lookup(call, signal) {
      const key = `${source.scope('lookup')}\nlookup\n${call.place.key}`;
      if (rejections.has(key, call.names)) return REJECTED;
      const reply = await source.lookup(call, signal);
      if (isRejected(reply)) journal.reject(key, call.names);
      if (reply.kind !== 'answered') return reply;
      const at = clock.now();
      const answers = call.names
        .filter((name) => reply.unreadable?.has(name) !== true)
        .map((name) => ({ name, value: reply.values.get(name) ?? null, at }));
      journal.add(key, answers);
      return reply;
    },
    async score(call, signal) {
      const target = targetKey(clock, { kind: 'score', ...call });
      const key = `${source.scope('score')}\nscore\n${target}`;
      if (rejections.has(key, [])) return REJECTED;
      const reply = await source.score(call, signal);
      if (isRejected(reply)) journal.reject(key, []);
      if (reply.kind === 'answered') {
        journal.add(key, [{ name: '', value: reply.value, at: clock.now() }]);
      }
      return reply;
    },
  };
}

/** Whether the service rejected this very input, which is permanent: other failures may pass. */
function isRejected(reply: LookupReply | ScoreReply): boolean {
  return reply.kind === 'failed' && reply.code === 'rejected' && reply.isUnsent !== true;
}

const REJECTED: SourceFailure = { kind: 'failed', code: 'rejected', status: 400, isUnsent: true };
