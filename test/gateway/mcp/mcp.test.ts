import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { codeBlocks } from '../../documents/documents';
import { openStage, type GatewayStage } from '../gateway-stage';

let stage: GatewayStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** An agent's program, with the official client. */
async function agentOf(token: string): Promise<Client> {
  const client = new Client({ name: 'an agent', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`${stage.gateway.people}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly found: Found;
}

/** Of the tools' answers, what the tests look into. */
interface Found {
  readonly attributes: readonly object[];
  readonly planned_calls: number;
  readonly calls: number;
  readonly calls_left: number;
  readonly unreadable: readonly { readonly index: number }[];
  readonly places: readonly [FoundPlace, FoundPlace, ...FoundPlace[]];
  readonly day: { readonly calls: object };
}

interface FoundPlace {
  readonly values: readonly [FoundValue, ...FoundValue[]];
  readonly score: { readonly value: unknown };
  readonly error?: { readonly message: string; readonly reason?: string };
}

interface FoundValue {
  readonly name: string;
  readonly value: unknown;
  readonly at: string;
  readonly age_seconds: number;
}

async function call(agent: Client, name: string, args: object): Promise<Told> {
  const { content, isError, structuredContent } = await agent.callTool({
    name,
    arguments: { ...args },
  });
  const [first] = content;
  return {
    text: first?.type === 'text' ? first.text : '',
    isError: isError === true,
    found: structuredContent as unknown as Found,
  };
}

const MALL = { lat: 12.9716, lng: 77.5946 };
const manyPlaces = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ lat: 10 + index / 1000, lng: 77 }));

describe('an agent', () => {
  it('finds names by what they mean, sees the cost, and gets values with units and ages', async () => {
    await stage.admin('PUT /catalogue/names', {
      csv: 'name,title,unit\nw_pop_tt,Population,people',
    });
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const tools = (await agent.listTools()).tools.map(({ name }) => name);
    expect(tools).toEqual(['find_attributes', 'plan', 'attributes', 'scores', 'my_budget']);

    const listed = await call(agent, 'find_attributes', { query: 'population within 500 m' });
    expect(listed.found.attributes[0]).toMatchObject({ name: 'w_pop_tt_500' });

    const asked = {
      places: [MALL, { address: 'Hill Road, Mumbai', pincode: '400050' }],
      names: ['w_pop_tt'],
    };
    expect((await call(agent, 'plan', asked)).found).toMatchObject({
      calls: 2,
      values: 2,
      known: 0,
    });
    expect(stage.service.calls).toHaveLength(0);

    const { found } = await call(agent, 'attributes', asked);
    expect(found).toMatchObject({ planned_calls: 2, answered: 2, failed: 0 });
    const [value] = found.places[0].values;
    expect(value).toMatchObject({ name: 'w_pop_tt', unit: 'people' });
    expect(value.value).toEqual(expect.any(Number));
    expect(Date.parse(value.at)).not.toBeNaN();
    expect(value.age_seconds).toBeLessThan(60);
    expect((await call(agent, 'plan', asked)).found).toMatchObject({ calls: 0, known: 2 });
    await agent.close();
  });

  it('is told which place cannot be read, which is neither asked for nor charged', async () => {
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const places = [
      { lat: 77.5946, lng: 200 },
      { lat: 177.5946, lng: 12.9716 },
      { address: 'Hill Road', pincode: '4000' },
      { lat: 1 },
      {},
      MALL,
    ];
    const names = ['w_pop_tt'];
    const plan = await call(agent, 'plan', { places, names });
    expect(plan.found.calls).toBe(1);
    expect(plan.found.unreadable.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    const { found } = await call(agent, 'attributes', { places, names });
    expect(found).toMatchObject({ answered: 1, failed: 5 });
    expect(found.places[1].error?.message).toMatch(/swap/i);
    expect(stage.service.calls).toHaveLength(1);
    await agent.close();
  });

  it('needs an approval for more than 500 calls in many parts, whoever asks for them', async () => {
    const { token } = await stage.person('Asha');
    const [agent, another] = [await agentOf(token), await agentOf(token)];
    const ask = (by: Client, part: number, rest = {}) =>
      call(by, 'attributes', {
        places: Array.from({ length: 200 }, (_, row) => ({ lat: 1 + part, lng: 1 + row / 1000 })),
        names: ['w_pop_tt'],
        ...rest,
      });
    const all = await Promise.all([1, 2, 3, 4].map((part) => ask(agent, part)));
    expect(all.filter(({ isError }) => !isError)).toHaveLength(2);
    expect(all.find(({ isError }) => isError)?.text).toBe(
      'this would make 200 calls after 400 that nobody approved: call again with approved_calls: 200, once a person has approved that.',
    );
    expect((await ask(another, 5)).isError).toBe(true);
    expect(stage.service.calls).toHaveLength(400);
    expect((await ask(another, 6, { approved_calls: 200 })).isError).toBe(false);
    // Neither another person, nor what is known, waits for it.
    const others = await agentOf((await stage.person('Binod')).token);
    expect((await ask(others, 7)).isError).toBe(false);
    expect((await ask(agent, 6)).isError).toBe(false);
  });

  it('needs an approval for more than 500 calls, of at least as many as there would be', async () => {
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const asked = { places: manyPlaces(2400), names: ['w_pop_tt'] };
    const refused = await call(agent, 'attributes', asked);
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain(
      'this would make 2,400 calls: call again with approved_calls: 2400',
    );
    const tooFew = await call(agent, 'attributes', { ...asked, approved_calls: 2399 });
    expect(tooFew.isError).toBe(true);
    expect(stage.service.calls).toHaveLength(0);
    const fewer = { ...asked, places: manyPlaces(600) };
    const { found } = await call(agent, 'attributes', { ...fewer, approved_calls: 600 });
    expect(found).toMatchObject({ answered: 600, failed: 0 });
    expect(stage.service.calls).toHaveLength(600);
    await agent.close();
  });

  it('asks for any number of names, fifty in a call', async () => {
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const names = Array.from({ length: 120 }, (_, index) => `name_${index}`);
    const { found } = await call(agent, 'attributes', { places: [MALL], names });
    expect(found.planned_calls).toBe(3);
    expect(found.places[0].values.map(({ name }) => name)).toEqual(names);
    expect(stage.service.calls).toHaveLength(3);
    await agent.close();
  });

  it('has each value under its own name where others have none', async () => {
    const { id, token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const names = Array.from({ length: 100 }, (_, index) => `name_${index}`);
    const rest = names.slice(50);
    const known = await call(agent, 'attributes', { places: [MALL], names: rest });
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 1 });
    const { found } = await call(agent, 'attributes', { places: [MALL], names });
    const [{ values, error }] = found.places;
    expect(error?.reason).toBe('over-budget');
    expect(values.map(({ name, value }) => [name, value])).toEqual(
      known.found.places[0].values.map(({ name, value }) => [name, value]),
    );
    await agent.close();
  });

  it('is charged once for a score', async () => {
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const asked = { places: [MALL, MALL], model: 'retail', custom_variables: { floor_area: 1200 } };
    const first = await call(agent, 'scores', asked);
    expect(first.found).toMatchObject({ planned_calls: 1, answered: 2, model: 'retail' });
    expect(first.found.places[0].score.value).toEqual(expect.any(Number));
    await call(agent, 'scores', asked);
    expect(stage.service.charged).toBe(1);
    await agent.close();
  });

  it('spends no more than its budget, and is told what is left and when it resets', async () => {
    const { id, token } = await stage.person('Asha');
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 2 });
    const agent = await agentOf(token);
    const asked = { places: manyPlaces(3), names: ['w_pop_tt'] };
    expect((await call(agent, 'plan', asked)).found.calls_left).toBe(2);
    const { found } = await call(agent, 'attributes', asked);
    expect(found).toMatchObject({ answered: 2, failed: 1 });
    const refused = found.places.find(({ error }) => error !== undefined);
    expect(refused?.error?.reason).toBe('over-budget');
    const over = await call(agent, 'attributes', { places: [MALL], names: ['w_pop_tt'] });
    expect(over).toMatchObject({
      isError: true,
      text: expect.stringContaining('Your budget of 2 calls'),
    });
    const { day } = (await call(agent, 'my_budget', {})).found;
    expect(day.calls).toEqual({ limit: 2, used: 2, left: 0, of: 'person' });
    expect(stage.service.charged).toBe(2);
    await agent.close();
  });

  it('is told that the service fails, and nothing of the key or the token', async () => {
    stage.service.fate = () => 500;
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    const failed = await call(agent, 'scores', { places: [MALL], model: 'retail' });
    expect(failed.isError).toBe(true);
    stage.service.key = 'another';
    const refused = await call(agent, 'attributes', { places: [MALL], names: ['w_pop_tt'] });
    expect(refused.isError).toBe(true);
    const said = JSON.stringify([failed, refused]);
    expect(said).not.toContain('provider-key');
    expect(said).not.toContain(token);
    await agent.close();
  });

  it.each([
    ['attributes', { places: [], names: ['w_pop_tt'] }],
    ['attributes', { places: MALL, names: ['w_pop_tt'] }],
    ['attributes', { places: [MALL], names: ['Population within 500 m'] }],
    ['attributes', { places: [MALL], names: ['w_pop_tt'], approved_calls: 'all' }],
    ['scores', { places: [MALL], model: 7 }],
    ['plan', { places: [MALL] }],
    ['plan', { places: [MALL], names: ['w_pop_tt'], model: 'retail' }],
    ['find_attributes', {}],
  ])('is told that %s cannot be called with %j', async (name, args) => {
    const { token } = await stage.person('Asha');
    const agent = await agentOf(token);
    expect(await call(agent, name, args)).toMatchObject({ isError: true });
    expect(stage.service.calls).toHaveLength(0);
    await agent.close();
  });
});

it('takes 5,000 places at once, and no more', async () => {
  const { token } = await stage.person('Asha');
  const agent = await agentOf(token);
  const names = ['w_pop_tt'];
  const most = await call(agent, 'plan', { places: manyPlaces(5000), names });
  expect(most.found).toMatchObject({ calls: 5000, needs_approval: true });
  const more = await call(agent, 'plan', { places: manyPlaces(5001), names });
  expect(more.isError).toBe(true);
  await agent.close();
});

describe('a client of its own habits', () => {
  const post = async (accept: string | undefined, body: object) =>
    stage.send('/mcp', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${(await stage.person(`Agent ${Math.random()}`)).token}`,
        ...(accept !== undefined && { accept }),
      },
      body: JSON.stringify(body),
    });
  const toCall = (name: string, args: unknown) => ({
    ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
    params: { name, arguments: args },
  });

  it.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
    [undefined, 'text/event-stream'],
    ['application/json, text/event-stream', 'text/event-stream'],
  ])('that accepts %s is answered in %s', async (accept, kind) => {
    const { status, headers, text } = await post(accept, toCall('find_attributes', { query: 'x' }));
    expect([status, headers.get('content-type')]).toEqual([200, kind]);
    const json = kind === 'application/json' ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '');
    expect(JSON.parse(json)).toMatchObject({ id: 7, result: { structuredContent: { found: 0 } } });
  });

  it.each<[string, unknown]>([
    ['lists as text', { places: JSON.stringify([MALL]), names: '["w_pop_tt"]' }],
    ['names with commas', { places: [MALL], names: 'w_pop_tt, w_pop_tt' }],
    ['all arguments as text', JSON.stringify({ places: [MALL], names: ['w_pop_tt'] })],
    ['a number as text', { places: [MALL], names: ['w_pop_tt'], approved_calls: '500' }],
  ])('that sends %s is understood', async (_what, args) => {
    const { json } = await post('application/json', toCall('attributes', args));
    expect(json['result']).toMatchObject({ structuredContent: { answered: 1, failed: 0 } });
  });

  it.each<[unknown, string]>([
    [
      { places: 'Phoenix Mall', names: ['w_pop_tt'] },
      'places: must be a list of places, such as [',
    ],
    [{ places: MALL, names: ['w_pop_tt'] }, 'places: must be a list of places, such as ['],
    [{ places: [MALL], names: { a: 1 } }, 'names: must be a list of names, such as ["w_pop_tt"]'],
  ])('that sends %j is told what to send instead', async (args, sentence) => {
    const { json } = await post('application/json', toCall('attributes', args));
    const { content, isError } = json['result'] as {
      content: { text: string }[];
      isError: boolean;
    };
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(sentence)]);
    expect(stage.service.calls).toHaveLength(0);
  });

  it('reads of every tool only what hosts of all kinds take', async () => {
    const { json } = await post('application/json', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    const { tools } = json['result'] as { tools: { inputSchema: object }[] };
    const found = new Set<string>();
    const look = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (Array.isArray(schema)) return schema.forEach(look);
      for (const [keyword, value] of Object.entries(schema)) {
        found.add(keyword);
        if (keyword === 'properties') Object.values(value as object).forEach(look);
        else look(value);
      }
    };
    for (const { inputSchema } of tools) look(inputSchema);
    const taken = [
      ...['$schema', 'additionalProperties', 'anyOf', 'description', 'items', 'maxItems'],
      ...['maxLength', 'maximum', 'minItems', 'minLength', 'minimum', 'pattern', 'properties'],
      ...['required', 'type'],
    ];
    expect([...found].sort()).toEqual(taken);
    expect(tools).toHaveLength(5);
  });
});

describe('the door', () => {
  const ping = (
    headers: Record<string, string>,
    body = '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  ) =>
    stage.send('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });

  it('asks for a token', async () => {
    for (const headers of [{}, { authorization: 'Bearer guess' }]) {
      const { status, headers: said } = await ping(headers as Record<string, string>);
      expect(status).toBe(401);
      expect(said.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('opens to no page of another origin, even one whose host was made to lead here', async () => {
    const { token } = await stage.person('Asha');
    const authorization = `Bearer ${token}`;
    expect((await ping({ authorization })).status).toBe(200);
    const host = new URL(stage.gateway.people).host;
    expect((await ping({ authorization, origin: `http://${host}` })).status).toBe(200);
    expect((await ping({ authorization, origin: 'http://evil.example' })).status).toBe(403);
    expect((await ping({ authorization, origin: 'null' })).status).toBe(403);
  });

  it('refuses what is no request, unknown tools, and requests that are too large', async () => {
    const { token } = await stage.person('Asha');
    const authorization = `Bearer ${token}`;
    expect((await ping({ authorization }, '{"jsonrpc')).status).toBe(400);
    const unknown = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'drop', arguments: {} },
    };
    expect((await ping({ authorization }, JSON.stringify(unknown))).text).toMatch(
      /"error"|isError/,
    );
    const million = JSON.stringify({ ...unknown, params: { places: manyPlaces(60_000) } });
    expect((await ping({ authorization }, million)).status).toBe(413);
    const values = JSON.stringify({ ...unknown, params: { places: Array(25_000).fill({}) } });
    expect((await ping({ authorization }, values)).status).toBe(413);
    const texts = JSON.stringify({ ...unknown, params: { query: '[{,"\\'.repeat(25_000) } });
    expect((await ping({ authorization }, texts)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) {
      const reply = await stage.send('/mcp', { method, headers: { authorization } });
      expect(reply.status).toBe(405);
    }
  });
});

describe('with the company’s sign-in', () => {
  it('says where to get a token', async () => {
    await stage.close();
    stage = await openStage({
      publicUrl: 'https://locus.example.com',
      signIn: {
        issuer: 'https://login.example.com',
        audiences: ['locus'],
        tenant: undefined,
        keys: undefined,
        claims: { id: 'oid', name: 'name', email: 'email', groups: 'groups' },
        newPeople: 'refuse',
        groups: [],
        client: { id: 'locus', secret: undefined, scopes: 'openid profile' },
      },
    });
    const refused = await stage.send('/mcp', { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
    const said = refused.headers.get('www-authenticate') ?? '';
    const [, where = ''] = /resource_metadata="([^"]+)"/.exec(said) ?? [];
    for (const path of [new URL(where).pathname, '/.well-known/oauth-protected-resource']) {
      expect((await stage.send(path, {})).json).toMatchObject({
        resource: 'https://locus.example.com/mcp',
        authorization_servers: ['https://login.example.com'],
        scopes_supported: ['openid', 'profile'],
        bearer_methods_supported: ['header'],
      });
    }
  });
});

it('without one, there is nowhere to', async () => {
  const { status } = await stage.send('/.well-known/oauth-protected-resource', {});
  expect(status).toBe(404);
});

it('a program asks as docs/agents.md prints it', async () => {
  const { token } = await stage.person('Asha');
  const [{ code } = { code: '' }] = codeBlocks('docs/agents.md').filter(
    ({ language }) => language === 'js',
  );
  const told = 'console.log(JSON.stringify(structuredContent)); await client.close();';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', code + told],
    { env: { ...process.env, LOCUS_URL: stage.gateway.people, LOCUS_TOKEN: token } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ planned_calls: 1, answered: 1 });
});
