/**
 * `npm run bench:gateway -- --beside litellm`: the gateway beside LiteLLM's proxy, both in front of
 * a service that counts its calls. It installs LiteLLM into an environment of Python in
 * node_modules/.cache. Two questions: how many calls does the service see when one question is
 * asked 32 times at once, and how long does the proxy's processor work for an answer that is known?
 *
 * LiteLLM keeps no answers of a pass-through endpoint, so each request there reaches the service.
 * Its answers to chat completions it does keep, in memory, and those are measured as well.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { root } from '../command.mjs';
import { freePort } from '../free-port.mjs';
import { ensurePython, pythonWith } from '../python.mjs';
import {
  CONNECTIONS,
  LOOKUP,
  answersOf,
  drive,
  lookupBody,
  median,
  newToken,
  startGateway,
  startService,
} from './measured-gateway.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** The gateway's requests in a round; LiteLLM gets a tenth of them. */
const REQUESTS = Number(process.env.REQUESTS ?? 10_000);
/** A key that LiteLLM does not call weak. */
const MASTER_KEY = 'sk-5f0b6d1c9e7a48d2b3c4';
const CHAT = '/v1/chat/completions';
const START_MS = 180_000;

/** Prints the table. @returns the program's exit code */
export async function benchBesideLiteLlm() {
  if (!(await ensurePython())) {
    console.log('No Python was found, and it could not be installed.');
    return 1;
  }
  const python = await pythonWith(join(root, 'scripts/bench/litellm.txt'), {
    name: 'litellm',
    megabytes: 750,
  });
  const folder = mkdtempSync(join(tmpdir(), 'locus-bench-'));
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const service = await startService(replyTo);
  const servers = [];
  try {
    const gateway = await startGateway(service, { LOCUS_DATA: join(folder, 'data') });
    servers.push(gateway);
    const liteLlm = await startLiteLlm(python, service, folder, servers);
    const token = await newToken(gateway);
    const key = { authorization: `Bearer ${MASTER_KEY}` };
    const ways = [
      ['Locus’s gateway', gateway, gateway.people + LOOKUP, { 'x-api-key': token }, lookupBody],
      ['LiteLLM, pass-through', liteLlm, liteLlm.url + LOOKUP, key, lookupBody],
      ['LiteLLM, chat completions from memory', liteLlm, liteLlm.url + CHAT, key, chatBody],
    ];
    console.log(
      '| through | calls for one question, 32 times at once | processor µs for a known answer | calls while it was measured |',
    );
    console.log('| --- | ---: | ---: | ---: |');
    for (const [name, server, url, headers, bodyOf] of ways) {
      const post = (index) =>
        request(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: bodyOf(index),
          dispatcher: agent,
        });
      const ask = (place, count) =>
        drive({ child: server.child, send: (at) => post(place(at)) }, count);
      // LiteLLM keeps 200 answers in memory unless told otherwise.
      const known = (at) => 500 + (at % 100);
      const requests = server === gateway ? REQUESTS : REQUESTS / 10;
      await ask(known, 2 * requests);
      const atOnce = await callsOf(() => ask(() => 0, CONNECTIONS), service, 500);
      const costs = [];
      const meanwhile = await callsOf(async () => {
        while (costs.length < ROUNDS) costs.push((await ask(known, requests)).cpuUs);
      }, service);
      const [least, middle, most] = [Math.min(...costs), median(costs), Math.max(...costs)].map(
        Math.round,
      );
      console.log(
        `| ${name} | ${atOnce} | ${middle} (${least} to ${most}) | ${meanwhile} of ${ROUNDS * requests} |`,
      );
    }
    return 0;
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await agent.destroy();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callsOf(asking, service, delayMs = 0) {
  const before = service.calls;
  service.delayMs = delayMs;
  await asking();
  service.delayMs = 0;
  return service.calls - before;
}

async function startLiteLlm(python, service, folder, servers) {
  const port = await freePort();
  const config = join(folder, 'litellm.json');
  const openAi = { model: 'openai/m', api_base: `${service.url}/v1`, api_key: 'key' };
  const lookup = { path: LOOKUP, target: service.url + LOOKUP, headers: { 'x-api-key': 'key' } };
  const settings = {
    model_list: [{ model_name: 'm', litellm_params: openAi }],
    litellm_settings: { cache: true, cache_params: { type: 'local' } },
    general_settings: { master_key: MASTER_KEY, pass_through_endpoints: [lookup] },
  };
  writeFileSync(config, JSON.stringify(settings));
  const args = ['--config', config, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(join(python, '../litellm'), args, {
    // Without a log of each request, as the gateway, and without a look at the internet.
    env: { ...process.env, LITELLM_LOG: 'ERROR', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  servers.push({ child });
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_MS; Date.now() < end; await wait(500)) {
    const reply = await request(`${url}/health/liveliness`).catch(() => undefined);
    await reply?.body.dump();
    if (reply?.statusCode === 200) return { child, url };
    if (child.exitCode !== null) break;
  }
  throw new Error('LiteLLM did not start.');
}

function chatBody(index) {
  return JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `place ${index}` }] });
}

/** A completion as OpenAI writes it, or the answers of a lookup. */
function replyTo(text) {
  if (!text.includes('"messages"')) return text === '' ? {} : answersOf(text);
  const message = { role: 'assistant', content: text };
  const choices = [{ index: 0, finish_reason: 'stop', message }];
  return { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
}
