import { openStage, type GatewayStage } from './gateway-stage';

const LOOKUP = 0.1;
const SCORE = 2.5;

let stage: GatewayStage;
beforeEach(async () => {
  const prices = {
    lookup: LOOKUP * 1e6,
    score: SCORE * 1e6,
    models: new Map([['flood', 7e6]]),
  };
  stage = await openStage({ prices, currency: '₹' });
});
afterEach(() => stage.close());

const at = (row: number) => ({ lat: 1 + row / 1000, lng: 1, variables: 'a' });
type Row = Record<string, unknown>;
const usageOf = async (id: string): Promise<Row | undefined> =>
  ((await stage.admin('GET /usage')).json['people'] as Row[]).find((row) => row['id'] === id);

describe('a budget in price', () => {
  it('refuses what would cost more than is left of it, and still lets cheaper calls pass', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { pricePerDay: 2.7 });
    expect((await stage.score(token, { lat: 1, lng: 2 })).status).toBe(200);
    const beyond = await stage.score(token, { lat: 2, lng: 2 });
    expect([beyond.status, beyond.headers.get('x-locus-reason')]).toEqual([402, 'over-budget']);
    expect((await stage.ask(token, at(1))).status).toBe(200);
    expect((await stage.ask(token, at(2))).status).toBe(200);
    // Three times 0.1 is not 0.3 in the numbers of a computer, but it is here.
    expect((await stage.ask(token, at(3))).status).toBe(402);
    expect(await usageOf(id)).toMatchObject({
      booked: 3,
      price: 2.7,
      reservedPrice: 0,
      budget: { callsPerDay: null, pricePerDay: 2.7, pricePerMonth: null },
      warnings: [{ period: 'day', unit: 'price', used: 2.7, limit: 2.7 }],
    });
  });

  it.each(['FLOOD', 'flood%20', '%20flood', '\uFB02ood'])(
    'pays for a model what it costs however it is spelled: %s',
    async (spelled) => {
      const { id, token } = await stage.person('Asha');
      await stage.admin(`PUT /people/${id}/budget`, { pricePerDay: 6.9 });
      const body = { lat: 1, lng: 2, key: token };
      const path = `/model/v1.0/${encodeURI(decodeURI(spelled))}`;
      const reply = await stage.send(path, { method: 'POST', body: JSON.stringify(body) });
      expect([reply.status, stage.service.calls.length]).toEqual([402, 0]);
    },
  );

  it('pays for a model what that model costs, and counts it so', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { pricePerDay: 10 });
    expect((await stage.score(token, { lat: 1, lng: 2 }, 'flood')).status).toBe(200);
    expect((await stage.score(token, { lat: 1, lng: 3 }, 'flood')).status).toBe(402);
    expect((await stage.score(token, { lat: 1, lng: 2 }, 'flood2')).status).toBe(200);
    expect((await stage.score(token, { lat: 1, lng: 2 }, 'retail')).status).toBe(402);
    expect(await usageOf(id)).toMatchObject({ booked: 2, price: 9.5 });
    const days = (await stage.admin('GET /usage/days')).json['days'] as { models: object[] }[];
    expect(days.at(-1)?.models).toMatchObject([
      { model: 'flood', price: 7 },
      { model: 'flood2', price: 2.5 },
    ]);
    expect((await stage.admin('GET /settings')).json['prices']).toMatchObject({
      models: [{ model: 'flood', price: 7 }],
    });
  });

  it('is never passed under parallel load with faults, for a person, a team and the account', async () => {
    await stage.admin('POST /teams', { name: 'Research' });
    const people = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name, index) =>
        stage.person(name, index < 2 ? 'Research' : undefined),
      ),
    );
    await stage.admin('PUT /account/budget', { pricePerMonth: 60 });
    await stage.admin('PUT /teams/Research/budget', { pricePerDay: 25 });
    await stage.admin(`PUT /people/${people[0]?.id}/budget`, { pricePerDay: 5, callsPerDay: 9 });
    let number = 0;
    stage.service.fate = () => {
      number += 1;
      if (number % 11 === 0) return 503;
      return number % 13 === 0 ? 'cut' : 'answer';
    };
    await Promise.all(
      Array.from({ length: 240 }, (_, row) => {
        const { token } = people[row % 4] as (typeof people)[number];
        return row % 3 === 0
          ? stage.score(token, { lat: 1 + row / 1000, lng: 1 })
          : stage.ask(token, at(row));
      }),
    );
    const { json } = await stage.admin('GET /usage');
    const account = json['account'] as Row;
    const priceOf = (row: Row | undefined): number => Number(row?.['price']);
    expect(priceOf(account)).toBeLessThanOrEqual(60);
    expect(priceOf(account)).toBeGreaterThan(57);
    expect(account['reservedPrice']).toBe(0);
    expect(priceOf((json['teams'] as Row[])[0])).toBeLessThanOrEqual(25);
    const rows = json['people'] as Row[];
    expect(priceOf(rows.find(({ id }) => id === people[0]?.id))).toBeLessThanOrEqual(5);
    const sum = rows.reduce((total, row) => total + Math.round(priceOf(row) * 1e6), 0);
    expect(sum).toBe(Math.round(priceOf(account) * 1e6));
  });

  it('is told to the person, with what it is in, and by model to the administrator', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { pricePerDay: 3, pricePerMonth: 50 });
    await stage.score(token, { lat: 1, lng: 2 });
    const { json } = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    const { day, month } = json['budget'] as Record<'day' | 'month', Row>;
    expect(json['currency']).toBe('₹');
    expect(day).toMatchObject({
      limit: null,
      used: 1,
      price: { limit: 3, used: SCORE, left: 0.5, of: 'person' },
      isNearlySpent: true,
    });
    expect(month).toMatchObject({ price: { limit: 50, left: 47.5 }, isNearlySpent: false });
    const days = (await stage.admin('GET /usage/days')).json['days'] as Row[];
    expect(days.at(-1)).toMatchObject({
      price: SCORE,
      models: [{ model: 'retail', booked: 1, price: SCORE }],
    });
    expect((await stage.admin('GET /usage')).json['prices']).toEqual({
      lookup: LOOKUP,
      score: SCORE,
      models: [{ model: 'flood', price: 7 }],
      currency: '₹',
    });
  });

  it.each([[-1], ['5'], [Number.MAX_VALUE], [null]])(
    'takes no limit of %j but null for none',
    async (limit) => {
      const { id } = await stage.person('Asha');
      const path = `PUT /people/${id}/budget`;
      const set = await stage.admin(path, { pricePerDay: limit });
      expect(set.status).toBe(limit === null ? 200 : 400);
    },
  );
});
