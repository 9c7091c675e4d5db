import { cpSync } from 'node:fs';
import { request } from 'node:http';
import { createChance } from '../../../scripts/bench/chance';
import { valueOf } from '../faulty-service';
import { openStage, type GatewayStage } from '../gateway-stage';
import { call, type WarehouseReply } from './warehouse';

let stage: GatewayStage;
let token: string;
let person: string;
beforeEach(async () => {
  stage = await openStage();
  ({ token, id: person } = await stage.person('Warehouse'));
});
afterEach(() => stage.close());

const used = async (): Promise<unknown> => {
  const { json } = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
  return (json['budget'] as { day: { used: number } }).day.used;
};

describe('an engine that repeats one batch in five after success, and loses one reply in ten', () => {
  const PLACES = 300;
  const rows = Array.from({ length: 1500 }, (_, index) => (index * 7) % PLACES);
  const placeOf = (row: number): string => `${row / 10 + 1},77`;

  it.each(['bigquery', 'snowflake'] as const)(
    '%s: each row is right, each score charged once, and the budget exact to the call',
    async (engine) => {
      const chance = createChance(7);
      await stage.admin(`PUT /people/${person}/budget`, { callsPerDay: 2 * PLACES });
      const batches = Array.from({ length: 30 }, (_, at) => rows.slice(50 * at, 50 * at + 50));
      const wanted: readonly [string, (row: number) => object][] = [
        ['by=coordinates&names=a,b', (row) => valuesAt(placeOf(row), ['a', 'b'])],
        ['by=coordinates&model=retail', (row) => valuesAt(placeOf(row), ['score'])],
      ];
      for (const [query, outcomeOf] of wanted) {
        await inTurns(6, batches.entries(), async ([at, batch]) => {
          const places = batch.map((row) => [row / 10 + 1, 77]);
          const body =
            engine === 'bigquery'
              ? { requestId: `${at}`, calls: places }
              : { data: places.map((place, number) => [number, ...place]) };
          const headers = {
            'x-api-key': token,
            'sf-external-function-query-batch-id': `${query}:${at}`,
          };
          const once = (): Promise<WarehouseReply> =>
            call(stage, `${engine}?${query}`, { body, headers });
          if (chance() < 0.1) await lost(`${engine}?${query}`, JSON.stringify(body), headers);
          const replies = [await once()];
          if (chance() < 0.2) replies.push(await once());
          const expected = batch.map(outcomeOf);
          for (const { json } of replies) {
            const given =
              engine === 'bigquery'
                ? json['replies']
                : (json['data'] as [number, unknown][]).map(([, outcome]) => outcome);
            const fetched = expect.any(String) as string;
            expect(given).toEqual(expected.map((outcome) => ({ ...outcome, at: fetched })));
          }
        });
      }
      const byKind = (kind: string): string[] =>
        stage.service.calls.filter((each) => each.kind === kind).map(({ place }) => place);
      expect(byKind('lookup')).toHaveLength(PLACES);
      expect(byKind('score')).toHaveLength(PLACES);
      expect(new Set(byKind('score')).size).toBe(PLACES);
      expect(await used()).toBe(2 * PLACES);
    },
  );

  /** Sends a batch, and leaves once the service is being asked. */
  async function lost(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    await new Promise<void>((resolve) => {
      const outgoing = request(
        `${stage.gateway.people}/v1/functions/${path}`,
        { method: 'POST', headers, agent: false },
        // Its headers have come: the rest is not read.
        () => outgoing.destroy(),
      );
      outgoing.once('error', () => resolve()).once('close', resolve);
      outgoing.end(body);
    });
  }
});

describe('a batch that is repeated while its first is under way', () => {
  const body = { calls: Array.from({ length: 40 }, (_, index) => [index + 1, 77]) };
  const path = 'bigquery?by=coordinates&names=a';

  it('joins it, and leaves nothing behind if the first caller goes', async () => {
    const release = stage.service.hold();
    const headers = { 'x-api-key': token };
    const url = `${stage.gateway.people}/v1/functions/${path}`;
    const first = new AbortController();
    const given = { method: 'POST', headers, body: JSON.stringify({ requestId: '1', ...body }) };
    const left = fetch(url, { ...given, signal: first.signal }).catch(() => undefined);
    await until(() => stage.service.calls.length > 0);
    const second = call(stage, path, { body: { requestId: '2', ...body }, headers });
    await until(async () => (await waiting()) > 0);
    first.abort();
    await left;
    release();
    const { status, json } = await second;
    expect([status, (json['replies'] as unknown[]).length]).toEqual([200, 40]);
    expect(stage.service.calls).toHaveLength(40);
    expect(await waiting()).toBe(0);
  });

  it('is left unsent if everybody goes', async () => {
    const release = stage.service.hold();
    const only = new AbortController();
    const left = fetch(`${stage.gateway.people}/v1/functions/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: JSON.stringify(body),
      signal: only.signal,
    }).catch(() => undefined);
    await until(() => stage.service.calls.length > 0);
    only.abort();
    await left;
    await until(async () => (await waiting()) === 0);
    release();
    expect(stage.service.calls.length).toBeLessThan(40);
  });

  async function waiting(): Promise<number> {
    const { json } = await stage.send('/v1/me', { headers: { 'x-api-key': token } });
    return (json['waiting'] as { values: number }).values;
  }
});

it('a gateway that ends answers the batches under way, and the engine asks again', async () => {
  const release = stage.service.hold();
  const body = { calls: [[1, 77]] };
  const path = 'bigquery?by=coordinates&names=a';
  const headers = { 'x-api-key': token };
  const first = call(stage, path, { body, headers });
  await until(() => stage.service.calls.length > 0);
  const restarted = stage.restart();
  release();
  expect((await first).status).toBe(200);
  await restarted;
  expect((await call(stage, path, { body, headers })).status).toBe(200);
  expect(stage.service.calls).toHaveLength(1);
});

it('a store that has forgotten is a status for which the engine tries again', async () => {
  const headers = { 'x-api-key': token };
  const path = 'bigquery?by=coordinates&names=a';
  const ask = (lat: number): Promise<WarehouseReply> =>
    call(stage, path, {
      body: {
        calls: [
          [1, 77],
          [lat, 77],
        ],
      },
      headers,
    });
  await ask(1);
  const { folder } = (await stage.admin('POST /backup')).json;
  await ask(2);
  await stage.restart(() => cpSync(String(folder), stage.folder, { recursive: true }));
  const refused = await ask(3);
  expect([refused.status, refused.headers['x-locus-reason']]).toEqual([503, 'store-forgot']);
  expect((await ask(1)).status).toBe(200);
  expect(stage.service.calls).toHaveLength(2);
});

function valuesAt(place: string, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, valueOf(place, name)]));
}

async function inTurns<T>(
  most: number,
  items: Iterable<T>,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const all = [...items].values();
  const work = async (): Promise<void> => {
    for (const item of all) await run(item);
  };
  await Promise.all(Array.from({ length: most }, work));
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
