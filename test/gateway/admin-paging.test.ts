import { inSlices, MOST_AT_ONCE } from '../../src/gateway/admin-paging';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

type Row = { readonly id: string; readonly name: string };
const get = async (path: string) =>
  (await stage.admin(`GET ${path}`)).json as Record<string, unknown> & {
    readonly people: readonly Row[];
    readonly teams: readonly Row[];
    readonly next: string | null;
    readonly total: number;
  };

describe('many people', () => {
  beforeEach(async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `Person ${at},Team ${at % 120}`);
    await stage.admin('POST /people/import', { csv: ['name,team', ...rows].join('\n') });
  });

  it.each([
    ['people', 401],
    ['teams', 120],
  ] as const)('come in pages of 50, in order, each of the %s once', async (kind, total) => {
    const names: string[] = [];
    let page = await get(`/${kind}?limit=50`);
    for (;;) {
      expect(page.total).toBe(total);
      expect(page[kind].length).toBeLessThanOrEqual(50);
      names.push(...page[kind].map(({ name }) => name));
      if (page.next === null) break;
      page = await get(`/${kind}?limit=50&after=${page.next}`);
    }
    expect(new Set(names).size).toBe(total);
    expect(names).toEqual([...names].sort((one, other) => (one < other ? -1 : 1)));
  });

  it('are found by a part of their name, their team or their id, in any case and width', async () => {
    for (const [search, total] of [
      ['PERSON 39', 11],
      ['ｐｅｒｓｏｎ　３９', 11],
      ['team 119', 3],
      ['nobody', 0],
    ] as const) {
      const found = await get(`/people?search=${encodeURIComponent(search)}`);
      expect([search, found.total]).toEqual([search, total]);
    }
    const [first] = (await get('/people?search=person 7&limit=1')).people;
    expect((await get(`/people?search=${first?.id}`)).people).toMatchObject([first]);
    expect((await get('/people')).people).toHaveLength(401);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'after=nobody', 'page=2'])(
    'are refused to a request of %s',
    async (query) => {
      expect((await stage.admin(`GET /people?${query}`)).status).toBe(400);
    },
  );

  it('have their usage told for those of a page alone', async () => {
    const { people } = await get('/people?limit=3');
    const { teams } = await get('/teams?limit=2');
    const ids = [...people, ...teams].map(({ id }) => id);
    const usage = await get(`/usage?ids=${ids.join(',')}`);
    expect(usage.people.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(usage.teams.map(({ id }) => id)).toEqual(ids.slice(3));
    expect((await get('/usage?ids=')).people).toEqual([]);
    expect((await get('/usage')).people).toHaveLength(401);
  });
});

it('the audit trail can all be fetched, by pages and as one CSV', async () => {
  for (let at = 0; at < 7; at += 1) await stage.admin('POST /teams', { name: `Team ${at}` });
  const abouts: string[] = [];
  let query = 'limit=3';
  for (;;) {
    const page = await get(`/audit?${query}`);
    const entries = page['entries'] as readonly { readonly detail: string }[];
    abouts.push(...entries.map(({ detail }) => detail));
    if (page.next === null) break;
    query = `limit=3&before=${page.next}`;
  }
  expect(abouts).toEqual(Array.from({ length: 7 }, (_, at) => `Team ${6 - at}`));
  const { text } = await stage.admin('GET /audit?format=csv');
  expect(text.trim().split('\r\n')).toHaveLength(8);
  expect((await stage.admin('GET /audit?before=yesterday')).status).toBe(400);
});

it('a long work gives others their turn between its slices, and loses nothing', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const seen: string[] = [];
  const turn = async (): Promise<void> => void seen.push('turn');
  const parts = await inSlices(
    items,
    (slice) => {
      seen.push(slice.length > MOST_AT_ONCE ? 'too much' : 'slice');
      return slice;
    },
    turn,
  );
  expect(parts.flat()).toEqual(items);
  expect(seen).toEqual(Array.from({ length: 79 }, (_, at) => (at % 2 === 0 ? 'slice' : 'turn')));
});
