import { createUsedAnswers, MOST_USED } from '../../../src/addin/start/used-answers';
import type { UsedAnswers } from '../../../src/addin/start/used-answers';
import { createEngine } from '../../../src/engine/lookup';
import type { Engine, Question } from '../../../src/engine/lookup';
import { createCellRegister } from '../../../src/addin/functions/problems';
import { attribute } from '../../engine/lookup/engine-setup';
import { HandClock } from '../../engine/lookup/hand-clock';
import { RecordingSource } from '../../engine/lookup/recording-source';

interface Desk {
  readonly clock: HandClock;
  readonly used: UsedAnswers;
  /** As a person does in the pane. */
  connect(account: string): void;
  readonly engine: Engine;
  /** What is recorded, by the service that is said to have given it. */
  recorded(): string[];
}

/** Every service answers with a number of its own. */
function desk(): Desk {
  const clock = new HandClock();
  const source = new RecordingSource(clock);
  source.account = 'a';
  const numbers: Record<string, number> = { a: 1, b: 2, c: 3 };
  source.lookup = (call) => {
    const value = numbers[source.account] as number;
    return new Promise((resolve) => {
      const values = new Map(call.names.map((name) => [name, value]));
      clock.schedule(100, () => resolve({ kind: 'answered', values }));
    });
  };
  const engine = createEngine({
    ...{ source, clock, random: () => 0.5 },
    ...{ startConcurrency: 1, maxConcurrency: 1 },
  });
  const addresses = () => ({
    attributeUrl: `https://${source.account}.example`,
    modelUrl: `https://${source.account}.example`,
  });
  const used = createUsedAnswers({ engine, problems: createCellRegister(), clock, addresses });
  return {
    clock,
    used,
    engine,
    connect(account) {
      source.account = account;
      used.turn();
      engine.resume();
    },
    recorded: () =>
      used.batches.flatMap(({ addresses: { attributeUrl }, answers }) =>
        [...answers.values()].flatMap((answer) =>
          answer?.kind === 'found' ? [`${attributeUrl.slice(8, 9)}: ${answer.value}`] : [],
        ),
      ),
  };
}

function ask({ recorded }: UsedAnswers, question: Question): void {
  recorded.engine.request(question, { handleOutcome() {} });
}

const RIGHT = /^(a: 1|b: 2|c: 3)$/;

describe('answers that formulas were given', () => {
  it('are recorded under the service that gave them, whichever was asked first', async () => {
    const { clock, used, connect, recorded } = desk();
    for (let row = 0; row < 5; row += 1) ask(used, attribute(row, 'x'));
    await clock.advance(50);
    // One is in flight; the others have not left, and are asked of the new one.
    connect('b');
    await clock.drain();
    expect(recorded()).toEqual(['a: 1', 'b: 2', 'b: 2', 'b: 2', 'b: 2']);
  });

  it('are recorded under no wrong one after any number of changes', async () => {
    const { clock, used, connect, recorded } = desk();
    const asked: Question[] = Array.from({ length: 20 }, (_, row) => attribute(row, 'x'));
    for (const question of asked) ask(used, question);
    for (const account of ['b', 'c', 'a', 'b']) {
      await clock.advance(170);
      connect(account);
    }
    await clock.drain();
    expect(recorded().length).toBeGreaterThan(10);
    for (const entry of recorded()) expect(entry).toMatch(RIGHT);
  });

  it('stay with their service where only another count of cells began', async () => {
    const { clock, used, recorded } = desk();
    ask(used, attribute(1, 'x'));
    used.turn();
    await clock.drain();
    expect(recorded()).toEqual(['a: 1']);
    expect(used.batches[0]?.answers.size).toBe(1);
  });

  it('are of the day on which they were sent', async () => {
    const { clock, used } = desk();
    clock.jump(86_400_000 - (clock.now() % 86_400_000) - 10);
    const { place } = attribute(1, '');
    ask(used, { kind: 'score', place, model: 'm' });
    await clock.drain();
    const days = [...(used.batches[0]?.answers ?? [])].flatMap(([key, answer]) =>
      answer === undefined ? [] : [/\d{4}-\d\d-\d\d/.exec(key)?.[0]],
    );
    expect(days).toEqual([clock.today()]);
  });
});

it('are no more than a workbook may carry, also where they were known already', () => {
  const { clock } = desk();
  const known = { kind: 'found', value: 1, at: 0, origin: 'memory', isStale: false } as const;
  const used = createUsedAnswers({
    engine: { peek: () => known, request: (_, listener) => listener.handleOutcome(known) },
    problems: createCellRegister(),
    clock,
    addresses: () => ({ attributeUrl: 'https://a.example', modelUrl: 'https://a.example' }),
  });
  for (let row = 0; row < MOST_USED + 5; row += 1) {
    used.recorded.engine.peek(attribute(1, `n${row}`), true);
  }
  expect(used.batches[0]?.answers.size).toBe(MOST_USED);
});
