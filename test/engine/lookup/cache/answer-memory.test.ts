import { coordinatePlace } from '../../../../src/engine/lookup';
import { AnswerMemory } from '../../../../src/engine/lookup/cache/answer-memory';
import { toCacheEntry } from '../../../../src/engine/lookup/cache/cache-entry';
import { CallTarget } from '../../../../src/engine/lookup/queue/pending-questions';
import { wanting } from '../wanting';

function setUp(maxAnswers: number) {
  const memory = new AnswerMemory(maxAnswers, () => undefined);
  /** Adds a place with that many answers. */
  const add = (key: string, answers: number, scope = 'scope'): CallTarget => {
    const target = new CallTarget(scope, key, coordinatePlace(1, 2), undefined, memory);
    memory.add(target);
    for (let name = 0; name < answers; name += 1) target.learn(name, toCacheEntry(1, 0, 'service'));
    return target;
  };
  /** Which of these it has. Each look is a use, in this order. */
  const has = (keys: string, scope = 'scope'): string =>
    [...keys].filter((key) => memory.find(scope, key) !== undefined).join('');
  return { memory, add, has };
}

describe('the memory of answers', () => {
  it('has room for exactly as many as it may hold', () => {
    const { memory, add, has } = setUp(4);
    for (const key of 'ab') add(key, 2);
    expect([has('ab'), memory.size]).toEqual(['ab', 4]);
    add('c', 1);
    expect([has('abc'), memory.size]).toEqual(['bc', 3]);
  });

  it('keeps the order of use through every use', () => {
    const { add, has } = setUp(4);
    for (const key of 'abcd') add(key, 1);
    has('b');
    has('d');
    has('a');
    has('a');
    for (const [next, left] of [
      ['e', 'bdae'],
      ['f', 'daef'],
      ['g', 'aefg'],
      ['h', 'efgh'],
    ] as const) {
      add(next, 1);
      expect(has(left)).toBe(left);
    }
    expect(has('abcd')).toBe('');
  });

  it('keeps the order when some are taken out, at either end and in the middle', () => {
    const { memory, add, has } = setUp(3);
    const all = new Map([...'abcde'].map((key) => [key, add(key, 0)]));
    for (const key of 'cea') memory.onEmpty(all.get(key) as CallTarget);
    expect(has('abcde')).toBe('bd');
    for (const key of 'bd') all.get(key)?.learn(0, toCacheEntry(1, 0, 'service'));
    add('f', 1);
    add('g', 1);
    expect([has('bdfg'), memory.size]).toEqual(['dfg', 3]);
    for (const key of 'dfg') memory.find('scope', key)?.forget();
    expect([has('bdfg'), memory.size]).toEqual(['', 0]);
    add('h', 1);
    expect([has('h'), memory.size]).toEqual(['h', 1]);
  });

  it('never lets go of a place that someone waits for, nor of the one being written to', () => {
    const { memory, add, has } = setUp(2);
    const wanted = add('a', 1);
    void wanting(wanted, 7, undefined, 0, undefined);
    add('b', 1);
    const large = add('c', 4);
    expect([has('abc'), memory.size, large.knownCount]).toEqual(['ac', 5, 4]);
    add('d', 1);
    expect([has('acd'), memory.size]).toEqual(['ad', 2]);
  });

  it('still lets go of what was used longest ago after it has forgotten', () => {
    const { memory, add, has } = setUp(3);
    const wanted = add('a', 0);
    const waiting = wanting(wanted, 7, undefined, 0, undefined);
    add('b', 2);
    memory.clear();
    for (const waitingNow of wanted.takeAll()) {
      wanted.conclude(waitingNow, toCacheEntry(1, 0, 'service'));
      waitingNow.settle({ kind: 'refused', error: { code: 'cancelled' } }, (run) => run());
    }
    for (const key of 'cde') add(key, 1);
    expect([has('abcde'), memory.size]).toEqual(['cde', 3]);
    return waiting;
  });
});
