import { Calendar } from '../../src/node/calendar';
import { Backlog } from '../../src/gateway/backlog';
import type { Identity } from '../../src/gateway/directory';
import { RateLimits } from '../../src/gateway/rate-limits';
import { NO_CALLS, type BudgetUsage } from '../../src/gateway/state/call-ledger';
import { codeBlocks } from '../documents/documents';
import { openStage, type GatewayStage, type Reply } from './gateway-stage';

const WAITING = '"waiting";q=50000;qu="concurrent-requests"';

describe('what a person may still ask', () => {
  const identity = { person: { id: 'p' }, team: { id: 't' } } as Identity;
  /** Six hours before the end of a month of thirty days. */
  const now = Date.UTC(2026, 10, 30, 18);
  const usage = (limits: object, booked = 0): BudgetUsage => {
    const counts = { ...NO_CALLS, booked };
    return { today: '2026-11-30', day: counts, month: counts, ...limits };
  };
  const limits = (
    usages: readonly BudgetUsage[] | Error,
    { elapsed = (): number => 0, isStoreDown = (): boolean => false, at = now } = {},
  ) => {
    const backlog = new Backlog({ mostOfPerson: 50_000, most: 50_000 }, () => {});
    let reads = 0;
    const ledger = {
      calendar: new Calendar('UTC'),
      usages: () => {
        reads += 1;
        return usages instanceof Error ? Promise.reject(usages) : Promise.resolve(usages);
      },
    };
    const parts = { ledger, backlog, now: () => at, elapsed, isStoreDown };
    return { backlog, reads: () => reads, rate: new RateLimits(parts) };
  };

  it('is the tightest budget in calls of person, team and account, by day and by month', async () => {
    const { rate } = limits([
      usage({ callsPerDay: 100 }, 40),
      usage({ callsPerDay: 50, callsPerMonth: 5000 }, 45),
      usage({ callsPerMonth: 1000, pricePerDay: 3 }, 1200),
    ]);
    expect(await rate.fieldsFor(identity, true, false)).toEqual({
      'ratelimit-policy': `"day";q=50;w=86400, "month";q=1000;w=2592000, ${WAITING}`,
      ratelimit: '"day";r=5;t=21600, "month";r=0;t=21600, "waiting";r=50000',
    });
  });

  it('is written as the reference prints it', async () => {
    const at = Date.UTC(2026, 10, 25, 18);
    const own = { ...usage({ callsPerDay: 200, callsPerMonth: 3000 }, 50), today: '2026-11-25' };
    const { rate, backlog } = limits([own, usage({}), usage({})], { at });
    backlog.enter('p', 12);
    const fields = await rate.fieldsFor(identity, true, false);
    const [printed] = codeBlocks('docs/administrators/reference.md').filter(
      ({ language }) => language === 'http',
    );
    expect(printed?.code).toBe(
      `RateLimit-Policy: ${fields['ratelimit-policy']}\nRateLimit: ${fields.ratelimit}\n`,
    );
  });

  it('is only what may wait where there is no budget in calls, or the store is down', async () => {
    const only = { 'ratelimit-policy': WAITING, ratelimit: '"waiting";r=50000' };
    const none = limits([usage({ pricePerDay: 3 }), usage({}), usage({})]);
    expect(await none.rate.fieldsFor(identity, true, false)).toEqual(only);
    const failing = limits(new Error('lost'));
    expect(await failing.rate.fieldsFor(identity, true, false)).toEqual(only);
    const down = limits(new Error('lost'), { isStoreDown: () => true });
    expect(down.rate.fieldsFor(identity, true, false)).toEqual(only);
    expect(down.reads()).toBe(0);
  });

  it('counts what waits for the person', async () => {
    const { rate, backlog } = limits([usage({}), usage({}), usage({})]);
    backlog.enter('p', 49_999);
    backlog.enter('other', 1);
    expect(await rate.fieldsFor(identity, true, false)).toMatchObject({
      ratelimit: '"waiting";r=1',
    });
    backlog.leave('p', 49_999);
    // Somebody for whom nothing waits may ask for more than may wait.
    backlog.leave('other', 1);
    backlog.enter('p', 60_000);
    expect(await rate.fieldsFor(identity, true, false)).toMatchObject({
      ratelimit: '"waiting";r=0',
    });
  });

  it('says no time that comes after Retry-After', async () => {
    const own = usage({ callsPerDay: 100 });
    const { rate } = limits([own, usage({}), usage({})]);
    expect(await rate.fieldsFor(identity, true, true)).toEqual({
      'ratelimit-policy': `"day";q=100;w=86400, ${WAITING}`,
      ratelimit: '"waiting";r=50000',
    });
  });

  it('is read once a second for answers from memory, and anew after a call', async () => {
    let elapsed = 0;
    const { rate, reads } = limits([usage({}), usage({}), usage({})], {
      elapsed: () => elapsed,
    });
    await rate.fieldsFor(identity, false, false);
    await rate.fieldsFor(identity, false, false);
    expect(reads()).toBe(1);
    await rate.fieldsFor(identity, true, false);
    expect(reads()).toBe(2);
    elapsed = 1001;
    await rate.fieldsFor(identity, false, false);
    expect(reads()).toBe(3);
  });
});

describe('a reply', () => {
  let stage: GatewayStage;
  let token: string;
  let id: string;
  beforeEach(async () => {
    stage = await openStage();
    ({ id, token } = await stage.person('Asha'));
  });
  afterEach(() => stage.close());

  const remaining = ({ headers }: Reply): string | undefined =>
    /"day";r=(\d+);t=\d+/.exec(headers.get('ratelimit') ?? '')?.[1];
  const place = (lat: number): object => ({ lat, lng: 1, variables: 'a' });

  it('says what is left after it, whatever became of the request', async () => {
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 3 });
    const replies = [
      await stage.ask(token, place(1)),
      await stage.ask(token, place(1)),
      await stage.score(token, { lat: 1, lng: 1 }),
      await stage.ask(token, { lat: 1 }),
      await stage.send('/v1/me', { headers: { 'x-api-key': token } }),
      await stage.send('/v1/bulk', {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify({ id: 1, ...place(1), variables: ['a'] }),
      }),
      await stage.ask(token, place(2)),
      await stage.ask(token, place(3)),
    ];
    expect(replies.map((reply) => [reply.status, remaining(reply)])).toEqual([
      [200, '2'],
      [200, '2'],
      [200, '1'],
      [400, '1'],
      [200, '1'],
      [200, '1'],
      [200, '0'],
      [402, '0'],
    ]);
    for (const { headers } of replies) {
      expect(headers.get('ratelimit-policy')).toBe(`"day";q=3;w=86400, ${WAITING}`);
    }
  });

  it('says nothing to a stranger', async () => {
    for (const { headers } of [
      await stage.ask('locus_wrong', place(1)),
      await stage.ask('', place(1)),
      await stage.send('/manifest.xml', {}),
    ]) {
      expect(headers.has('ratelimit')).toBe(false);
      expect(headers.has('ratelimit-policy')).toBe(false);
    }
  });

  it('lets a page of another origin read it', async () => {
    await stage.close();
    stage = await openStage({ origins: ['https://excel.example.com'] });
    ({ token } = await stage.person('Asha'));
    const { headers } = await stage.send('/v1/me', {
      headers: { 'x-api-key': token, origin: 'https://excel.example.com' },
    });
    expect(headers.get('access-control-expose-headers')).toMatch(/\bratelimit, ratelimit-policy\b/);
  });
});
