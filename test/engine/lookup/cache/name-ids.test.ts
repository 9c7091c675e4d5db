import type { AnswerMemory } from '../../../../src/engine/lookup/cache/answer-memory';
import { createCollectedNames } from '../../../../src/engine/lookup/cache/name-ids';
import { HandClock } from '../hand-clock';

const MANY = 20_000;
const PASS_MS = 10_000;

/** Names of which some have answers, until these are dropped; and some are wanted all the same. */
function setUp() {
  const clock = new HandClock();
  const answered = new Set<number>();
  const wanted = new Set<number>();
  let dropped = 0;
  let calls = 0;
  const memory: Pick<AnswerMemory, 'namesInUse' | 'clear'> = {
    namesInUse: () => new Set([...answered, ...wanted]),
    clear: () => {
      dropped += 1;
      answered.clear();
    },
  };
  const released: number[] = [];
  const names = createCollectedNames({
    clock,
    memory: memory as AnswerMemory,
    onReleased: (ids) => void released.push(...ids),
  });
  const invent = (count: number, keptIn?: Set<number>): void => {
    calls += 1;
    const prefix = calls;
    for (let index = 0; index < count; index += 1) {
      const id = names.idOf(`${prefix} ${index}`);
      keptIn?.add(id);
    }
  };
  return { clock, names, released, invent, answered, wanted, dropped: () => dropped };
}

describe('names that nobody uses', () => {
  it('stay while they are not many', async () => {
    const { clock, invent, released } = setUp();
    invent(MANY);
    await clock.advance(10 * PASS_MS);
    expect(released).toEqual([]);
  });

  it('are released once they are, and no answer is dropped for them', async () => {
    const { clock, invent, released, answered, dropped } = setUp();
    invent(500, answered);
    invent(MANY);
    await clock.advance(PASS_MS - 1);
    expect(released).toHaveLength(0);
    await clock.advance(1);
    expect(released).toHaveLength(MANY);
    expect(dropped()).toBe(0);
    invent(MANY);
    await clock.advance(PASS_MS);
    expect(released).toHaveLength(2 * MANY);
  });

  it('are more than before where answers have to be dropped', async () => {
    const { clock, invent, released, answered, dropped } = setUp();
    invent(MANY + 1, answered);
    await clock.advance(PASS_MS);
    expect(dropped()).toBe(1);
    expect(released).toHaveLength(MANY + 1);
    await clock.advance(10 * PASS_MS);
    expect(dropped()).toBe(1);
  });

  it('are looked for again and again where too many are wanted', async () => {
    const { clock, names, invent, released, wanted } = setUp();
    invent(MANY + 1, wanted);
    await clock.advance(PASS_MS);
    expect(released).toEqual([]);
    wanted.clear();
    await clock.advance(PASS_MS);
    expect(released).toHaveLength(MANY + 1);
    expect(names.areMany).toBe(false);
  });
});
