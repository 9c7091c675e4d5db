import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
let token: string;
beforeEach(async () => {
  stage = await openStage();
  ({ token } = await stage.person('Asha'));
});
afterEach(() => stage.close());

const CSV = [
  'name,title,topic,unit,meaning',
  'w_pop_tt,People,Population,persons,"Everybody who lives within walking distance, counted"',
  'P_RETAIL_gc_np,Shops,Retail,,',
].join('\r\n');
const offer = (known?: string): Promise<Reply> =>
  stage.send('/v1/catalogue', {
    headers: { 'x-api-key': token, ...(known === undefined ? {} : { 'if-none-match': known }) },
  });
const upload = (csv: string): Promise<Reply> => stage.admin('PUT /catalogue/names', { csv });
const list = (...models: object[]): Promise<Reply> =>
  stage.admin('PUT /catalogue/models', { models });

describe('the catalogue for everybody', () => {
  it('gives the names with unit and meaning, and the models, and outlives a restart', async () => {
    expect((await offer()).json).toEqual({ names: [], models: [] });
    expect((await upload(CSV)).json).toMatchObject({ names: 2, refused: 0 });
    await list({ id: 'abc-123', name: 'Shops', note: 'Any day' });
    await stage.restart();
    expect((await offer()).json).toEqual({
      names: [
        {
          name: 'w_pop_tt',
          title: 'People',
          unit: 'persons',
          description: 'Everybody who lives within walking distance, counted',
          others: [{ column: 'topic', text: 'Population' }],
        },
        {
          name: 'p_retail_gc_np',
          title: 'Shops',
          others: [{ column: 'topic', text: 'Retail' }],
        },
      ],
      models: [{ id: 'abc-123', name: 'Shops', note: 'Any day' }],
    });
    await stage.admin('DELETE /catalogue/names');
    expect((await offer()).json).toMatchObject({ names: [], models: [{ name: 'Shops' }] });
  });

  it('is sent once to who has it, until it changes', async () => {
    await upload(CSV);
    const first = await offer();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await offer(known);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await offer(etag.slice(0, -2))).status).toBe(200);
    await list({ id: 'x', name: 'X' });
    expect((await offer(etag)).status).toBe(200);
  });

  it('is for people with a token alone, and changed by administrators of everything alone', async () => {
    const stranger = await stage.send('/v1/catalogue', { headers: { 'x-api-key': 'locus_no' } });
    expect(stranger.status).toBe(401);
    await stage.admin('POST /teams', { name: 'Research' });
    const made = await stage.admin('POST /people', {
      name: 'Lead',
      team: 'Research',
      role: 'team-administrator',
    });
    const lead = await stage.admin(`POST /people/${String(made.json['id'])}/tokens`, {
      use: 'administration',
    });
    const own = String(lead.json['token']);
    expect((await stage.admin('PUT /catalogue/names', { csv: CSV }, own)).status).toBe(403);
    expect((await stage.admin('DELETE /catalogue/names', undefined, own)).status).toBe(403);
    expect((await stage.admin('PUT /catalogue/models', { models: [] }, own)).status).toBe(403);
    expect((await stage.admin('GET /catalogue', undefined, own)).json).toEqual({
      names: 0,
      models: [],
    });
    await upload(CSV);
    const { json } = await stage.admin('GET /audit');
    expect(json['entries']).toMatchObject([
      { act: 'names listed', detail: '2 names' },
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  it('says of each line that it cannot take why, and takes the others', async () => {
    const report = await upload(
      [
        'name,unit',
        'w_a,people',
        'not a name!,x',
        ',y',
        'w_a,again',
        '__proto__,x',
        'w_b,"=1+1"',
      ].join('\n'),
    );
    expect(report.json).toMatchObject({ names: 3, refused: 3 });
    expect((report.json['lines'] as { line: number }[]).map(({ line }) => line)).toEqual([3, 4, 5]);
    const { names } = (await offer()).json as { names: object[] };
    expect(names).toEqual([
      { name: 'w_a', unit: 'people' },
      { name: '__proto__', unit: 'x' },
      { name: 'w_b', unit: '=1+1' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['no names', 'title,unit\nFirst thing,x y\n'],
    ['bytes that are no text', '\u0000\u0001\uFFFD\n\u0000'],
    ['a page', '<!doctype html><html><body>Sign in</body></html>'],
  ])('keeps what it had when a file holds %s', async (_what, csv) => {
    await upload(CSV);
    expect((await upload(csv)).status).toBe(400);
    expect((await offer()).json['names']).toHaveLength(2);
  });

  it('refuses a file that the add-in could not read, and keeps no invisible characters', async () => {
    const long = Array.from({ length: 1000 }, (_, row) => `w_${row},${'x'.repeat(4500)}`).join(
      '\n',
    );
    const reply = await upload(`name,meaning\n${long}`);
    expect(reply.status).toBe(413);
    await upload('name,unit\nw_a,"kg\u202E\u0007"');
    expect((await offer()).json['names']).toEqual([{ name: 'w_a', unit: 'kg' }]);
  });

  it.each([
    [{ id: '..', name: 'A' }],
    [{ id: '', name: 'A' }],
    [{ id: 'a', name: '' }],
    [{ id: 'a', name: '=HYPERLINK("x")' }],
    [{ id: 'a', name: 'A\u0000' }],
    [{ id: 'a', name: '2026' }],
    [{ id: 'a', name: '1e5' }],
    [{ id: 'a', name: 'True' }],
    [{ id: 'a', name: "'A" }],
    [{ id: 'a', name: 'A', note: '\u202Edrow' }],
    [{ id: 'a', name: 'x'.repeat(65) }],
    [{ id: 'a', name: 'A', more: 1 }],
    [{ id: 'a'.repeat(256), name: 'A' }],
  ])('lists no model like %j', async (model) => {
    expect((await list({ id: 'ok', name: 'Fine' })).status).toBe(200);
    expect((await list(model)).status).toBe(400);
    expect((await offer()).json['models']).toEqual([{ id: 'ok', name: 'Fine', note: '' }]);
  });

  it('lists no two models of one id, or of one name whatever its case', async () => {
    const one = { id: 'a', name: 'Shops' };
    expect((await list(one, { id: 'b', name: 'SHOPS' })).status).toBe(409);
    expect((await list(one, { id: 'a', name: 'Other' })).status).toBe(409);
    expect((await list(one, { id: 'A', name: 'Other' })).status).toBe(200);
  });
});

it('of the sample service is offered until an administrator lists another, or none', async () => {
  const own = await openStage({ offeredNames: [{ name: 'w_sample', title: 'Of the sample' }] });
  const listed = async () => (await own.admin('GET /catalogue')).json['names'];
  try {
    const { token } = await own.person('Asha');
    const { json } = await own.send('/v1/catalogue', { headers: { 'x-api-key': token } });
    expect(json['names']).toEqual([{ name: 'w_sample', title: 'Of the sample' }]);
    await own.admin('PUT /catalogue/names', { csv: 'name\nw_a\nw_b' });
    expect(await listed()).toBe(2);
    await own.admin('DELETE /catalogue/names');
    expect(await listed()).toBe(0);
    await own.restart();
    expect(await listed()).toBe(0);
  } finally {
    await own.close();
  }
});
