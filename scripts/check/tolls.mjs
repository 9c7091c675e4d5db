/**
 * Every door of the built gateway with everything that may be sent there: `npm run test:attack` judges
 * by the kernel, a probe and a neighbour what each costs. The doors are in `doors.json`, which a test
 * compares with the routers and the tools, so that a new door is attacked, too.
 *
 * What a probe and a neighbour wait for is counted in the processor time that the gateway's own
 * thread has meanwhile: what it works before their turn comes. On a machine with other programs at
 * work an answer takes longer; that does not.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { LOOKUP } from '../bench/measured-gateway.mjs';
import { usedBy } from './thread-time.cjs';
import { tollBodies } from './toll-bodies.cjs';

const DOORS = JSON.parse(readFileSync(new URL('doors.json', import.meta.url), 'utf8'));
const MEGABYTE = 1024 * 1024;
/** How long each door is attacked with each kind of body. */
const ATTACK_MS = Number(process.env.TOLL_MS ?? 2000);
const MOST_MB = 150;
const MOST_MS = 100;
/** A neighbour's answer takes some tenths of a millisecond alone, ten times of which nobody notices. */
const LEAST_NEIGHBOUR_MS = 20;
/** Of doors that answer wrong methods, too. */
const METHODS = { lines: 'POST', batches: 'POST', tools: 'POST', call: 'POST', nothing: 'GET' };

/** Each door with each kind of body; `only` is a part of a door's name. Prints a row for each door. */
export async function tolls({ gateway, turnFile, tokens, check, only = '' }) {
  const watch = watcher(gateway, tokens.token);
  await watch.for(1000);
  const bodies = tollBodies();
  console.log('| door | MB more, kept | longest turn | probe | neighbour | sent |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { port, door, kind } of everyDoor()) {
    if (!`${port} ${door}`.includes(only)) continue;
    const [method, path] = door.includes(' ') ? door.split(' ') : [METHODS[kind], door];
    const url = gateway[port] + path.replace(/:\w+/g, 'none').replace('*', 'x');
    const rows = [];
    for (const name of Object.keys(bodies[kind])) {
      const row = await attacked({ url, method, kind, name, tokens });
      rows.push(row);
      if (process.env.VERBOSE === '1') console.log(`  ${name}: ${JSON.stringify(row)}`);
      for (const fault of faultsOf(row)) check(`${port} ${door}, ${name}: ${fault}`, false);
    }
    const most = (of) => Math.max(...rows.map(of)).toFixed(0);
    console.log(
      `| ${port === 'people' ? '' : 'administrators: '}${door} | ${most((row) => row.grownMb)}, ` +
        `${most((row) => row.keptMb)} | ${most((row) => row.turnMs)} ms | ` +
        `${most((row) => row.probe.most)} ms | ${most((row) => row.neighbour.median)} ms | ` +
        `${rows.length} |`,
    );
  }
  await watch.close();
  check('every door was tried', true);

  async function attacked(attack) {
    await watch.rest();
    const quiet = await watch.for(ATTACK_MS / 4);
    const before = memoryOf(gateway.child.pid);
    const attacker = new Worker(new URL('toll-attacker.mjs', import.meta.url), {
      workerData: { ...attack, forMs: ATTACK_MS },
    });
    const over = new Promise((resolve, reject) => {
      attacker.once('message', resolve).once('error', reject);
    });
    await longestTurn(gateway, turnFile);
    const busy = await watch.until(over);
    const turnMs = await longestTurn(gateway, turnFile);
    await attacker.terminate();
    await watch.rest();
    return {
      statuses: await over,
      grownMb: (busy.most - before) / MEGABYTE,
      keptMb: (memoryOf(gateway.child.pid) - before) / MEGABYTE,
      turnMs,
      ...{ quiet: quiet.neighbour, probe: busy.probe, neighbour: busy.neighbour },
    };
  }
}

function faultsOf({ grownMb, turnMs, probe, neighbour, quiet }) {
  const mostNeighbour = Math.max(10 * quiet.median, LEAST_NEIGHBOUR_MS);
  return [
    grownMb > MOST_MB ? `${grownMb.toFixed(0)} MB more` : '',
    turnMs > MOST_MS ? `a turn of ${turnMs.toFixed(0)} ms of processor time` : '',
    probe.most > MOST_MS ? `a probe waited for ${probe.most} ms of processor time` : '',
    neighbour.median > mostNeighbour
      ? `a neighbour waited for ${neighbour.median} ms of processor time, ${quiet.median} ms alone`
      : '',
  ].filter((fault) => fault !== '');
}

function* everyDoor() {
  for (const port of ['people', 'administrators']) {
    for (const [door, kind] of Object.entries(DOORS[port])) yield { port, door, kind };
  }
}

/** Asks for a known answer and for life, again and again, and looks at the memory. */
function watcher(gateway, token) {
  const dispatcher = new Agent({ connections: 4, pipelining: 1 });
  const used = usedBy(gateway.child.pid);
  /** How long the gateway works until it has answered. */
  const worked = async (ask) => {
    const before = used();
    await ask();
    return used() - before;
  };
  const known = () =>
    answered(gateway.people + LOOKUP, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: '{"lat":1,"lng":2,"variables":"a,b"}',
      dispatcher,
    });
  const alive = () => answered(`${gateway.administrators}/healthz`, { dispatcher });
  const until = async (over) => {
    let isOver = false;
    void over.then(() => (isOver = true));
    let most = 0;
    const repeat = async (ask, pauseMs) => {
      const times = [];
      while (!isOver) {
        times.push(await worked(ask));
        await sleep(pauseMs);
      }
      return summary(times);
    };
    const looking = (async () => {
      while (!isOver) {
        most = Math.max(most, memoryOf(gateway.child.pid));
        await sleep(20);
      }
    })();
    const [neighbour, probe] = await Promise.all([repeat(known, 5), repeat(alive, 20), looking]);
    return { neighbour, probe, most };
  };
  /** Until what was left behind is done. */
  const rest = async () => {
    for (let quick = 0, look = 0; quick < 5 && look < 500; look += 1) {
      quick = (await worked(alive)) < 5 ? quick + 1 : 0;
      await sleep(20);
    }
  };
  const close = () => {
    used.close();
    return dispatcher.close();
  };
  return { until, rest, close, for: (ms) => until(sleep(ms)) };
}

async function answered(url, options) {
  const reply = await request(url, options);
  await reply.body.dump();
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode}`);
}

function summary(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { median: at(0.5), p90: at(0.9), most: at(1), count: sorted.length };
}

/** Of the event loop since the last look, in milliseconds of processor time. */
async function longestTurn({ child }, turnFile) {
  rmSync(turnFile, { force: true });
  child.kill('SIGUSR2');
  for (let look = 0; look < 500 && !existsSync(turnFile); look += 1) await sleep(20);
  await sleep(20);
  return Number(readFileSync(turnFile, 'utf8'));
}

/** What the kernel counts, without pages of files. */
function memoryOf(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(text)?.[1]);
}
