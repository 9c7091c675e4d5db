import { openStage, type GatewayStage, type Reply } from './gateway-stage';

let stage: GatewayStage;
let asha: string;
let binod: string;
afterEach(() => stage.close());

async function open(change: Parameters<typeof openStage>[0] = {}): Promise<void> {
  stage = await openStage({ upstreamConcurrency: 4, windowMs: 1, ...change });
  const [one, other] = [await stage.person('Asha'), await stage.person('Binod')];
  [asha, binod] = [one.token, other.token];
}

const bulk = (token: string, lines: readonly object[]): Promise<Reply> =>
  stage.send('/v1/bulk', {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });

const places = (count: number, from = 0, variables = ['a']): object[] =>
  Array.from({ length: count }, (_, row) => ({
    id: row,
    lat: (from + row + 1) / 1000,
    lng: 1,
    variables,
  }));

const statuses = ({ text }: Reply): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const line of text.trim().split('\n')) {
    const { status } = JSON.parse(line) as { status: number };
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 2));
}

const waitingOf = async (token: string): Promise<unknown> =>
  (await stage.send('/v1/me', { headers: { 'x-api-key': token } })).json['waiting'];

/** How many calls left after this one was asked and before its own. */
async function callsBefore(lng: number, ask: () => Promise<Reply>): Promise<number> {
  const asked = stage.service.calls.length;
  expect((await ask()).status).toBe(200);
  return stage.service.calls.findIndex(({ place }) => place.endsWith(`,${lng}`)) - asked;
}

describe('beside one person’s many places', () => {
  beforeEach(async () => {
    await open();
    stage.service.delayMs = 5;
  });

  it('another’s single question is sent with the next few', async () => {
    const many = bulk(asha, places(400));
    await until(() => stage.service.calls.length >= 20);
    const before = await callsBefore(77, () =>
      stage.ask(binod, { lat: 1, lng: 77, variables: 'a' }),
    );
    expect(before).toBeLessThanOrEqual(8);
    expect(statuses(await many)).toEqual({ 200: 400 });
  });

  it('and so is a score, also while the many are tried again', async () => {
    stage.service.fate = ({ place }, index) =>
      place.endsWith(',1') && index % 3 > 0 ? 500 : 'answer';
    const many = bulk(asha, places(150));
    await until(() => stage.service.calls.length >= 20);
    const score = callsBefore(78, () => stage.score(binod, { lat: 1, lng: 78 }));
    const lookup = callsBefore(79, () => stage.ask(binod, { lat: 1, lng: 79, variables: 'a' }));
    for (const before of await Promise.all([score, lookup])) expect(before).toBeLessThanOrEqual(10);
    await many;
  });

  it('a question for one of their places does not wait for all of them', async () => {
    const many = bulk(asha, places(400));
    await until(() => stage.service.calls.length >= 20);
    const asked = stage.service.calls.length;
    const reply = await stage.ask(binod, { lat: 0.4, lng: 1, variables: 'a' });
    expect(reply.status).toBe(200);
    const sent = stage.service.calls.filter(({ place }) => place === '0.4,1');
    expect(sent).toHaveLength(1);
    expect(stage.service.calls.indexOf(sent[0] as never) - asked).toBeLessThanOrEqual(8);
    await many;
  });

  it('a team has its turns, however many people of another ask', async () => {
    await stage.admin('POST /teams', { name: 'Many' });
    await stage.admin('POST /teams', { name: 'Few' });
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, index) => stage.person(`P${index}`, 'Many')),
    );
    const { token } = await stage.person('Zoya', 'Few');
    const many = crowd.map((each, index) => bulk(each.token, places(40, 100 * index)));
    await until(() => stage.service.calls.length >= 20);
    const before = await callsBefore(80, () =>
      stage.ask(token, { lat: 1, lng: 80, variables: 'a' }),
    );
    expect(before).toBeLessThanOrEqual(8);
    await Promise.all(many);
  });
});

it('a team has as many calls as it weighs, and others still have theirs in each round', async () => {
  await open();
  for (const [name, weight] of [
    ['Many', 3],
    ['Few', undefined],
  ] as const) {
    await stage.admin('POST /teams', { name });
    if (weight !== undefined) await stage.admin(`PATCH /teams/${name}`, { weight });
  }
  const people = [await stage.person('Dev', 'Many'), await stage.person('Esha', 'Few')];
  const release = stage.service.hold();
  const asked = people.map(({ token }, index) => bulk(token, places(60, 1000 * index)));
  await until(async () => {
    const waiting = await Promise.all(people.map(({ token }) => waitingOf(token)));
    return waiting.every((each) => (each as { values: number }).values === 60);
  });
  release();
  await Promise.all(asked);
  // The first four left before the other team had asked.
  const order = stage.service.calls
    .slice(4, 68)
    .map(({ place }) => Number(place.split(',')[0]) < 1);
  expect(order.filter(Boolean)).toHaveLength(48);
  expect(order.join(' ')).not.toContain('true true true true');
});

describe('what waits for one person', () => {
  it('has a limit: a further request is refused at once, and the first is answered whole', async () => {
    await open({ maxWaitingPerPerson: 100 });
    const release = stage.service.hold();
    const first = bulk(asha, places(150));
    await until(() => stage.service.calls.length === 4);
    expect(await waitingOf(asha)).toEqual({ values: 100, most: 100 });
    for (const reply of [
      await bulk(asha, places(5, 500)),
      await stage.ask(asha, { lat: 1, lng: 5, variables: 'a' }),
      await stage.score(asha, { lat: 1, lng: 5 }),
    ]) {
      const { headers } = reply;
      expect([reply.status, headers.get('retry-after'), headers.get('x-locus-reason')]).toEqual([
        429,
        '2',
        'too-much-waiting',
      ]);
    }
    expect(stage.service.calls).toHaveLength(4);
    release();
    expect(statuses(await first)).toEqual({ 200: 150 });
    expect(await waitingOf(asha)).toEqual({ values: 0, most: 100 });
    expect((await stage.ask(asha, { lat: 1, lng: 5, variables: 'a' })).status).toBe(200);
  });

  it('does not count what is known', async () => {
    await open({ maxWaitingPerPerson: 50 });
    await stage.ask(asha, { lat: 1, lng: 6, variables: 'a' });
    const release = stage.service.hold();
    const first = bulk(asha, places(60));
    await until(() => stage.service.calls.length === 5);
    expect((await stage.ask(asha, { lat: 1, lng: 6, variables: 'a' })).status).toBe(200);
    release();
    await first;
  });

  it('is one request, if it is larger than the limit', async () => {
    await open({ maxWaitingPerPerson: 10 });
    const variables = Array.from({ length: 50 }, (_, index) => `n${index}`);
    expect(statuses(await bulk(asha, places(2, 0, variables)))).toEqual({ 200: 2 });
  });

  it('is given up when the client leaves', async () => {
    await open({ maxWaitingPerPerson: 100 });
    const release = stage.service.hold();
    const leaving = new AbortController();
    const gone = fetch(`${stage.gateway.people}/v1/bulk`, {
      method: 'POST',
      headers: { 'x-api-key': asha },
      body: places(300)
        .map((line) => JSON.stringify(line))
        .join('\n'),
      signal: leaving.signal,
    }).catch(() => undefined);
    await until(() => stage.service.calls.length === 4);
    leaving.abort();
    await gone;
    await until(async () => ((await waitingOf(asha)) as { values: number }).values === 0);
    release();
    expect((await stage.ask(asha, { lat: 9, lng: 9, variables: 'a' })).status).toBe(200);
    expect(stage.service.calls).toHaveLength(5);
  });
});

describe('what waits for everybody', () => {
  it('has a limit, and beyond it the gateway says so at once', async () => {
    await open({ maxWaiting: 100 });
    const release = stage.service.hold();
    const first = bulk(asha, places(150));
    await until(() => stage.service.calls.length === 4);
    for (const reply of [
      await stage.ask(binod, { lat: 1, lng: 5, variables: 'a' }),
      await bulk(binod, places(5, 500)),
    ]) {
      expect([reply.status, reply.headers.get('x-locus-reason')]).toEqual([
        503,
        'too-much-waiting',
      ]);
    }
    const metrics = await (await fetch(`${stage.gateway.administrators}/metrics`)).text();
    expect(metrics).toContain('locus_gateway_waiting_values 100\n');
    expect(metrics).toContain('locus_gateway_refused_waiting_total{why="all"} 2\n');
    release();
    expect(statuses(await first)).toEqual({ 200: 150 });
  });
});
