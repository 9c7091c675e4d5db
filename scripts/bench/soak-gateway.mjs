/**
 * `npm run soak:gateway`: sends requests to the built gateway for a long time and watches its
 * memory. REQUESTS says how many (10,000,000), MOST_MB how much more memory it may hold in the
 * second half than in the first (32). Places come again after a while, as they do for people, and
 * are far more than the gateway keeps in memory. Exits with 1 if memory has grown by more.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { LOOKUP, newToken, startGateway, startService } from './measured-gateway.mjs';

const REQUESTS = Number(process.env.REQUESTS ?? 10_000_000);
const MOST_MB = Number(process.env.MOST_MB ?? 32);
const CONNECTIONS = 64;
const PLACES = Math.min(20_000, Math.ceil(REQUESTS / 20));
const STEPS = 20;

const service = await startService();
const folder = mkdtempSync(join(tmpdir(), 'locus-soak-'));
writeFileSync(join(folder, 'config.json'), JSON.stringify({ maxAnswersInMemory: 20_000 }));
const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
const gateway = await startGateway(service, {
  LOCUS_CONFIG: join(folder, 'config.json'),
  LOCUS_DATA: join(folder, 'data'),
});
try {
  const token = await newToken(gateway);
  const heaps = [];
  for (let step = 0; step < STEPS; step += 1) {
    await drive(token, (step * REQUESTS) / STEPS, ((step + 1) * REQUESTS) / STEPS);
    heaps.push(await heapMb());
    console.log(`${((step + 1) * REQUESTS) / STEPS} requests: ${heaps.at(-1).toFixed(1)} MB`);
  }
  // The heap rises and falls with garbage collection: the minimum of many samples is what it holds.
  const before = Math.min(...heaps.slice(1, STEPS / 2));
  const after = Math.min(...heaps.slice(STEPS / 2));
  const grown = after - before;
  console.log(`grown by ${grown.toFixed(1)} MB of at most ${MOST_MB}`);
  process.exitCode = grown > MOST_MB ? 1 : 0;
} finally {
  gateway.child.kill('SIGKILL');
  await agent.destroy();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}

async function drive(token, from, to) {
  let next = from;
  const worker = async () => {
    while (next < to) {
      const index = (next += 1);
      const place = index % PLACES;
      const reply = await request(gateway.people + LOOKUP, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify({
          lat: 10 + place / 1000,
          lng: 77,
          variables: `a,b,c,d_${place % 100}`,
        }),
        dispatcher: agent,
      });
      await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

async function heapMb() {
  const reply = await request(`${gateway.administrators}/metrics`);
  const [, bytes] = /^locus_gateway_heap_bytes (\S+)$/m.exec(await reply.body.text());
  return Number(bytes) / 1e6;
}
