import { Calendar } from '../../src/node/calendar';
import { openStage, type GatewayStage } from './gateway-stage';

const BUT_DATE = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
  ...(['clearImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
];
/** Half past eleven in the evening in India; in London half past six. */
const EVENING = Date.UTC(2026, 10, 30, 18);
const MIDNIGHT = '2026-11-30T18:30:00.000Z';

let stage: GatewayStage;
beforeEach(async () => {
  jest.useFakeTimers({ now: EVENING, doNotFake: BUT_DATE });
  stage = await openStage({ calendar: new Calendar('Asia/Kolkata') });
});
afterEach(async () => {
  await stage.close();
  jest.useRealTimers();
});

it('a team’s day, month and undated scores begin at midnight where it is', async () => {
  const { id, token } = await stage.person('Asha');
  await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 2, callsPerMonth: 3 });
  const me = async () => {
    const headers = { 'x-api-key': token };
    return (await stage.send('/v1/me', { headers })).json['budget'] as {
      readonly day: object;
      readonly month: object;
    };
  };
  const place = { lat: 12.97, lng: 77.59 };
  expect((await stage.score(token, place)).status).toBe(200);
  expect((await stage.score(token, place)).status).toBe(200);
  expect(stage.service.calls).toHaveLength(1);
  expect(await me()).toMatchObject({
    day: { left: 1, resetsAt: MIDNIGHT },
    month: { left: 2, resetsAt: MIDNIGHT },
  });

  jest.setSystemTime(Date.parse(MIDNIGHT));
  expect(await me()).toMatchObject({
    day: { left: 2, resetsAt: '2026-12-01T18:30:00.000Z' },
    month: { left: 3, resetsAt: '2026-12-31T18:30:00.000Z' },
  });
  // Yesterday’s score is not today’s, though London still has yesterday.
  const reply = await stage.score(token, place);
  expect(stage.service.calls).toHaveLength(2);
  expect(reply.headers.get('ratelimit')).toContain(`"day";r=1;t=${24 * 3600}`);

  const days = (await stage.admin('GET /usage/days')).json['days'] as readonly object[];
  expect(days.slice(-2)).toMatchObject([
    { day: '2026-11-30', booked: 1, models: [{ model: 'retail', booked: 1 }] },
    { day: '2026-12-01', booked: 1, models: [{ model: 'retail', booked: 1 }] },
  ]);
  expect((await stage.admin('GET /usage')).json).toMatchObject({ period: '2026-12-01' });
  expect((await stage.admin('GET /settings')).json).toMatchObject({ timeZone: 'Asia/Kolkata' });
});

it('a day that an administrator names begins there, too', async () => {
  const { id, token } = await stage.person('Asha');
  await stage.ask(token, { lat: 1, lng: 2, variables: 'a' });
  const forget = (before: string) => stage.admin('POST /answers/forget', { before });
  expect((await forget('2026-11-30')).json).toEqual({ forgotten: 0 });
  jest.setSystemTime(Date.parse(MIDNIGHT));
  expect((await forget('2026-12-01')).json).toEqual({ forgotten: 1 });
  const made = await stage.admin(`POST /people/${id}/tokens`, { expiresAt: '2026-12-02' });
  expect(made.json['expiresAt']).toBe(Date.parse('2026-12-01T18:30Z'));
});
