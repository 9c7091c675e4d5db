/**
 * `npm run bench:bulk`: how long a sheet of places takes in Chromium behind a gateway, compared
 * with Locus without a gateway and with a bare loop of `fetch`, six at once, against the same
 * upstream with 20 ms of latency. They take turns, each in a freshly loaded page and with a gateway
 * that knows nothing yet; what counts is the median of the rounds' ratios. The environment may set
 * PLACES and ROUNDS.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { bundlePage } from './bundle.mjs';
import { launchOptions } from '../browser.cjs';
import { newToken, startGateway } from './measured-gateway.mjs';

const isSmall = process.argv.includes('--small');
const PLACES = Number(process.env.PLACES ?? (isSmall ? 200 : 10_000));
const ROUNDS = Number(process.env.ROUNDS ?? (isSmall ? 1 : 3));
const NAMES = 10;
const LATENCY_MS = 20;

const page = readFileSync(join(await bundlePage(), 'page.js'));
const upstream = await startUpstream();
const folder = mkdtempSync(join(tmpdir(), 'locus-bench-'));
const browser = await chromium.launch(launchOptions());
try {
  const ways = [
    ['a bare loop of fetch, six at once', () => measure('askLoop', upstream.url, 'key')],
    ['Locus, straight to the service', () => measure('askEngine', upstream.url, 'key')],
    ['Locus, behind a gateway', behindGateway],
  ];
  const rounds = ways.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (round + turn) % ways.length;
      rounds[way].push(await ways[way][1]());
    }
  }
  const [loops] = rounds;
  console.log(`${PLACES} places, ${NAMES} names, upstream ${LATENCY_MS} ms, ${ROUNDS} rounds`);
  console.log('| way | seconds | of the loop | calls upstream | without a value |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  ways.forEach(([name], way) => {
    const seconds = median(rounds[way].map(({ ms }) => ms / 1000)).toFixed(1);
    const ratio = median(rounds[way].map(({ ms }, round) => ms / loops[round].ms)).toFixed(3);
    const [{ calls, wrong }] = rounds[way];
    console.log(`| ${name} | ${seconds} | ${ratio} | ${calls} | ${wrong} |`);
  });
} finally {
  await browser.close();
  upstream.server.close();
  upstream.server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

async function behindGateway() {
  const gateway = await startGateway(upstream, {
    LOCUS_DATA: mkdtempSync(join(folder, 'data-')),
    LOCUS_ORIGINS: upstream.url,
    LOCUS_UPSTREAM_CONCURRENCY: '128',
  });
  try {
    return await measure('askEngine', gateway.people, await newToken(gateway));
  } finally {
    gateway.child.kill('SIGKILL');
  }
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

async function measure(way, url, credential) {
  const opened = await browser.newPage();
  await opened.goto(`${upstream.url}/`);
  const before = upstream.calls;
  const figures = await opened.evaluate(
    ([name, ...args]) => globalThis.bench[name](...args),
    [way, url, credential, PLACES, NAMES],
  );
  await opened.close();
  return { ...figures, calls: upstream.calls - before };
}

/** Serves the page, and a service that answers after LATENCY_MS. */
function startUpstream() {
  const upstream = { calls: 0 };
  upstream.server = createServer((request, response) => {
    if (request.method === 'GET') {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript ? page : '<!doctype html><title>Bench</title><script src="page.js"></script>',
      );
      return;
    }
    let text = '';
    request.on('data', (data) => (text += data));
    request.on('end', () => {
      upstream.calls += 1;
      const names = JSON.parse(text).variables.split(',');
      const data = Object.fromEntries(names.map((name, index) => [name, index + 1]));
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ status: 200, data }));
      }, LATENCY_MS);
    });
  });
  return new Promise((resolve) => {
    upstream.server.listen(0, '127.0.0.1', () => {
      upstream.url = `http://127.0.0.1:${upstream.server.address().port}`;
      resolve(upstream);
    });
  });
}
