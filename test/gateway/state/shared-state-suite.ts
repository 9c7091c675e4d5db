import {
  type BudgetUsage,
  type Payer,
  ACCOUNT,
  personScope,
  teamScope,
  MODELS,
} from '../../../src/gateway/state/call-ledger';
import { Calendar } from '../../../src/node/calendar';
import { StoreForgot, type SharedState } from '../../../src/gateway/state/shared-state';

/** A state whose process can die, and whose clock the test sets. */
export interface StateStage {
  state: SharedState;
  now: number;
  /** Counts from the next start. @default that of UTC */
  calendar?: Calendar;
  /** Ends it as a kill would, and opens it again. */
  kill(): Promise<void>;
  /**
   * Empties the store, or puts back what it held at the last `copy`; on disk, the process ends and
   * begins meanwhile.
   */
  copy(): Promise<void>;
  restore(what: 'copy' | 'nothing'): Promise<void>;
  close(): Promise<void>;
}

const asha: Payer = { person: 'asha', team: 'research' };
const binod: Payer = { person: 'binod', team: 'research' };
const chitra: Payer = { person: 'chitra', team: undefined };
const NOON = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;

/** What every store behind the gateway promises, whichever it is. */
export function describeSharedState(
  name: string,
  open: (now: number) => Promise<StateStage>,
): void {
  let stage: StateStage;
  let number = 0;
  beforeEach(async () => (stage = await open(NOON)));
  afterEach(() => stage.close());

  const reserve = (payers: readonly Payer[], call = `call-${(number += 1)}`, price = 0) =>
    stage.state.ledger.reserve(call, payers, price).then((payer) => ({ call, payer }));
  const usage = async (scope: string) => {
    const [found] = await stage.state.ledger.usages([scope]);
    return found as BudgetUsage;
  };
  const counts = async (scope: string) => (await usage(scope)).day;

  describe(`a store in ${name} that has forgotten`, () => {
    beforeEach(async () => {
      const { ledger, records } = stage.state;
      await ledger.setBudget(personScope('asha'), { callsPerDay: 5, callsPerMonth: 100 });
      await records.put('token', 'one', { id: 'one' });
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a call', () => reserve([asha])],
      ['many calls', () => Promise.all(Array.from({ length: 5 }, () => reserve([asha])))],
      ['a budget', () => stage.state.ledger.setBudget(ACCOUNT, { callsPerDay: 1 })],
      ['a revoked token', () => stage.state.records.put('token', 'one', { revokedAt: 1 })],
    ])(
      '%s: sends nothing until an administrator confirms, and counts today as spent',
      async (_what, act) => {
        await stage.copy();
        await act();
        await stage.restore('copy');
        for (const person of [asha, chitra]) {
          await expect(reserve([person])).rejects.toThrow(StoreForgot);
        }
        expect(stage.state.hasForgotten).toBe(true);
        await stage.kill();
        await expect(reserve([asha])).rejects.toThrow(StoreForgot);
        await stage.state.confirm();
        expect(stage.state.hasForgotten).toBe(false);
        expect((await reserve([asha])).payer).toBeUndefined();
        expect(await counts(personScope('asha'))).toMatchObject({ charged: 0, booked: 5 });
        stage.now += DAY_MS;
        expect((await reserve([asha])).payer).toEqual(asha);
        await stage.kill();
        expect((await reserve([asha])).payer).toEqual(asha);
      },
    );

    it('everything: has lost its budgets, too, and sends nothing until there are others', async () => {
      await stage.restore('nothing');
      await expect(reserve([asha])).rejects.toThrow(StoreForgot);
      await stage.state.confirm();
      expect((await reserve([asha])).payer).toBeUndefined();
      await stage.state.ledger.setBudget(ACCOUNT, {});
      expect((await reserve([asha])).payer).toEqual(asha);
    });

    it('a score: does not ask it again if it was being asked', async () => {
      await stage.state.claims.claim('scope\nscore\n["place","retail"]', 'retail');
      await stage.copy();
      await reserve([asha]);
      await stage.restore('copy');
      await expect(reserve([asha])).rejects.toThrow(StoreForgot);
      await stage.state.confirm();
      expect(await stage.state.claims.unknown()).toMatchObject([{ model: 'retail' }]);
    });

    it('nothing: goes on, however often it starts', async () => {
      await stage.copy();
      await stage.restore('copy');
      expect((await reserve([asha])).payer).toEqual(asha);
      await stage.kill();
      await stage.kill();
      expect([(await reserve([asha])).payer, stage.state.hasForgotten]).toEqual([asha, false]);
    });
  });

  describe(`the ledger in ${name}`, () => {
    it('never reserves one call more than the tightest budget allows, however many come at once', async () => {
      const { ledger } = stage.state;
      await ledger.setBudget(personScope('asha'), { callsPerDay: 60 });
      await ledger.setBudget(teamScope('research'), { callsPerDay: 90 });
      await ledger.setBudget(ACCOUNT, { callsPerMonth: 100 });
      const payers = [asha, binod, chitra];
      const all = await Promise.all(
        Array.from({ length: 900 }, (_, index) => reserve([payers[index % 3] as Payer])),
      );
      expect(all.filter(({ payer }) => payer !== undefined)).toHaveLength(100);
      expect((await counts(personScope('asha'))).reserved).toBeLessThanOrEqual(60);
      expect((await counts(teamScope('research'))).reserved).toBeLessThanOrEqual(90);
      expect(await counts(ACCOUNT)).toMatchObject({ charged: 0, booked: 0, reserved: 100 });
    });

    it('gives back the room of a call that was released, and of no other', async () => {
      const { ledger } = stage.state;
      await ledger.setBudget(ACCOUNT, { callsPerDay: 3 });
      const calls = await Promise.all([reserve([asha]), reserve([asha]), reserve([asha])]);
      await ledger.settle(calls[0].call, 'released');
      await ledger.settle(calls[1].call, 'booked');
      await ledger.settle(calls[2].call, 'charged');
      expect((await reserve([asha])).payer).toEqual(asha);
      expect((await reserve([asha])).payer).toBeUndefined();
      expect(await counts(ACCOUNT)).toMatchObject({ charged: 1, booked: 2, reserved: 1 });
      expect(await counts(personScope('asha'))).toMatchObject({
        charged: 1,
        booked: 2,
        reserved: 1,
      });
    });

    it('never reserves more than a budget in price allows, whatever each call costs', async () => {
      const { ledger } = stage.state;
      await ledger.setBudget(personScope('asha'), { pricePerDay: 500_000 });
      await ledger.setBudget(ACCOUNT, { callsPerDay: 50, pricePerMonth: 2_000_001 });
      const all = await Promise.all(
        Array.from({ length: 90 }, (_, index) =>
          reserve([index % 3 === 0 ? asha : chitra], undefined, [100_000, 70_000][index % 2]),
        ),
      );
      const { price, reservedPrice, reserved } = await counts(ACCOUNT);
      expect(reserved).toBe(all.filter(({ payer }) => payer !== undefined).length);
      expect([price, reservedPrice <= 2_000_001, reservedPrice > 1_930_001]).toEqual([
        0,
        true,
        true,
      ]);
      const own = (await counts(personScope('asha'))).reservedPrice;
      expect([own <= 500_000, own > 430_000]).toEqual([true, true]);
      expect(own + (await counts(personScope('chitra'))).reservedPrice).toBe(reservedPrice);
      // One that costs less still has room, and one that is free always has.
      expect((await reserve([asha], undefined, 500_000)).payer).toBeUndefined();
      expect((await reserve([chitra], undefined, 2_000_001 - reservedPrice)).payer).toEqual(chitra);
      expect((await reserve([chitra], undefined, 1)).payer).toBeUndefined();
      expect((await reserve([asha])).payer).toEqual(asha);
    });

    it('books and gives back the price that was reserved with a call, by day and by month', async () => {
      const { ledger } = stage.state;
      const calls = await Promise.all(
        [300, 20, 1].map((price) => reserve([asha], undefined, price)),
      );
      await ledger.settle(calls[0]!.call, 'charged');
      await ledger.settle(calls[1]!.call, 'released');
      expect(await counts(ACCOUNT)).toMatchObject({ price: 300, reservedPrice: 1 });
      await stage.kill();
      expect(await counts(ACCOUNT)).toMatchObject({ booked: 2, price: 301, reservedPrice: 0 });
      stage.now = NOON - 5 * DAY_MS;
      const { month } = await usage(personScope('asha'));
      expect(month).toMatchObject({ price: 301, reservedPrice: 0 });
      await stage.state.ledger.countScore('m', 'booked', 7);
      await stage.state.ledger.countScore('m', 'charged', 7);
      const models = await stage.state.ledger.counts('2026-01', [MODELS]);
      expect(models.get('model:m')).toMatchObject({ charged: 1, booked: 2, price: 14 });
    });

    it('lets the first pay who can', async () => {
      await stage.state.ledger.setBudget(personScope('asha'), { callsPerDay: 0 });
      expect((await reserve([asha, chitra, binod])).payer).toEqual(chitra);
      expect((await counts(personScope('asha'))).reserved).toBe(0);
      expect((await counts(teamScope('research'))).reserved).toBe(0);
    });

    it('reads the usage of many at once, in the order asked for', async () => {
      const { ledger } = stage.state;
      await ledger.setBudget(personScope('asha'), { callsPerDay: 7, pricePerMonth: 5 });
      await Promise.all([reserve([asha]), reserve([chitra])]);
      const scopes = [personScope('chitra'), 'person:nobody', ACCOUNT, personScope('asha')];
      const found = await ledger.usages(scopes);
      expect(found.map(({ day }) => day.reserved)).toEqual([1, 0, 2, 1]);
      expect(found.map(({ callsPerDay }) => callsPerDay)).toEqual([
        undefined,
        undefined,
        undefined,
        7,
      ]);
      expect(await ledger.usages([])).toEqual([]);
      const many = Array.from({ length: 1200 }, (_, index) =>
        personScope(index % 400 === 399 ? 'chitra' : String(index)),
      );
      const reserved = (await ledger.usages(many)).map(({ month }) => month.reserved);
      expect(reserved.flatMap((count, index) => (count > 0 ? [index] : []))).toEqual([
        399, 799, 1199,
      ]);
    });

    it('counts a call once, however often it is reserved or settled', async () => {
      await reserve([asha], 'twice');
      expect((await reserve([asha], 'twice')).payer).toEqual(asha);
      const { ledger } = stage.state;
      await Promise.all([ledger.settle('twice', 'charged'), ledger.settle('twice', 'released')]);
      await ledger.settle('never', 'charged');
      expect(await counts(ACCOUNT)).toMatchObject({ charged: 1, booked: 1, reserved: 0 });
    });

    it('books what was reserved by a process that was killed', async () => {
      await stage.state.ledger.setBudget(ACCOUNT, { callsPerDay: 3 });
      await Promise.all([reserve([asha]), reserve([binod])]);
      await stage.kill();
      expect(await counts(ACCOUNT)).toMatchObject({ charged: 0, booked: 2, reserved: 0 });
      expect((await reserve([asha])).payer).toEqual(asha);
      expect((await reserve([asha])).payer).toBeUndefined();
    });

    it('begins anew with the day and the month, and never goes back to an earlier day', async () => {
      await stage.state.ledger.setBudget(ACCOUNT, { callsPerDay: 1, callsPerMonth: 2 });
      expect((await reserve([asha])).payer).toBeDefined();
      expect((await reserve([asha])).payer).toBeUndefined();
      stage.now = NOON + DAY_MS;
      expect((await reserve([asha])).payer).toBeDefined();
      stage.now = NOON;
      expect((await reserve([asha])).payer).toBeUndefined();
      expect((await usage(ACCOUNT)).today).toBe('2026-02-01');
    });

    // A minute before each day begins, and when it has begun.
    it.each([
      ['Asia/Kolkata', '2026-11-28T18:30Z', '2026-11-29'],
      ['Asia/Kathmandu', '2026-11-28T18:15Z', '2026-11-29'],
      ['Pacific/Kiritimati', '2026-11-28T10:00Z', '2026-11-29'],
      ['America/New_York', '2026-03-09T04:00Z', '2026-03-09'],
      ['America/New_York', '2026-11-02T05:00Z', '2026-11-02'],
      ['Australia/Lord_Howe', '2026-10-04T13:00Z', '2026-10-05'],
      // Here clocks go forward at midnight, and back to eleven.
      ['Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24'],
      ['Africa/Cairo', '2026-10-29T22:00Z', '2026-10-30'],
    ])('begins a day at midnight in %s, at %s', async (zone, instant, day) => {
      const midnight = Date.parse(instant);
      stage.calendar = new Calendar(zone);
      stage.now = midnight - 60_000;
      await stage.kill();
      const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
      const { ledger } = stage.state;
      await ledger.setBudget(ACCOUNT, { callsPerDay: 1 });
      expect((await reserve([asha])).payer).toEqual(asha);
      expect((await reserve([asha])).payer).toBeUndefined();
      expect((await usage(ACCOUNT)).today).toBe(before);
      expect(ledger.calendar.endOf(before)).toBe(midnight);
      expect(ledger.calendar.beginningOf(day)).toBe(midnight);
      stage.now = midnight;
      expect((await usage(ACCOUNT)).today).toBe(day);
      expect((await reserve([asha])).payer).toEqual(asha);
      await ledger.countScore('m', 'charged', 0);
      expect((await ledger.counts(day, [MODELS])).size).toBe(1);
    });

    it('gives no budget twice when the time zone is changed', async () => {
      await stage.state.ledger.setBudget(ACCOUNT, { callsPerDay: 1 });
      stage.now = Date.UTC(2026, 0, 31, 20);
      stage.calendar = new Calendar('Asia/Kolkata');
      await stage.kill();
      expect((await reserve([asha])).payer).toEqual(asha);
      expect((await usage(ACCOUNT)).today).toBe('2026-02-01');
      // Back to UTC, where it is still the day before: the day that has begun goes on.
      stage.calendar = new Calendar('UTC');
      await stage.kill();
      expect((await reserve([asha])).payer).toBeUndefined();
      stage.now = Date.UTC(2026, 1, 1, 23);
      expect((await reserve([asha])).payer).toBeUndefined();
      stage.now = Date.UTC(2026, 1, 2, 1);
      expect((await reserve([asha])).payer).toEqual(asha);
    });

    it.each([2, 400])(
      'sends nothing after a clock that was %i days ahead, until an administrator confirms',
      async (days) => {
        await stage.state.ledger.setBudget(ACCOUNT, { callsPerDay: 1 });
        stage.now = NOON + days * DAY_MS;
        expect((await reserve([asha])).payer).toBeDefined();
        stage.now = NOON;
        await expect(reserve([asha])).rejects.toThrow(StoreForgot);
        expect(stage.state.hasForgotten).toBe(true);
        await stage.state.confirm();
        expect((await reserve([asha])).payer).toBeUndefined();
        expect((await usage(ACCOUNT)).today).toBe('2026-01-31');
        stage.now += DAY_MS;
        expect((await reserve([asha])).payer).toBeDefined();
      },
    );

    it('settles a call on the day on which it was reserved', async () => {
      const { call } = await reserve([asha]);
      stage.now = NOON + DAY_MS;
      await stage.state.ledger.settle(call, 'charged');
      const before = await stage.state.ledger.counts('2026-01-31', [ACCOUNT]);
      expect(before.get(ACCOUNT)).toMatchObject({ charged: 1, booked: 1, reserved: 0 });
      expect((await stage.state.ledger.counts('2026-02-01', [ACCOUNT])).size).toBe(0);
    });

    it('agrees to the call in its sums of people, teams and account', async () => {
      const { ledger } = stage.state;
      await ledger.setBudget(personScope('asha'), { callsPerDay: 40 });
      const all = Array.from({ length: 200 }, async (_, index) => {
        const { call, payer } = await reserve([[asha, binod, chitra][index % 3] as Payer]);
        const ends = ['charged', 'booked', 'released'] as const;
        if (payer !== undefined)
          await ledger.settle(call, ends[index % 7 > 2 ? 0 : index % 3] as 'charged');
      });
      await Promise.all(all);
      const day = await ledger.counts('2026-01-31', [
        ...['asha', 'binod', 'chitra'].map(personScope),
        ...[ACCOUNT, teamScope('research'), teamScope('sales')],
      ]);
      const booked = (scope: string): number => day.get(scope)?.booked ?? 0;
      const people = ['asha', 'binod', 'chitra'].map((each) => booked(personScope(each)));
      expect(people[0]! + people[1]!).toBe(booked(teamScope('research')));
      expect(people[0]! + people[1]! + people[2]!).toBe(booked(ACCOUNT));
      expect(day.get(ACCOUNT)?.reserved).toBe(0);
    });
  });

  describe(`the claims in ${name}`, () => {
    const target = 'scope\nscore\n["12.3,45.6","model"]';

    it('let a score be asked once at a time, and again when its outcome is known', async () => {
      const { claims } = stage.state;
      expect(await claims.claim(target, 'model')).toBe('claimed');
      expect(await claims.claim(target, 'model')).toBe('unknown');
      expect(await claims.unknown()).toEqual([]);
      await claims.end(target, 'known');
      expect(await claims.claim(target, 'model')).toBe('claimed');
      // A call that was not sent is asked for again at once.
      void claims.end(target, 'known');
      expect(await claims.claim(target, 'model')).toBe('claimed');
    });

    it('keep a score of unknown outcome until somebody says so', async () => {
      const { claims } = stage.state;
      await claims.claim(target, 'model');
      await claims.end(target, 'unknown');
      const [unknown] = await claims.unknown();
      expect(unknown).toMatchObject({ model: 'model', at: NOON });
      expect(JSON.stringify(unknown)).not.toContain('12.3');
      expect(await claims.claim(target, 'model')).toBe('unknown');
      expect(await claims.askAgain('another')).toBe(false);
      expect(await claims.askAgain(unknown?.id ?? '')).toBe(true);
      expect(await claims.askAgain(unknown?.id ?? '')).toBe(false);
      expect(await claims.claim(target, 'model')).toBe('claimed');
    });

    it('do not know how a score ended that a killed process was asking', async () => {
      await stage.state.claims.claim(target, 'model');
      await stage.kill();
      expect(await stage.state.claims.claim(target, 'model')).toBe('unknown');
      expect(await stage.state.claims.unknown()).toHaveLength(1);
    });
  });

  describe(`the answers in ${name}`, () => {
    const answer = (value: number | null, at = NOON) => ({ name: 'a', value, at });

    it('are there after a kill, the later of two', async () => {
      const { answers } = stage.state;
      await answers.write([{ key: 'k', answers: [answer(2)] }]);
      await answers.write([{ key: 'k', answers: [answer(1, NOON - 1)] }]);
      await answers.write([{ key: 'k', answers: [{ name: 'b', value: null, at: NOON }] }]);
      await stage.kill();
      const found = await stage.state.answers.read(['k', 'l']);
      expect(found).toEqual(new Map([['k', [answer(2), { name: 'b', value: null, at: NOON }]]]));
    });

    it('are dropped when they have been kept for their time', async () => {
      const { answers } = stage.state;
      await answers.write([
        { key: 'old', answers: [answer(1, NOON - 40 * DAY_MS)] },
        {
          key: 'both',
          answers: [answer(1, NOON - 40 * DAY_MS), { name: 'b', value: 2, at: NOON }],
        },
      ]);
      await stage.state.sweep();
      const found = await answers.read(['old', 'both']);
      expect(found).toEqual(new Map([['both', [{ name: 'b', value: 2, at: NOON }]]]));
    });
  });

  it(`what is done exclusively in ${name} is done by one at a time, whatever becomes of it`, async () => {
    const acts: string[] = [];
    const act = (each: number) =>
      stage.state.exclusively('act', async () => {
        acts.push(`begin ${each}`);
        await stage.state.records.put('act', String(each), {});
        acts.push(`end ${each}`);
        if (each === 1) throw new Error('It did not work.');
      });
    await Promise.allSettled([1, 2, 3].map(act));
    expect(acts.map((word) => word.slice(0, -2))).toEqual(Array(3).fill(['begin', 'end']).flat());
  });

  describe(`the records in ${name}`, () => {
    it('are there after a kill, each kind by itself', async () => {
      const { records, audit } = stage.state;
      await records.put('team', 't', { id: 't', name: 'one' });
      await records.put('team', 't', { id: 't', name: 'two' });
      await records.put('teams', 'x', { id: 'x' });
      const entry = { by: 'p', act: 'team added', about: 't', detail: '' };
      await Promise.all(
        [1, 2, 3].map((number) => audit.append({ ...entry, at: NOON, about: `${number}` })),
      );
      await stage.kill();
      expect(await stage.state.records.load('team')).toEqual([{ id: 't', name: 'two' }]);
      const latest = await stage.state.audit.latest(2);
      expect(latest.map(({ about }) => about)).toEqual(['3', '2']);
    });

    it('are read slice by slice however many there are, and removed for good', async () => {
      const { records } = stage.state;
      const ids = Array.from({ length: 2500 }, (_, index) => `id ${index}`);
      await Promise.all(ids.map((id) => records.put('token', id, { id })));
      await records.put('token-use', 'id 1', { id: 'another kind' });
      const read = async (): Promise<readonly (readonly { id: string }[])[]> => {
        const slices = [];
        for await (const slice of records.slices('token')) {
          slices.push(slice as readonly { id: string }[]);
        }
        return slices;
      };
      const all = await read();
      expect(all.length).toBeGreaterThan(1);
      expect(new Set(all.flat().map(({ id }) => id))).toEqual(new Set(ids));
      const { version } = (await records.changedSince?.(undefined)) ?? {};
      await records.remove('token', ids.slice(1));
      await records.remove('token', []);
      await stage.kill();
      const left = (await stage.state.records.load('token')) as readonly { id: string }[];
      expect(left).toEqual([{ id: 'id 0' }]);
      expect(await stage.state.records.load('token-use')).toHaveLength(1);
      const changes = await stage.state.records.changedSince?.((version ?? 2501) - 2501);
      expect(changes?.records.length ?? 2).toBe(2);
    });

    it('that were done longer ago than counts are kept are swept, and the others keep their ids', async () => {
      const { audit } = stage.state;
      const entry = { by: 'p', act: 'team added', detail: '' };
      const days = [-500, -401, -399, -1, 0];
      for (const day of days)
        await audit.append({ ...entry, at: NOON + day * DAY_MS, about: `${day}` });
      const [latest, before] = await audit.latest(2);
      await stage.state.sweep();
      const rest = await stage.state.audit.latest(9, before?.id);
      expect(rest.map(({ about }) => about)).toEqual(['-399']);
      const kept = await stage.state.audit.latest(9);
      expect(kept.map(({ about }) => about)).toEqual(['0', '-1', '-399']);
      expect(kept[0]).toEqual(latest);
    });

    it('can all be read, page by page, while others are added', async () => {
      const { audit } = stage.state;
      const entry = { by: 'p', act: 'team added', detail: '' };
      const at = [NOON, NOON, NOON, NOON + 1, NOON + 2];
      for (const [index, each] of at.entries()) {
        await audit.append({ ...entry, at: each, about: `${index}` });
      }
      const read: string[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await audit.latest(2, before);
        if (page.length === 0) break;
        read.push(...page.map(({ about }) => about));
        before = page.at(-1)?.id;
        await audit.append({ ...entry, at: NOON + 3, about: 'later' });
      }
      expect(read).toEqual(['4', '3', '2', '1', '0']);
      const older = await audit.latest(9, String(NOON + 1));
      expect(older.map(({ about }) => about)).toEqual(['2', '1', '0']);
      expect(await audit.latest(9, String(NOON))).toEqual([]);
    });
  });
}
