import type { GatewayProgram } from '../gateway-program';

import { isInFull, openReplicas, until, type ReplicaStage } from './replica-stage';

// Processes of their own: long on a busy machine.
jest.setTimeout(isInFull ? 600_000 : 120_000);

const CONCURRENCY = 4;
const PLACES = 20_000;

let stage: ReplicaStage;

describe('while one person waits for 20,000 places at one gateway', () => {
  beforeAll(async () => {
    stage = await openReplicas(2, { LOCUS_UPSTREAM_CONCURRENCY: String(CONCURRENCY) });
  });
  afterAll(() => stage.close());

  it('another’s question at the other gateway is among the next calls, and so is one at the same', async () => {
    const [busy, other] = stage.replicas as [GatewayProgram, GatewayProgram];
    const heavy = await stage.person('Asha');
    const light = await stage.person('Binod');
    stage.service.delayMs = 20;
    const leaving = new AbortController();
    // One person may send sixteen such requests at once.
    let parts = 0;
    const many = Array.from({ length: 16 }, async () => {
      while (parts < PLACES / 1000 && !leaving.signal.aborted) {
        // A place at 0 would be half of one.
        await bulk(busy, heavy.token, 1 + 1000 * parts++, leaving.signal);
      }
    });
    // A gateway takes 5,000 values of what came in bulk at once.
    await until(async () => (await waiting(busy)) > 4_000);
    for (let round = 0; round < (isInFull ? 20 : 6); round += 1) {
      for (const gateway of [other, busy]) {
        const { calls } = stage.service;
        const asked = calls.length;
        const place = 60_000 + 2 * round + (gateway === busy ? 1 : 0);
        const reply = await stage.ask(gateway, light.token, place);
        expect(reply.status).toBe(200);
        const at = calls.findIndex((call) => call.place === `${place / 1000},1`);
        // Those that were under way, as many that left before the store heard of it, and a round.
        expect(at - asked).toBeLessThanOrEqual(3 * CONCURRENCY);
      }
    }
    // The load went on all the time.
    expect(await waiting(busy)).toBeGreaterThan(2_000);
    expect(stage.service.peak).toBeLessThanOrEqual(CONCURRENCY);
    leaving.abort();
    await Promise.all(many);
  });
});

/** Asks for a thousand places; what is answered meanwhile is read and dropped. */
async function bulk(
  { people }: GatewayProgram,
  token: string,
  from: number,
  signal: AbortSignal,
): Promise<void> {
  const lines = Array.from({ length: 1000 }, (_, index) =>
    JSON.stringify({ id: index, lat: (from + index) / 1000, lng: 2, variables: ['a'] }),
  );
  const headers = { 'x-api-key': token };
  await fetch(`${people}/v1/bulk`, { method: 'POST', headers, body: lines.join('\n'), signal })
    .then((response) => response.text())
    .catch(() => undefined);
}

async function waiting({ administrators }: GatewayProgram): Promise<number> {
  const text = await (await fetch(`${administrators}/metrics`)).text();
  return Number(/^locus_gateway_waiting_values (\d+)/m.exec(text)?.[1]);
}
