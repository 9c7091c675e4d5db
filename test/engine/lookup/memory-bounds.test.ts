import * as v8 from 'node:v8';

import type { LookupReply } from '../../../src/engine/lookup';
import { AnswerMemory } from '../../../src/engine/lookup/cache/answer-memory';
import { createCollectedNames } from '../../../src/engine/lookup/cache/name-ids';
import { attribute, ended, setUp } from './engine-setup';
import { HandClock } from './hand-clock';
import { valuesFor } from './recording-source';

jest.setTimeout(300_000);

class Nothing {}
// Not in Node's types yet. It collects garbage before it counts, and changes no V8 flag: a flag set
// after the start stops what other threads run.
const { queryObjects } = v8 as unknown as { queryObjects(of: new () => object): number };

function collectGarbage(): void {
  // It looks at every object there is: two seconds in a process that has driven browsers before.
  // `npm test` starts Node with what takes a tenth of that.
  if (globalThis.gc !== undefined) globalThis.gc();
  else queryObjects(Nothing);
}

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Without a bound 60,000 took 23 MB. */
const NAMES = 60_000;
const MOST_MEGABYTES = 10;

describe('60,000 invented names', () => {
  const replies: [string, LookupReply | undefined, number, number][] = [
    ['that are refused', { kind: 'failed', code: 'rejected', status: 400 }, 1, NAMES / 10],
    ['for which there is no value', { kind: 'answered', values: new Map() }, 50, NAMES],
    ['that fail', { kind: 'failed', code: 'service-failed', status: 404 }, 50, NAMES],
    ['that have values', undefined, 50, NAMES],
  ];

  it.each(replies)('%s do not fill the memory', async (_what, reply, together, count) => {
    const { clock, source, engine } = setUp();
    source.onLookup = (call) => {
      source.lookups.length = 0;
      source.signals.length = 0;
      return reply ?? valuesFor(call);
    };
    const before = heapMegabytes();
    for (let name = 0; name < count; name += 3000) {
      const asked = [];
      for (let next = name; next < name + 3000; next += 1) {
        const row = Math.floor(next / together) % 3000;
        asked.push(engine.ask(attribute(row, `invented_${next}`)));
      }
      await clock.drain();
      await ended(asked.slice(0, 1));
    }
    await clock.advance(60_000);
    expect(heapMegabytes() - before).toBeLessThan(MOST_MEGABYTES);
    // Refused names stand alone in their calls, so fewer are tried.
    expect(engine.activity.snapshot().waiting).toBe(0);
  });

  it('that are held do not either, and all of them are counted', async () => {
    const limits = { approvalThreshold: 5, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine } = setUp({ limits });
    const before = heapMegabytes();
    for (let name = 0; name < NAMES; name += 3000) {
      for (let next = name; next < name + 3000; next += 1) {
        void engine.ask(attribute(next, `invented_${next}`));
      }
      await clock.drain();
    }
    expect(engine.spending.held()).toMatchObject({ calls: NAMES, values: NAMES });
    await clock.advance(60_000);
    expect(heapMegabytes() - before).toBeLessThan(MOST_MEGABYTES);
  });
});

describe('names', () => {
  it('that are known or wanted keep their numbers, others give theirs away', async () => {
    const { clock, source, engine } = setUp();
    const shownBefore = [engine.ask(attribute(1, 'real')), engine.ask(attribute(1, 'other'))];
    await clock.drain();
    const values = await ended(shownBefore);
    source.onLookup = () => ({ kind: 'failed', code: 'service-failed', status: 404 });
    for (let name = 0; name < 30_000; name += 1) void engine.ask(attribute(2, `invented_${name}`));
    await clock.drain();
    source.onLookup = valuesFor;
    const asked = [
      ...['real', 'other'].map((name) => engine.ask(attribute(1, name))),
      ...['new_0', 'new_1', 'invented_7'].map((name) => engine.ask(attribute(1, name))),
    ];
    await clock.drain();
    const shown = await ended(asked);
    expect(shown.slice(0, 2)).toEqual(values);
    expect(new Set(shown).size).toBe(5);
    expect(source.calls.at(-1)).toContain('new_0,new_1,invented_7');
  });

  it('are asked for without becoming known', () => {
    const clock = new HandClock();
    const names = createCollectedNames({
      clock,
      memory: new AnswerMemory(10, () => undefined),
      onReleased: () => undefined,
    });
    expect(names.find('unheard_of')).toBe(-1);
    expect(names.idOf('first')).toBe(0);
    expect([names.find('first'), names.find('unheard_of')]).toEqual([0, -1]);
  });
});

it('no more failures are told apart than a large sheet has, and the count says so', async () => {
  const { clock, source, engine } = setUp();
  source.refusalCode = 'no-key';
  for (let row = 0; row < 150_000; row += 1) void engine.ask(attribute(row, 'a'));
  await clock.drain();
  const { failed, failedByCode } = engine.activity.snapshot();
  expect([failed, failedByCode]).toEqual([100_000, { 'no-key': 100_000 }]);
});

it('more questions than anything remembers are held and counted, and some of them approved', async () => {
  const limits = { approvalThreshold: 20, dailyBudget: Number.POSITIVE_INFINITY };
  const { clock, source, engine } = setUp({ limits });
  for (let row = 0; row < 120_000; row += 1) void engine.ask(attribute(row, 'a'));
  await clock.drain();
  expect(engine.spending.held()).toMatchObject({ calls: 120_000, values: 120_000 });
  engine.spending.approve(30);
  for (let row = 110_000; row < 110_030; row += 1) void engine.ask(attribute(row, 'a'));
  await clock.drain();
  expect(source.lookups).toHaveLength(30);
});
