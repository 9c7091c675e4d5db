import { canChange, Refreshes, type QuestionGroup } from '../../src/gateway/team-engine';
import { coordinatePlace, type Outcome, type Question } from '../../src/engine/lookup';
import { HandClock } from '../engine/lookup/hand-clock';
import { openStage, type GatewayStage } from './gateway-stage';

const HOUR_MS = 3_600_000;
const at = { lat: 1, lng: 2, variables: 'a,b' };

/** Every answer is a moment later too old to be fresh. */
const withStale = (staleMs: number): Promise<GatewayStage> =>
  openStage({ keepAnswersMs: 1, staleMs });

/** Until what was told just now is too old: a fast machine asks again within the same millisecond. */
const grown = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Until so many calls have come to the service. */
async function called(stage: GatewayStage, calls: number): Promise<void> {
  while (stage.service.calls.length < calls) await new Promise(setImmediate);
}

describe('an answer that is no longer fresh', () => {
  it('is told at once, and asked for anew once, where an administrator allows it', async () => {
    const stage = await withStale(HOUR_MS);
    try {
      const { id, token } = await stage.person('Asha');
      const first = await stage.ask(token, at);
      await grown();
      const release = stage.service.hold();
      const again = await Promise.all(Array.from({ length: 20 }, () => stage.ask(token, at)));
      expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
      const line = JSON.stringify({ id: 1, ...at, variables: ['a'] });
      const bulk = await stage.send('/v1/bulk', {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: line,
      });
      expect(JSON.parse(bulk.text)).toMatchObject({ id: 1, status: 200 });
      await called(stage, 2);
      expect(stage.service.calls).toHaveLength(2);
      expect(stage.service.calls[1]?.names).toEqual(['a', 'b']);
      release();
      // Whoever has no budget is still told, and pays for nothing.
      await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 0 });
      expect((await stage.ask(token, at)).status).toBe(200);
    } finally {
      await stage.close();
    }
  });

  it('is waited for where nobody has allowed it', async () => {
    const stage = await withStale(0);
    try {
      const { token } = await stage.person('Asha');
      await stage.ask(token, at);
      await grown();
      const release = stage.service.hold();
      let isAnswered = false;
      const asked = stage.ask(token, at).then(({ status }) => ((isAnswered = true), status));
      await called(stage, 2);
      expect(isAnswered).toBe(false);
      release();
      expect(await asked).toBe(200);
    } finally {
      await stage.close();
    }
  });

  it('is asked for anew by no score of a past day', async () => {
    const stage = await withStale(HOUR_MS);
    try {
      const { token } = await stage.person('Asha');
      const past = { lat: 1, lng: 2, date: '2020-05-01' };
      const coming = { lat: 1, lng: 2, date: '2099-05-01' };
      for (const question of [past, coming]) await stage.score(token, question);
      await grown();
      for (let round = 0; round < 3; round += 1) {
        expect((await stage.score(token, past)).status).toBe(200);
      }
      expect(stage.service.calls).toHaveLength(2);
      expect((await stage.score(token, coming)).status).toBe(200);
      await called(stage, 3);
      expect(stage.service.calls[2]?.body).toMatchObject({ date: '2099-05-01' });
    } finally {
      await stage.close();
    }
  });
});

describe('asking anew', () => {
  const place = coordinatePlace(1, 2);
  const lookup = (name: string): Question => ({ kind: 'attribute', place, name });
  const payer = { person: 'p', team: undefined };

  function setUp(outcome: Outcome | undefined) {
    const clock = new HandClock();
    const asked: string[] = [];
    const begin = (): QuestionGroup =>
      ({
        ask: (question: Question) => {
          asked.push(question.kind === 'score' ? '' : question.name);
          return outcome === undefined
            ? Promise.reject(new Error('down'))
            : Promise.resolve(outcome);
        },
        end: () => {},
      }) as unknown as QuestionGroup;
    return { clock, asked, refreshes: new Refreshes(clock, begin) };
  }

  it('rests for ten seconds after it went wrong', async () => {
    const { clock, asked, refreshes } = setUp(undefined);
    refreshes.ask([lookup('a')], payer);
    await new Promise(setImmediate);
    refreshes.ask([lookup('a'), lookup('b')], payer);
    await clock.advance(9_999);
    refreshes.ask([lookup('a')], payer);
    expect(asked).toEqual(['a', 'b']);
    await clock.advance(1);
    refreshes.ask([lookup('a')], payer);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('holds a thousand at most, and takes others when those are done', async () => {
    const { clock, asked, refreshes } = setUp({ kind: 'missing', at: 0, origin: 'service' });
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    refreshes.ask(names.map(lookup), payer);
    refreshes.ask([lookup('more')], payer);
    expect(asked).toHaveLength(1000);
    await clock.drain();
    refreshes.ask([lookup('more')], payer);
    expect(asked).toHaveLength(1001);
  });

  it.each<[string | undefined, boolean]>([
    ['2026-11-21', false],
    ['2026/11/21', false],
    ['20261121', false],
    [' 2020-01-01 ', false],
    ['2026-11-22', true],
    ['2027-01-01', true],
    ['21-11-2026', true],
    ['last week', true],
    ['', true],
    [undefined, true],
  ])('is of use for a score of %j: %j', (date, expected) => {
    const score: Question = {
      kind: 'score',
      place,
      model: 'm',
      ...(date !== undefined && { date }),
    };
    expect(canChange(score, '2026-11-22')).toBe(expected);
    expect(canChange(lookup('a'), '2026-11-22')).toBe(true);
  });
});
