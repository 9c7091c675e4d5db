import { addressPlace } from '../../../src/engine/lookup';
import type { Claim, ClaimEnd, Claims, Question, SourceFailure } from '../../../src/engine/lookup';
import { attribute, ended, outcomeOf, setUp, shown } from './engine-setup';

/** Grants every claim unless told otherwise, and records how each ended. */
class RecordingClaims implements Claims {
  readonly asked: string[] = [];
  readonly ends: ClaimEnd['kind'][] = [];
  answer: (own: Claim) => Claim | Promise<Claim> = (own) => own;

  claim(kind: string, target: string): Claim | Promise<Claim> {
    this.asked.push(`${kind} ${target.split('\n').join('|')}`);
    return this.answer({ kind: 'claimed', release: ({ kind: end }) => void this.ends.push(end) });
  }
}

function claiming(options: Parameters<typeof setUp>[0] = {}) {
  const claims = new RecordingClaims();
  return { claims, ...setUp({ claims, ...options }) };
}

const score: Question = { kind: 'score', place: addressPlace('1 MG Road'), model: 'm' };
const taken = (whenOver: Promise<SourceFailure | undefined>): Claim => ({
  kind: 'taken',
  whenOver,
});

describe('a claim', () => {
  it('is made for each call, on the key of its answers, and released with its end', async () => {
    const { clock, engine, source, claims } = claiming();
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.onScore = () => ({ kind: 'failed', code: 'offline' });
    void engine.ask(score);
    await clock.drain();
    expect(claims.asked[0]).toBe('lookup demo|lookup|10001000,77000000');
    expect(claims.asked[1]).toMatch(/^score demo\|score\|\[/);
    expect(claims.ends).toEqual(['answered', 'failed']);
  });

  it('that somebody else has keeps its question waiting, without a slot, and is made anew', async () => {
    const { clock, engine, source, claims } = claiming({ startConcurrency: 1, maxConcurrency: 1 });
    let over: () => void = () => {};
    let first = true;
    claims.answer = (own) => {
      if (!first) return own;
      first = false;
      return taken(new Promise((resolve) => (over = () => resolve(undefined))));
    };
    const waits = engine.ask(attribute(1, 'a'));
    const goes = engine.ask(attribute(2, 'a'));
    await clock.advance(1000);
    expect(typeof shown(await outcomeOf(goes))).toBe('number');
    expect(source.calls).toHaveLength(1);
    over();
    await clock.drain();
    expect(typeof (await ended([waits]))[0]).toBe('number');
    expect(claims.asked).toHaveLength(3);
    expect(engine.spending.spentToday().calls).toBe(2);
  });

  it('that somebody else has and who fails ends the question so, with no call', async () => {
    const { clock, engine, source, claims } = claiming();
    claims.answer = () =>
      taken(Promise.resolve({ kind: 'failed', code: 'service-failed', status: 500 }));
    const asked = engine.ask(score);
    await clock.drain();
    expect(await outcomeOf(asked)).toEqual({
      kind: 'failed',
      error: { code: 'service-failed', status: 500 },
    });
    expect(source.scores).toEqual([]);
    expect(engine.activity.snapshot()).toMatchObject({ waiting: 0, inFlight: 0, callsSpent: 0 });
  });

  it('that somebody else has for ever holds no cell beyond its deadline', async () => {
    const { clock, engine, source, claims } = claiming({ deadlineMs: 5000 });
    claims.answer = () => taken(new Promise(() => {}));
    const asked = [engine.ask(attribute(1, 'a')), engine.ask(score)];
    await clock.advance(5200);
    expect(await ended(asked)).toEqual(['timed-out', 'timed-out']);
    expect(source.calls).toEqual([]);
  });

  it('that somebody else has during a pause counts towards no deadline', async () => {
    const { clock, engine, source, claims } = claiming({ deadlineMs: 5000 });
    let over = (): void => {};
    claims.answer = () => taken(new Promise((resolve) => (over = () => resolve(undefined))));
    const asked = engine.ask(score);
    await clock.advance(1000);
    engine.pause();
    await clock.advance(60_000);
    engine.goOn();
    await clock.advance(1000);
    claims.answer = (own) => own;
    over();
    await clock.drain();
    expect(await ended([asked])).toEqual([1]);
    expect(source.scores).toHaveLength(1);
  });

  it('that somebody else has keeps no question that a person has cancelled', async () => {
    const { clock, engine, source, claims } = claiming();
    const over: (() => void)[] = [];
    claims.answer = () => taken(new Promise((resolve) => over.push(() => resolve(undefined))));
    const asked = [engine.ask(attribute(1, 'a')), engine.ask(score)];
    await clock.advance(1000);
    engine.cancelWaiting();
    expect(await ended(asked)).toEqual(['cancelled', 'cancelled']);
    claims.answer = (own) => own;
    for (const tell of over) tell();
    await clock.drain();
    expect([...source.calls, ...source.scores]).toEqual([]);
    expect(engine.activity.snapshot()).toMatchObject({
      failedByCode: { cancelled: 2 },
      waiting: 0,
    });
  });

  it('that comes after a person has cancelled its question is given back, as is its slot', async () => {
    const { clock, engine, source, claims } = claiming({ startConcurrency: 1, maxConcurrency: 1 });
    claims.answer = (own) => new Promise((resolve) => clock.schedule(1000, () => resolve(own)));
    const asked = engine.ask(score);
    await clock.advance(500);
    engine.cancelWaiting();
    expect(await ended([asked])).toEqual(['cancelled']);
    const again = engine.ask(score);
    await clock.drain();
    expect(await ended([again])).toEqual([1]);
    expect(source.scores).toHaveLength(1);
    expect(claims.ends).toEqual(['unsent', 'answered']);
    expect(engine.spending.spentToday().calls).toBe(1);
  });

  it('that is lost by the other for no stated reason is made anew', async () => {
    const { clock, engine, claims } = claiming();
    let first = true;
    claims.answer = (own) => {
      if (!first) return own;
      first = false;
      return taken(Promise.reject(new Error('broken')));
    };
    const asked = engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(typeof (await ended([asked]))[0]).toBe('number');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['never comes', () => new Promise<never>(() => {})],
  ])('that %s sends nothing, and leaves no cell busy', async (_, answer) => {
    const { clock, engine, source, claims } = claiming({ deadlineMs: 5000 });
    claims.answer = answer;
    const asked = [engine.ask(attribute(1, 'a')), engine.ask(score)];
    await clock.drain();
    expect(await ended(asked)).toEqual(['timed-out', 'timed-out']);
    expect(source.calls).toEqual([]);
  });

  it('is given back where nothing is sent: refused, too late, or under another account by then', async () => {
    const refused = claiming({
      admission: { reserve: () => ({ kind: 'refused', code: 'over-budget', isForAll: true }) },
    });
    void refused.engine.ask(score);
    await refused.clock.drain();
    expect(refused.claims.ends).toEqual(['unsent']);

    for (const [waitMs, ends] of [
      [100, ['unsent', 'answered']],
      [20_000, ['unsent']],
    ] as const) {
      const { clock, engine, source, claims } = claiming({ deadlineMs: 5000 });
      claims.answer = (own) => new Promise((resolve) => clock.schedule(waitMs, () => resolve(own)));
      void engine.ask(score);
      await clock.advance(80);
      source.account = 'another';
      await clock.drain();
      expect(claims.ends).toEqual(ends);
    }
  });

  it('is given back as soon as its call is too late, though the admission never answers', async () => {
    const admission = { reserve: () => new Promise<never>(() => undefined) };
    const { clock, engine, claims } = claiming({ admission, deadlineMs: 1000 });
    void engine.ask(attribute(1, 'a'));
    await clock.advance(2000);
    expect(claims.ends).toEqual(['unsent']);
  });

  it('whose release fails costs no cell its value', async () => {
    const { clock, engine, claims } = claiming();
    claims.answer = () => ({
      kind: 'claimed',
      release() {
        throw new Error('broken');
      },
    });
    const asked = [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    for (const value of await ended(asked)) expect(value).toEqual(expect.any(Number));
  });
});
