import { targetKey } from '../lookup';
import type { Clock, Source } from '../lookup';
import type { Journal } from './journal';

/** The source, with its answers in the journal before the engine has them. */
export function journaledSource(source: Source, journal: Journal, clock: Clock): Source {
  return {
    ...source,
    async lookup(call, signal) {
      const scope = source.scope('lookup');
      const reply = await source.lookup(call, signal);
      if (reply.kind !== 'answered') return reply;
      const at = clock.now();
      const answers = call.names
        .filter((name) => reply.unreadable?.has(name) !== true)
        .map((name) => ({ name, value: reply.values.get(name) ?? null, at }));
      journal.add(`${scope}\nlookup\n${call.place.key}`, answers);
      return reply;
    },
    async score(call, signal) {
      const scope = source.scope('score');
      const key = targetKey(clock, { kind: 'score', ...call });
      const reply = await source.score(call, signal);
      if (reply.kind === 'answered') {
        journal.add(`${scope}\nscore\n${key}`, [{ name: '', value: reply.value, at: clock.now() }]);
      }
      return reply;
    },
  };
}
