import type { Admission, CallUse, ProposedCall, Reservation } from '../../../src/engine/lookup';
import { addressPlace, createCancellation } from '../../../src/engine/lookup';
import { attribute, ended, names, setUp } from './engine-setup';

/** Records what is proposed and how it ended. Reserves at once unless told otherwise. */
class RecordingAdmission implements Admission {
  readonly proposed: ProposedCall[] = [];
  readonly uses: CallUse[] = [];
  answer: (reserved: Reservation) => Reservation | Promise<Reservation> = (reserved) => reserved;

  reserve(call: ProposedCall): Reservation | Promise<Reservation> {
    this.proposed.push(call);
    return this.answer({ kind: 'reserved', settle: (use) => void this.uses.push(use) });
  }
}

function admitted(options: Parameters<typeof setUp>[0] = {}) {
  const admission = new RecordingAdmission();
  return { admission, ...setUp({ admission, ...options }) };
}

const overBudget: Reservation = { kind: 'refused', code: 'over-budget', isForAll: true };

describe('admission', () => {
  it('is sought once for each call, and told that it was spent', async () => {
    const { clock, engine, admission } = admitted();
    const asked = names(60).map((name) => engine.ask(attribute(1, name)));
    void engine.ask({ kind: 'score', place: addressPlace('1 MG Road'), model: 'm' });
    await clock.drain();
    await ended(asked);
    expect(admission.proposed.map(({ kind, countsAs }) => `${kind} ${countsAs}`).sort()).toEqual([
      'lookup new',
      'lookup new',
      'score new',
    ]);
    expect(admission.uses).toEqual(['spent', 'spent', 'spent']);
  });

  it('hears who wants a call, the first to ask first, whoever else joined', async () => {
    const { clock, engine, admission, source } = admitted();
    void engine.ask(attribute(1, 'a'), { asker: 'Asha' });
    void engine.ask(attribute(1, 'b'), { asker: 'Binod' });
    void engine.ask(attribute(1, 'a'), { asker: 'Chitra' });
    void engine.ask(attribute(1, 'a'));
    void engine.ask(attribute(1, 'b'), { asker: 'Asha' });
    void engine.ask(attribute(2, 'a'));
    await clock.drain();
    expect(admission.proposed.map(({ askers }) => askers)).toEqual([
      ['Asha', 'Chitra', 'Binod'],
      [],
    ]);
    expect(source.lookups.map(({ askers }) => askers)).toEqual([
      ['Asha', 'Chitra', 'Binod'],
      undefined,
    ]);
  });

  it.each([
    ['a lookup', attribute(1, 'a')],
    ['a score', { kind: 'score', place: addressPlace('1 MG Road'), model: 'm' }],
  ] as const)('that comes after everybody has left sends nothing: %s', async (_what, question) => {
    const { clock, engine, source, admission } = admitted();
    let admit = (): void => {};
    admission.answer = (reserved) => new Promise((resolve) => (admit = () => resolve(reserved)));
    const cancellation = createCancellation();
    const asked = [0, 1].map(() => engine.ask(question, { signal: cancellation.signal }));
    await clock.advance(100);
    expect(admission.proposed).toHaveLength(1);
    cancellation.cancel();
    await ended(asked);
    admit();
    await clock.drain();
    expect(admission.uses).toEqual(['unsent']);
    expect([...source.lookups, ...source.scores]).toHaveLength(0);
    admission.answer = (reserved) => reserved;
    const again = engine.ask(question);
    await clock.drain();
    expect(await again).toMatchObject({ kind: 'found' });
    expect([...source.lookups, ...source.scores]).toHaveLength(1);
  });

  it('that comes after all but one have left sends the call', async () => {
    const { clock, engine, source, admission } = admitted();
    let admit = (): void => {};
    admission.answer = (reserved) => new Promise((resolve) => (admit = () => resolve(reserved)));
    const cancellation = createCancellation();
    void engine.ask(attribute(1, 'a'), { signal: cancellation.signal });
    const stays = engine.ask(attribute(1, 'b'));
    await clock.advance(100);
    cancellation.cancel();
    admit();
    await clock.drain();
    expect(await stays).toMatchObject({ kind: 'found' });
    expect(source.calls).toHaveLength(1);
  });

  it('hears whether a call that was spent was answered', async () => {
    const answered: unknown[] = [];
    const { clock, engine, source } = setUp({
      admission: {
        reserve: () => ({ kind: 'reserved', settle: (...use) => void answered.push(use) }),
      },
    });
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    source.onLookup = () => ({ kind: 'failed', code: 'unreadable-reply' });
    void engine.ask(attribute(2, 'a'));
    await clock.drain();
    expect(answered).toEqual([
      ['spent', true],
      ['spent', false],
    ]);
  });

  it('hears how much waits behind a call', async () => {
    const { clock, engine, admission } = admitted({ startConcurrency: 1, maxConcurrency: 1 });
    for (let row = 0; row < 4; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    expect(admission.proposed.map(({ queued }) => queued)).toEqual([3, 2, 1, 0]);
  });

  it('is sought again for a retry, which is no new call, after one that was free', async () => {
    const { clock, engine, source, admission } = admitted();
    source.onLookup = () => ({ kind: 'failed', code: 'throttled', status: 429 });
    void engine.ask(attribute(1, 'a'));
    await clock.advance(150);
    source.onLookup = () => ({ kind: 'answered', values: new Map([['a', 1]]) });
    await clock.drain();
    const novelties = admission.proposed.map(({ countsAs }) => countsAs);
    expect(novelties[0]).toBe('new');
    expect(new Set(novelties.slice(1))).toEqual(new Set(['repeated']));
    expect(admission.uses[0]).toBe('free');
    expect(admission.uses.at(-1)).toBe('spent');
  });

  it('is told which calls a person approved', async () => {
    const limits = { approvalThreshold: 2, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine, admission } = admitted({ limits });
    const ask = () => [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    void ask();
    await clock.drain();
    expect(admission.proposed).toEqual([]);
    engine.spending.approve();
    const asked = ask();
    await clock.drain();
    await ended(asked);
    expect(admission.proposed.map(({ countsAs }) => countsAs)).toEqual(
      Array.from({ length: 3 }, () => 'approved'),
    );
  });

  it('books what was approved ahead within the budget, and not as new to the threshold', async () => {
    const limits = { approvalThreshold: 2, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine, admission } = admitted({ limits });
    engine.spending.approveAhead({ calls: 3, covers: () => true });
    const asked = [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    await ended(asked);
    expect(admission.proposed.map(({ countsAs }) => countsAs)).toEqual(
      Array.from({ length: 3 }, () => 'repeated'),
    );
  });

  it('that finds the shared budget spent holds what was approved ahead, with one refusal', async () => {
    const limits = { approvalThreshold: 2, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine, source, admission } = admitted({ limits });
    admission.answer = () => overBudget;
    engine.spending.approveAhead({ calls: 30, covers: () => true });
    for (let row = 0; row < 30; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    expect(source.lookups).toHaveLength(0);
    expect(admission.proposed.length).toBeLessThan(5);
    expect(engine.spending.held()).toMatchObject({ calls: 30, reason: 'over-budget' });
  });

  it('does not count what was approved as waiting behind a call that was not', async () => {
    const limits = { approvalThreshold: 20, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine, admission } = admitted({ limits });
    const ask = () => Array.from({ length: 40 }, (_, row) => engine.ask(attribute(row, 'a')));
    void ask();
    await clock.drain();
    engine.spending.approve();
    void engine.ask(attribute(99, 'a'));
    void ask();
    await clock.drain();
    const fresh = admission.proposed.filter(({ countsAs }) => countsAs === 'new');
    expect(fresh.map(({ queued }) => queued)).toEqual([0]);
  });

  it.each(['over-budget', 'held'] as const)(
    'that refuses for all holds what waits as %s, with its plan, and no call leaves',
    async (code) => {
      const { clock, engine, source, admission } = admitted();
      admission.answer = () => ({ kind: 'refused', code, isForAll: true });
      const asked = names(60).map((name) => engine.ask(attribute(1, name)));
      asked.push(engine.ask(attribute(2, 'a')));
      await clock.drain();
      expect(new Set(await ended(asked))).toEqual(new Set([code]));
      expect(source.calls).toEqual([]);
      expect(engine.spending.held()).toMatchObject({ values: 61, reason: code });
      expect(engine.spending.spentToday().calls).toBe(0);
    },
  );

  it('that refuses one call ends that one alone, for good', async () => {
    const { clock, engine, source, admission } = admitted();
    let first = true;
    admission.answer = (reserved) => {
      const reservation = first ? { ...overBudget, isForAll: false } : reserved;
      first = false;
      return reservation as Reservation;
    };
    const asked = [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect((await ended(asked)).filter((value) => value === 'over-budget')).toHaveLength(1);
    expect(source.calls).toHaveLength(2);
    expect(engine.spending.held()).toBeUndefined();
  });

  it('that refused leaves an approval as it was, and the threshold', async () => {
    const limits = { approvalThreshold: 3, dailyBudget: Number.POSITIVE_INFINITY };
    const { clock, engine, source, admission } = admitted({ limits });
    admission.answer = () => ({ ...overBudget, isForAll: false }) as Reservation;
    for (let row = 0; row < 3; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    admission.answer = (reserved) => reserved;
    for (let row = 0; row < 3; row += 1) void engine.ask(attribute(row, 'a'));
    await clock.drain();
    expect(source.calls).toHaveLength(3);
  });

  it('that takes its time is waited for, with no more calls than there are slots', async () => {
    const { clock, engine, source, admission } = admitted();
    admission.answer = (reserved) =>
      new Promise((resolve) => clock.schedule(1000, () => resolve(reserved)));
    const asked = Array.from({ length: 20 }, (_, row) => engine.ask(attribute(row, 'a')));
    await clock.advance(500);
    expect(admission.proposed).toHaveLength(4);
    await clock.drain();
    expect((await ended(asked)).every((value) => typeof value === 'number')).toBe(true);
    expect(source.mostInFlight).toBeLessThanOrEqual(6);
  });

  it.each([
    ['never answers', () => new Promise<never>(() => {})],
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])(
    'that %s keeps no cell waiting beyond its deadline, and nothing is sent',
    async (_, answer) => {
      const { clock, engine, source, admission } = admitted({ deadlineMs: 5000 });
      admission.answer = answer;
      const asked = [1, 2].map((row) => engine.ask(attribute(row, 'a')));
      await clock.advance(5100);
      expect(await ended(asked)).toEqual(['timed-out', 'timed-out']);
      expect(source.calls).toEqual([]);
    },
  );

  it.each([
    ['at once', (reserved: Reservation) => reserved],
    ['after a while', (reserved: Reservation) => Promise.resolve(reserved)],
  ])('that gives %s and cannot keep its books costs no cell its value', async (_, answer) => {
    const { clock, engine, admission } = admitted();
    admission.answer = () =>
      answer({
        kind: 'reserved',
        settle() {
          throw new Error('no room on this device');
        },
      });
    const asked = [1, 2, 3].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    for (const shown of await ended(asked)) expect(shown).toEqual(expect.any(Number));
    expect(engine.activity.snapshot()).toMatchObject({ inFlight: 0, callsInFlight: 0 });
  });

  it('that comes too late is given back', async () => {
    const { clock, engine, admission } = admitted({ deadlineMs: 5000 });
    admission.answer = (reserved) =>
      new Promise((resolve) => clock.schedule(20_000, () => resolve(reserved)));
    void engine.ask(attribute(1, 'a'));
    await clock.drain();
    expect(admission.uses).toEqual(['unsent']);
  });

  it('that does not come during a pause ends no question whose deadline waits for its end', async () => {
    const { clock, engine, admission } = admitted({ deadlineMs: 1000 });
    admission.answer = () => new Promise(() => undefined);
    const shown: string[] = [];
    void engine.ask(attribute(1, 'a')).then(({ kind }) => shown.push(kind));
    await clock.advance(500);
    engine.pause();
    await clock.advance(5000);
    expect(shown).toEqual([]);
    engine.goOn();
    await clock.advance(1000);
    expect(shown).toEqual(['failed']);
  });

  it('that was waited for while the account changed is given back, and sought for the new one', async () => {
    const { clock, engine, source, admission } = admitted();
    admission.answer = (reserved) =>
      new Promise((resolve) => clock.schedule(100, () => resolve(reserved)));
    const asked = [engine.ask(attribute(1, 'a'))];
    await clock.advance(80);
    source.account = 'another';
    await clock.drain();
    expect(await ended(asked)).toEqual([expect.any(Number)]);
    expect(admission.uses).toEqual(['unsent', 'spent']);
    expect(source.calls).toHaveLength(1);
  });

  it('that was waited for while a person paused sends nothing before they go on', async () => {
    const { clock, engine, source, admission } = admitted();
    admission.answer = (reserved) =>
      new Promise((resolve) => clock.schedule(100, () => resolve(reserved)));
    const asked = [engine.ask(attribute(1, 'a'))];
    await clock.advance(80);
    engine.pause();
    await clock.advance(5000);
    expect(source.calls).toEqual([]);
    engine.goOn();
    await clock.drain();
    expect(await ended(asked)).toEqual([expect.any(Number)]);
    expect(admission.uses).toEqual(['unsent', 'spent']);
  });

  it('that was waited for while the key was refused sends nothing', async () => {
    const { clock, engine, source, admission } = admitted({ startConcurrency: 2 });
    source.onLookup = () => ({ kind: 'failed', code: 'key-refused', status: 401 });
    let turn = 0;
    admission.answer = (reserved) => {
      turn += 1;
      if (turn === 1) return reserved;
      return new Promise((resolve) => clock.schedule(1000, () => resolve(reserved)));
    };
    const asked = [1, 2].map((row) => engine.ask(attribute(row, 'a')));
    await clock.drain();
    expect(await ended(asked)).toEqual(['key-refused', 'key-refused']);
    expect(source.calls).toHaveLength(1);
    expect(admission.uses.sort()).toEqual(['free', 'unsent']);
  });
});
