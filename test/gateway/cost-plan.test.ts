import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

it('POST /v1/plan says what questions would cost, those that cannot be read apart, and makes no call', async () => {
  const { token } = await stage.person('Asha');
  await stage.ask(token, { lat: 1, lng: 2, variables: 'a,b' });
  const lines = [
    { id: 1, lat: 1, lng: 2, variables: ['a', 'b'] },
    { id: 2, lat: 1, lng: 2, variables: ['c'] },
    { id: 3, lat: 100, lng: 200, variables: ['a'], rows: 5 },
    { id: 4, model: 'retail', lat: 1, lng: 2 },
    { id: 5, model: 'retail', lat: '1.0', lng: 2 },
    'no line',
  ];
  const { json } = await stage.send('/v1/plan', {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(json).toEqual({ rows: 10, places: 2, unreadable: 6, calls: 2, values: 2, known: 2 });
  expect(stage.service.calls).toHaveLength(1);
});
