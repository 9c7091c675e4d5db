import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

const modelsToday = async (token?: string): Promise<unknown> => {
  const { json } = await stage.admin('GET /usage/days', undefined, token);
  return (json['days'] as readonly { readonly models?: object }[]).at(-1)?.models;
};

describe('usage by model and day', () => {
  it('counts the scores that were asked, once each, and outlives a restart', async () => {
    const { token } = await stage.person('Asha');
    const place = (lat: number) => ({ lat, lng: 1 });
    await Promise.all([
      stage.score(token, place(1), 'retail'),
      stage.score(token, place(1), 'retail'),
      stage.score(token, place(2), 'retail'),
      stage.score(token, place(1), '__proto__'),
      stage.ask(token, { ...place(1), variables: 'a' }),
    ]);
    // Known by now, so it costs nothing.
    await stage.score(token, place(2), 'retail');
    stage.service.fate = () => 'cut';
    await stage.score(token, place(3), 'retail');
    const expected = [
      { model: '__proto__', charged: 1, booked: 1, price: 0 },
      { model: 'retail', charged: 2, booked: 3, price: 0 },
    ];
    expect(await modelsToday()).toEqual(expected);
    await stage.restart();
    expect(await modelsToday()).toEqual(expected);
    const { json } = await stage.admin('GET /usage');
    expect(json['account']).toMatchObject({ charged: 4, booked: 5, reserved: 0 });
  });

  it('does not count what its budget refused, nor show a team’s administrator other teams’', async () => {
    await stage.admin('POST /teams', { name: 'Research' });
    const { id, token } = await stage.person('Asha', 'Research');
    await stage.score(token, { lat: 1, lng: 1 });
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 1 });
    expect((await stage.score(token, { lat: 2, lng: 1 })).status).toBe(402);
    expect(await modelsToday()).toEqual([{ model: 'retail', charged: 1, booked: 1, price: 0 }]);
    await stage.admin(`PATCH /people/${id}`, { role: 'team-administrator' });
    const made = await stage.admin(`POST /people/${id}/tokens`, { use: 'administration' });
    expect(await modelsToday(String(made.json['token']))).toBeUndefined();
  });
});
