import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

interface Usage {
  readonly account: Counts;
  readonly teams: readonly (Counts & { readonly id: string })[];
  readonly people: readonly (Counts & { readonly id: string })[];
}
interface Counts {
  readonly charged: number;
  readonly booked: number;
  readonly reserved: number;
}

const usage = async (): Promise<Usage> =>
  (await stage.admin('GET /usage')).json as unknown as Usage;
const at = (row: number, names = 'a') => ({ lat: 1 + row / 1000, lng: 1, variables: names });

describe('a budget', () => {
  it('refuses with 402 and a reason what is beyond it, and goes on answering what is known', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 2 });
    for (const row of [1, 2]) expect((await stage.ask(token, at(row))).status).toBe(200);
    const beyond = await stage.ask(token, at(3));
    expect([beyond.status, beyond.headers.get('x-locus-reason')]).toEqual([402, 'over-budget']);
    const resetsAt = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString();
    const budget = { of: 'person', period: 'day', unit: 'calls', limit: 2, resetsAt };
    expect(beyond.json['budget']).toEqual(budget);
    expect(beyond.json['message']).toBe(
      `Your budget of 2 calls for today is used up. It resets at ${resetsAt}.`,
    );
    const line = '{"id":7,"lat":9,"lng":2,"variables":["a"]}';
    const headers = { 'x-api-key': token };
    const bulk = await stage.send('/v1/bulk', { method: 'POST', headers, body: line });
    expect(bulk.json).toMatchObject({ id: 7, status: 402, reason: 'over-budget', budget });
    expect((await stage.score(token, { lat: 1, lng: 2 })).status).toBe(402);
    expect((await stage.ask(token, at(1))).status).toBe(200);
    expect(stage.service.calls).toHaveLength(2);
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 3 });
    expect((await stage.ask(token, at(3))).status).toBe(200);
  });

  it.each([
    ['a team’s', 'teams', { callsPerDay: 1 }, { of: 'team', period: 'day', limit: 1 }],
    [
      'the account’s',
      'account',
      { callsPerMonth: 0 },
      { of: 'account', period: 'month', limit: 0 },
    ],
  ])('of others is named as %s', async (_whose, owner, budget, said) => {
    const { id } = (await stage.admin('POST /teams', { name: 'Research' })).json;
    const { token } = await stage.person('Asha', String(id));
    const path = owner === 'teams' ? `/teams/${String(id)}` : '/account';
    await stage.admin(`PUT ${path}/budget`, budget);
    await stage.ask(token, at(1));
    expect((await stage.ask(token, at(2))).json['budget']).toMatchObject(said);
  });

  it('is never passed by a single call, under parallel load with faults and retries', async () => {
    await stage.admin('POST /teams', { name: 'Research' });
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        stage.person(`Person ${index}`, index % 2 === 0 ? 'Research' : undefined),
      ),
    );
    await stage.admin('PUT /account/budget', { callsPerDay: 150 });
    await stage.admin(`PUT /people/${people[0]?.id}/budget`, { callsPerMonth: 10 });
    let seed = 7;
    stage.service.fate = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      const chance = (seed >> 8) % 100;
      if (chance < 5) return 503;
      if (chance < 10) return 500;
      return chance < 15 ? 'cut' : 'answer';
    };
    const asked = Array.from({ length: 400 }, (_, row) => {
      const { token } = people[row % people.length] as (typeof people)[number];
      return row % 3 === 0
        ? stage.score(token, { lat: 1 + row / 1000, lng: 1 })
        : stage.ask(token, at(row));
    });
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const { account, teams, people: rows } = await usage();
    expect(stage.service.charged).toBeLessThanOrEqual(account.booked);
    expect(account.charged).toBeLessThanOrEqual(stage.service.charged);
    expect(account.booked).toBeLessThanOrEqual(150);
    expect(account.booked).toBeGreaterThan(140);
    expect(account.reserved).toBe(0);
    expect(rows.reduce((sum, { booked }) => sum + booked, 0)).toBe(account.booked);
    expect(rows.find(({ id }) => id === people[0]?.id)?.booked).toBeLessThanOrEqual(10);
    const research = rows.filter(({ id }) => [0, 2, 4].some((index) => people[index]?.id === id));
    expect(teams[0]?.booked).toBe(research.reduce((sum, { booked }) => sum + booked, 0));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(80);
    expect(statuses).toContain(402);
  });

  it('is used by whoever asks first; who joins the call rides free, also without a budget', async () => {
    // However busy the machine, the three come within one window.
    await stage.close();
    stage = await openStage({ windowMs: 300 });
    const [asha, binod] = [await stage.person('Asha'), await stage.person('Binod')];
    await stage.admin(`PUT /people/${binod.id}/budget`, { callsPerDay: 0 });
    const replies = await Promise.all([
      stage.ask(binod.token, at(1, 'a')),
      stage.ask(asha.token, at(1, 'a,b')),
      stage.ask(binod.token, at(1, 'c')),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(stage.service.calls).toHaveLength(1);
    const { people } = await usage();
    expect(people.find(({ id }) => id === asha.id)?.charged).toBe(1);
    expect(people.find(({ id }) => id === binod.id)?.charged).toBe(0);
  });

  it('outlives a restart, and a new token', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 1 });
    expect((await stage.ask(token, at(1))).status).toBe(200);
    await stage.restart();
    const another = await stage.admin(`POST /people/${id}/tokens`, {});
    expect((await stage.ask(String(another.json['token']), at(2))).status).toBe(402);
  });
});

describe('GET /v1/me', () => {
  it('says who one is, what may be spent, what is, and when it resets', async () => {
    await stage.admin('POST /teams', { name: 'Research' });
    const { id, token } = await stage.person('Asha', 'Research');
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 5, callsPerMonth: 100 });
    await stage.ask(token, at(1));
    await stage.ask(token, at(2));
    const { json } = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    expect(json).toMatchObject({ gateway: 'locus', person: 'Asha', team: 'Research' });
    const { day, month } = json['budget'] as Record<string, Record<string, unknown>>;
    expect(day).toMatchObject({ limit: 5, used: 2, left: 3, of: 'person' });
    expect(month).toMatchObject({ limit: 100, used: 2, left: 98, of: 'person' });
    expect(Date.parse(String(day?.['resetsAt']))).toBeGreaterThan(Date.now());
    expect(String(month?.['resetsAt'])).toMatch(/-01T00:00:00\.000Z$/);
  });

  it('tells of the tightest budget, also where it is the team’s', async () => {
    const team = await stage.admin('POST /teams', { name: 'Research' });
    const { token } = await stage.person('Asha', 'Research');
    const before = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    const { day } = before.json['budget'] as Record<string, Record<string, unknown>>;
    expect(day).toMatchObject({ limit: null, used: 0, left: null });
    await stage.admin(`PUT /teams/${String(team.json['id'])}/budget`, { callsPerDay: 9 });
    const after = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    const budget = after.json['budget'] as Record<string, Record<string, unknown>>;
    expect(budget['day']).toMatchObject({ limit: 9, used: 0, left: 9, of: 'team' });
  });
});
