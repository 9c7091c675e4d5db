import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../src/gateway/configuration';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
const open = async (environment: Record<string, string> = {}): Promise<void> => {
  const { defaults, prices } = readConfiguration(environment);
  stage = await openStage({ defaults, prices });
};
afterEach(() => stage.close());

const budgetOf = async (person: string): Promise<unknown> => {
  const { json } = await stage.admin(`GET /usage?ids=${person}`);
  return (json['people'] as readonly { budget: unknown }[])[0]?.budget;
};
const NONE = { callsPerDay: null, callsPerMonth: null, pricePerDay: null, pricePerMonth: null };

it('whoever is added, by hand or from a CSV, begins with the budget for new people', async () => {
  await open();
  const before = await stage.person('Asha');
  const defaults = { person: { callsPerDay: 2, callsPerMonth: 30 }, groups: [] };
  expect((await stage.admin('PUT /defaults', defaults)).json).toEqual(defaults);
  const { id, token } = await stage.person('Binod');
  for (const lat of [1, 2]) await stage.ask(token, { lat, lng: 2, variables: 'a' });
  expect((await stage.ask(token, { lat: 3, lng: 2, variables: 'a' })).status).toBe(402);
  const csv = 'name\nChitra';
  const [line] = (await stage.admin('POST /people/import', { csv })).json['lines'] as [
    { id: string },
  ];
  const theirs = { ...NONE, ...defaults.person };
  expect(await Promise.all([before.id, id, line.id].map(budgetOf))).toEqual([NONE, theirs, theirs]);
  // Their own replaces it as a whole.
  await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 9 });
  expect(await budgetOf(id)).toEqual({ ...NONE, callsPerDay: 9 });
  await stage.restart();
  expect((await stage.admin('GET /defaults')).json).toEqual(defaults);
});

it('an administrator’s choice replaces the configuration’s', async () => {
  await open({ LOCUS_DEFAULT_CALLS_PER_DAY: '7' });
  expect((await stage.admin('GET /defaults')).json).toEqual({
    person: { callsPerDay: 7 },
    groups: [],
  });
  expect(await budgetOf((await stage.person('Asha')).id)).toEqual({ ...NONE, callsPerDay: 7 });
  await stage.admin('PUT /defaults', {});
  expect(await budgetOf((await stage.person('Binod')).id)).toEqual(NONE);
});

it('every change is in the audit, by the name of each limit', async () => {
  await open();
  await stage.admin('PUT /defaults', { person: { callsPerDay: 5 } });
  await stage.admin('PUT /defaults', { groups: [{ group: 'Planners', callsPerMonth: 900 }] });
  const { entries } = (await stage.admin('GET /audit')).json as { entries: { text: string }[] };
  expect(entries.map(({ text }) => text).slice(0, 2)).toEqual([
    'Administrator set the budget of new people: calls a day from 5 to no limit, calls a month of Planners from no limit to 900.',
    'Administrator set the budget of new people: calls a day from no limit to 5.',
  ]);
});

it('refuses what is no budget, a price where nothing has one, and whoever is no administrator of everything', async () => {
  await open();
  const put = (body: object, token?: string) => stage.admin('PUT /defaults', body, token);
  expect((await put({ person: { callsPerDay: -1 } })).status).toBe(400);
  expect((await put({ groups: [{ callsPerDay: 1 }] })).status).toBe(400);
  expect((await put({ everybody: {} })).status).toBe(400);
  const twice = [
    { group: 'a', callsPerDay: 1 },
    { group: 'a', callsPerDay: 2 },
  ];
  expect((await put({ groups: twice })).json['message']).toBe('groups: A group is listed twice.');
  expect((await put({ person: { pricePerMonth: 5 } })).status).toBe(409);
  const { id: team } = (await stage.admin('POST /teams', { name: 'Sales' })).json;
  const made = await stage.admin('POST /people', {
    ...{ name: 'Devi', team, role: 'team-administrator' },
  });
  const path = `POST /people/${String(made.json['id'])}/tokens`;
  const token = String((await stage.admin(path, { use: 'administration' })).json['token']);
  expect((await put({}, token)).status).toBe(403);
  expect((await stage.admin('GET /defaults', undefined, token)).status).toBe(403);
});

it('the configuration refuses a price where nothing has one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-defaults-'));
  const file = join(folder, 'gateway.config.json');
  const read = (settings: object) => {
    writeFileSync(file, JSON.stringify(settings));
    return readConfiguration({ LOCUS_CONFIG: file }).defaults;
  };
  const defaults = { groups: [{ group: 'Planners', pricePerMonth: 5 }] };
  expect(() => read({ defaults })).toThrow(
    'defaults has pricePerMonth, but no call has a price, so it would bind nothing.',
  );
  expect(read({ defaults, pricePerScore: 1 })).toEqual({ person: {}, ...defaults });
  rmSync(folder, { recursive: true });
  await open();
});
