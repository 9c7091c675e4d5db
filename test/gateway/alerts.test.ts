import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Alerts, AlertWatch, type Alert } from '../../src/gateway/alerts';
import { Directory } from '../../src/gateway/directory';
import { openLmdbState } from '../../src/gateway/state/lmdb-state';
import type { SharedState } from '../../src/gateway/state/shared-state';
import { openStage } from './gateway-stage';

/** What a webhook was sent, and how it answers. */
async function startWebhook() {
  const seen: { readonly body: string; readonly signature: string | undefined }[] = [];
  const webhook = { seen, statuses: [] as number[], url: '', close: () => {} };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ body, signature: request.headers['x-locus-signature'] as string | undefined });
      response.writeHead(webhook.statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  webhook.close = () => void server.close();
  return webhook;
}

const ALERT: Alert = {
  event: 'budget-share',
  team: 'Research & <!channel>',
  share: 80,
  text: 'The team Research & <!channel> has used 80 %: [look](https://example.com)',
  about: 'team:t',
  period: '2026-11-25',
};

describe('an alert', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let folder: string;
  let state: SharedState;
  let now: number;
  let pauses: number[];
  let logged: string[];
  beforeEach(async () => {
    webhook = await startWebhook();
    folder = mkdtempSync(join(tmpdir(), 'locus-alerts-'));
    now = Date.UTC(2026, 10, 25, 9);
    pauses = [];
    logged = [];
    const times = { now: () => now, keepAnswersMs: 1, keepCountsMs: 1, patienceMs: 0 };
    state = await openLmdbState({ folder, ...times });
  });
  afterEach(async () => {
    webhook.close();
    await state.close();
    rmSync(folder, { recursive: true });
  });
  const alerts = (
    shape: 'json' | 'slack' | 'teams' = 'json',
    secret?: string,
    store: Pick<SharedState, 'exclusively' | 'records'> = state,
  ): Alerts => {
    // What is sent when its test is over is not written into the next one's log.
    const [written, planned] = [logged, pauses];
    return new Alerts({
      webhook: { url: webhook.url, secret, shape },
      state: store,
      clock: {
        now: () => now,
        schedule: (ms, run) => {
          planned.push(ms);
          setImmediate(run);
          return () => {};
        },
      },
      log: {
        event: (name) => void written.push(name),
        warning: (name) => void written.push(name),
      },
      fetch,
    });
  };
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('is signed JSON, sent once in its period whichever gateway raises it', async () => {
    const both = [alerts('json', 'a-secret'), alerts('json', 'a-secret')];
    for (const each of [...both, ...both]) each.raise(ALERT);
    await until(() => logged.length === 1);
    for (const each of both) each.raise({ ...ALERT, period: '2026-11-26' });
    await until(() => logged.length === 2);
    expect(webhook.seen).toHaveLength(2);
    const [{ body, signature } = { body: '', signature: '' }] = webhook.seen;
    const { event, share, account, team, at, text } = JSON.parse(body) as Record<string, unknown>;
    expect([event, share, account, team, text]).toEqual([
      ...['budget-share', 80, 'account', ALERT.team, ALERT.text],
    ]);
    expect(at).toBe('2026-11-25T09:00:00.000Z');
    const own = createHmac('sha256', 'a-secret').update(body).digest('hex');
    expect(signature).toBe(`sha256=${own}`);
  });

  it('lets no name call a channel in Slack or become a link in Teams', async () => {
    alerts('slack').raise(ALERT);
    await until(() => webhook.seen.length === 1);
    alerts('teams').raise({ ...ALERT, period: 'later' });
    await until(() => webhook.seen.length === 2);
    const [slack, teams] = webhook.seen.map(({ body }) => body);
    expect(JSON.parse(slack ?? '')).toEqual({
      text: 'The team Research &amp; &lt;!channel&gt; has used 80 %: [look](https://example.com)',
    });
    expect(teams).toContain('"type":"AdaptiveCard"');
    expect(teams).toContain('\\\\[look\\\\](https://example.com)');
  });

  it('is tried again with longer and longer pauses, and not at all if it is refused', async () => {
    webhook.statuses = [500, 429, 204];
    alerts().raise(ALERT);
    await until(() => logged.length === 1);
    expect([logged, pauses]).toEqual([['alert sent'], [1000, 5000]]);
    webhook.statuses = [404];
    alerts().raise({ ...ALERT, period: 'later' });
    await until(() => logged.length === 2);
    expect([logged[1], webhook.seen.length]).toEqual(['alert not delivered', 4]);
    webhook.close();
    webhook.url = 'http://127.0.0.1:1/hook';
    alerts().raise({ ...ALERT, period: 'last' });
    await until(() => logged.length === 3);
    expect([logged[2], pauses.length]).toEqual(['alert not delivered', 7]);
  });

  it('is sent by another gateway if the one that began has died', async () => {
    // It is killed once the alert is noted.
    const put = state.records.put.bind(state.records);
    let isNoted = false;
    const records = {
      ...state.records,
      put: async (...record: Parameters<typeof put>) => {
        await put(...record);
        isNoted = true;
        await new Promise<never>(() => {});
      },
    };
    const exclusively: SharedState['exclusively'] = (_name, run) => run();
    alerts('json', undefined, { records, exclusively }).raise(ALERT);
    await until(() => isNoted);
    const other = alerts();
    await other.takeOver();
    now += 900_001;
    await other.takeOver();
    await until(() => logged.length === 1);
    await other.takeOver();
    expect(webhook.seen).toHaveLength(1);
  });

  it('of what stops everybody finds room beside a thousand spent budgets', async () => {
    webhook.close();
    webhook.url = 'http://127.0.0.1:1/hook';
    const own = alerts();
    for (let each = 0; each < 1100; each += 1) own.raise({ ...ALERT, about: `person:${each}` });
    own.raise({ ...ALERT, event: 'out-of-credits', about: '' });
    await until(() => logged.length === 1001);
    const kept = await state.records.load('alert');
    const critical = (kept as { alert: Alert }[]).filter(
      ({ alert }) => alert.event === 'out-of-credits',
    );
    expect([kept.length, critical.length]).toEqual([1001, 1]);
  });

  it('that was sent long ago is forgotten', async () => {
    alerts().raise(ALERT);
    await until(() => logged.length === 1);
    now += 61 * 86_400_000;
    await alerts().takeOver();
    expect(await state.records.load('alert')).toHaveLength(1);
    now += 2 * 86_400_000;
    await alerts().takeOver();
    expect(await state.records.load('alert')).toEqual([]);
    expect(webhook.seen).toHaveLength(1);
  });

  describe('of what is looked for', () => {
    const DAY = 86_400_000;
    let raised: Alert[];
    const watchOf = async (own: Pick<SharedState, 'claims' | 'ledger' | 'records'> = state) => {
      const directory = await Directory.load(state.records, () => now);
      const watch = new AlertWatch({
        alerts: { raise: (alert) => void raised.push(alert), takeOver: () => Promise.resolve() },
        ...{ directory, state: own, isShared: true, currency: '', now: () => now },
      });
      return { directory, watch };
    };
    beforeEach(() => (raised = []));

    it('tells once of a gateway that was lost, and keeps nothing of those that ended', async () => {
      await state.records.put('gateway', 'g_old', { id: 'g_old', at: 1, isGone: true });
      const [lost, ended, watching] = [await watchOf(), await watchOf(), await watchOf()];
      for (const { watch } of [lost, ended]) await watch.look();
      await ended.watch.leave();
      now += 119_000;
      await watching.watch.look();
      expect(raised).toEqual([]);
      now += 1000;
      await watching.watch.look();
      await watching.watch.look();
      expect(raised.map(({ event }) => event)).toEqual(['replica-lost']);
      expect(await state.records.load('gateway')).toHaveLength(1);
    });

    it('tells within half a minute of a token of three days, and of ten scores', async () => {
      let unknown = 0;
      const claims: SharedState['claims'] = {
        ...state.claims,
        unknown: async () =>
          Array.from({ length: unknown }, () => ({ id: 's', at: 1, model: 'm' })),
      };
      const { directory, watch } = await watchOf({ ...state, claims });
      await watch.look();
      const { id } = await directory.addPerson({ name: 'Asha', team: undefined, role: 'person' });
      const expiresAt = now + 3 * DAY;
      await directory.addToken({ person: id, use: 'service', label: '', expiresAt });
      unknown = 10;
      now += 30_000;
      await watch.look();
      await watch.look();
      expect(raised.map(({ event }) => event)).toEqual(['token-expiring', 'unknown-scores']);
    });

    it('tells 24 times a day of one budget that a program changes again and again', async () => {
      const { watch } = await watchOf();
      const spend = (person: string, limit: number) =>
        watch.budgetSpent(`person:${person}`, {
          ...{ period: 'day', unit: 'calls', used: limit, limit, share: 100 },
        });
      for (let limit = 1; limit <= 500; limit += 1) spend('p_1', limit);
      for (let each = 0; each < 500; each += 1) spend('p_1', 1);
      spend('p_2', 1);
      expect(raised).toHaveLength(24 + 1);
      now += DAY;
      spend('p_1', 1);
      expect(raised).toHaveLength(24 + 2);
    });

    it('holds no words of people, and tells once of the many tokens of one person', async () => {
      const { directory, watch } = await watchOf();
      const { id } = await directory.addPerson({ name: 'Asha', team: undefined, role: 'person' });
      const token = (days: number) =>
        directory.addToken({
          ...{ person: id, use: 'service', label: 'Call +91 98 now' },
          expiresAt: now + days * DAY,
        });
      for (let each = 0; each < 20; each += 1) await token(1);
      for (let each = 0; each < 20; each += 1) await token(90);
      const other = await directory.addPerson({ name: 'Binod', team: undefined, role: 'person' });
      const expiresAt = now + 90 * DAY;
      await directory.addToken({ person: other.id, use: 'service', label: 'x', expiresAt });
      await watch.look();
      expect(raised).toEqual([]);
      now += 84 * DAY;
      await watch.look();
      expect(raised.map(({ about, text }) => [about, text])).toEqual([
        [id, 'A token of Asha expires on 2027-02-23.'],
        [other.id, 'A token of Binod expires on 2027-02-23.'],
      ]);
    });
  });

  it('goes out although the store takes nothing', async () => {
    const exclusively = () => Promise.reject(new Error('down'));
    const own = alerts('json', undefined, { ...state, exclusively });
    own.raise({ ...ALERT, event: 'store-down' });
    await until(() => webhook.seen.length === 1);
  });
});

describe('a gateway with a webhook', () => {
  it('calls when half, four fifths and all of a budget is used, and for a test', async () => {
    const webhook = await startWebhook();
    const stage = await openStage({
      webhook: { url: webhook.url, secret: undefined, shape: 'json' },
    });
    try {
      const { id, token } = await stage.person('Asha');
      await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 10 });
      for (let lat = 1; lat <= 12; lat += 1) {
        await stage.ask(token, { lat, lng: 77, variables: 'w_pop_tt' });
      }
      while (webhook.seen.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(webhook.seen.map(({ body }) => (JSON.parse(body) as { share: number }).share)).toEqual(
        [50, 80, 100],
      );
      const texts = webhook.seen.map(({ body }) => body).join('\n');
      expect(texts).toContain('Asha has used 80 % of the budget for this day: 8 of 10 calls.');
      expect(texts).not.toMatch(/provider-key|locus_|\b77\b|w_pop_tt/);
      const tests = await Promise.all(
        Array.from({ length: 16 }, () => stage.admin('POST /alerts/test', {})),
      );
      expect(tests.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(429)]);
      const refused = tests.find(({ status }) => status === 429);
      expect(refused?.json['message']).toContain('Try again in 5 seconds.');
      expect(refused?.headers.get('retry-after')).toBe('5');
      expect(webhook.seen).toHaveLength(4);
      const { entries } = (await stage.admin('GET /audit')).json as { entries: { act: string }[] };
      expect(entries.filter(({ act }) => act === 'test alert sent')).toHaveLength(1);
      const settings = await stage.admin('GET /settings');
      expect(settings.json['alerts']).toBe('json');
      expect(settings.text).not.toContain(webhook.url);
    } finally {
      await stage.close();
      webhook.close();
    }
  });
});
