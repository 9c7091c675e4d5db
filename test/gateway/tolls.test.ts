import { request } from 'node:http';
import { tollBodies, type DoorKind, type TollBody } from '../../scripts/check/toll-bodies.cjs';
import doors from '../../scripts/check/doors.json';
import { readConfiguration } from '../../src/gateway/configuration';
import { ADMINISTRATOR, openStage, type GatewayStage } from './gateway-stage';

/**
 * Each door of both ports with everything that may be sent there, in the small: what is counted.
 * `npm run test:attack` sends the same in full, and measures.
 */
let stage: GatewayStage;
let poor: string;
let paid: string;
beforeAll(async () => {
  const { signIn } = readConfiguration({
    // Nobody listens there: its routes are what counts here.
    LOCUS_OIDC_ISSUER: 'http://127.0.0.1:9',
    LOCUS_OIDC_CLIENT_ID: 'locus',
    LOCUS_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
  });
  stage = await openStage({ signIn });
  const { id, token } = await stage.person('Nothing to spend');
  await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 0 });
  poor = token;
  ({ token: paid } = await stage.person('Something to spend'));
});
afterAll(() => stage.close());

const SMALL = tollBodies(0.02);

it('every door of both ports has a row of what is sent there, and no other', () => {
  const { people, administrators } = stage.gateway.doors;
  expect([...people].sort()).toEqual(Object.keys(doors.people).sort());
  expect([...administrators].sort()).toEqual(Object.keys(doors.administrators).sort());
});

it('every tool has a body of its own', async () => {
  const headers = { 'x-api-key': poor, accept: 'application/json, text/event-stream' };
  const { text } = await stage.send('/mcp', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  const tools = [...text.matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name as string);
  expect(tools.length).toBeGreaterThan(4);
  const sent = Object.keys(SMALL.tools);
  expect(tools.filter((tool) => !sent.some((each) => each.startsWith(tool)))).toEqual([]);
});

const all = (['people', 'administrators'] as const).flatMap((port) =>
  Object.entries(doors[port]).map(([door, kind]) => [port, door, kind as DoorKind] as const),
);

it.each(all)('%s: %s costs nothing but what it is worth', async (port, door, kind) => {
  const before = await kept();
  for (const [name, how] of Object.entries(SMALL[kind])) {
    if (how.isPaid === true) continue;
    const statuses = [await send(port, door, how, 1), await send(port, door, how, 1)];
    const isAnswered = statuses.every((status) => status < 500 || status === 503);
    expect([name, isAnswered, statuses]).toEqual([name, true, statuses]);
  }
  // Nothing is left of it: no call, no record, nothing that waits.
  expect(stage.service.calls).toHaveLength(0);
  for (let after = await kept(); after !== before; after = await kept()) {
    expect(JSON.parse(after)).toMatchObject({ ...JSON.parse(before), waiting: expect.anything() });
  }
});

it('somebody with a budget is answered after all that', async () => {
  expect((await stage.ask(paid, { lat: 1, lng: 2, variables: 'a' })).status).toBe(200);
});

/** What there is of records, and what waits. */
async function kept(): Promise<string> {
  const of = async (what: string, field: string): Promise<number> =>
    ((await stage.admin(`GET /${what}`)).json[field] as unknown[]).length;
  const metrics = await (await fetch(`${stage.gateway.administrators}/metrics`)).text();
  const waiting = /^locus_gateway_waiting_values (\d+)$/m.exec(metrics)?.[1];
  return JSON.stringify({
    people: await of('people', 'people'),
    audit: await of('audit', 'entries'),
    requests: await of('requests', 'requests'),
    waiting,
  });
}

/** These two are read; the others of their kind take POST. */
function methodOf(door: string): string {
  return door === '/v1/me' || door === '/v1/catalogue' ? 'GET' : 'POST';
}

/** The status; 0 if the client leaves, or is cut off. */
function send(
  port: 'people' | 'administrators',
  door: string,
  how: TollBody,
  seed: number,
): Promise<number> {
  const [method, path = ''] = door.includes(' ') ? door.split(' ') : [methodOf(door), door];
  const { query = '', headers = {}, body } = how.make(seed);
  const all = how.isAdministrators === true ? ADMINISTRATOR : poor;
  const token = how.isStranger === true ? 'locus_wrong' : all;
  return new Promise((resolve) => {
    const outgoing = request(
      stage.gateway[port] + path.replace(/:\w+/g, 'none').replace('*', 'x') + query,
      {
        method,
        agent: false,
        headers: {
          'x-api-key': token,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (incoming) => {
        incoming.resume().once('close', () => {
          outgoing.destroy();
          resolve(incoming.statusCode ?? 0);
        });
      },
    );
    outgoing.on('error', () => resolve(0));
    if (how.isNeverEnding === true) drip(100);
    else if (how.isInLetters === true) {
      for (const letter of body) outgoing.write(Buffer.from([letter]));
      outgoing.end();
    } else if (how.isCancelled === true) outgoing.end(body, () => outgoing.destroy());
    else outgoing.end(body);

    function drip(times: number): void {
      if (times === 0) outgoing.destroy();
      else if (!outgoing.destroyed) outgoing.write(body, () => drip(times - 1));
    }
  });
}
