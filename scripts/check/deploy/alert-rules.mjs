/**
 * The alert rules, by promtool: as they stand, by their own tests, and by what a real gateway counts
 * before and after something goes wrong. What it counted in between is taken as a minute's worth, and
 * goes on for half an hour.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../../command.mjs';
import { command } from './image-root.mjs';

const RULES = join(root, 'deploy/prometheus/locus.rules.yaml');
const LOOKUP = '/production/v1.0/getvariablesbulk';
const ADMINISTRATOR = 'an-administrators-token-for-tests';

/** @param program the built gateway. */
export async function checkAlerts({ program, folder, check }) {
  await check('promtool takes the alert rules, and their tests pass', () => {
    command('promtool', ['check', 'rules', RULES]);
    command('promtool', ['test', 'rules', RULES.replace('.yaml', '.test.yaml')]);
  });
  const service = await startService();
  const gateway = await startGateway(program, service.url, join(folder, 'alerts'));
  try {
    const token = await newToken(gateway);
    const ask = (lat, key = token) =>
      fetch(gateway.people + LOOKUP, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ lat, lng: 1, variables: 'a' }),
      });
    const raised = async (act) => {
      const before = await scrape(gateway);
      await act();
      return alertsOf(before, await scrape(gateway), folder);
    };
    await check('the metrics are what Prometheus reads', async () => {
      await ask(0);
      const { text } = await scrape(gateway);
      command('promtool', ['check', 'metrics'], { input: text });
      const used = [readFileSync(RULES, 'utf8'), dashboard()].join().match(/locus_gateway_\w+/g);
      for (const name of used)
        assert(text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `), name);
    });
    await check('no alert is raised while people are answered', async () => {
      const all = await raised(async () => {
        for (let lat = 1; lat <= 20; lat += 1) assert.equal((await ask(lat)).status, 200);
      });
      assert.deepEqual(all, []);
    });
    await check('tokens that are tried raise one', async () => {
      const all = await raised(async () => {
        for (let each = 0; each < 100; each += 1) await ask(1, `locus_${each}`);
      });
      assert.deepEqual(all, ['LocusTokensTried']);
    });
    await check('a key that the service refuses raises one, and so do the replies', async () => {
      service.status = 403;
      const all = await raised(async () => {
        // A key that has just worked has a second try.
        for (let lat = 30; lat < 60; lat += 1) {
          await ask(lat);
          if (/^locus_gateway_upstream_stopped 1$/m.test((await scrape(gateway)).text)) break;
        }
      });
      assert.deepEqual(all, ['LocusErrors', 'LocusUpstreamStopped']);
    });
  } finally {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    service.server.closeAllConnections();
    service.server.close();
  }
}

function dashboard() {
  return readFileSync(join(root, 'deploy/grafana/locus-gateway.json'), 'utf8');
}

/** Names of the alerts that are raised after half an hour like the time between both. */
function alertsOf(before, after, folder) {
  const series = [...after.series].map(([name, value]) => {
    // A gauge stays as it is.
    const isGauge = after.gauges.has(name.replace(/\{.*/, ''));
    const rise = isGauge ? 0 : value - (before.series.get(name) ?? 0);
    return { series: name, values: `${value}+${rise}x40` };
  });
  series.push({ series: 'up{job="locus-gateway",instance="a"}', values: '1+0x40' });
  const names = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  return names.filter((name) => isRaised(name, series, folder)).sort();
}

/** promtool tells only whether an expectation holds: here that the alert is not raised. */
function isRaised(alertname, series, folder) {
  const file = join(folder, 'alerts.test.json');
  const alert_rule_test = [{ eval_time: '30m', alertname, exp_alerts: [] }];
  const tests = [{ interval: '1m', input_series: series, alert_rule_test }];
  // YAML takes JSON.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  try {
    command('promtool', ['test', 'rules', file]);
    return false;
  } catch (error) {
    assert.match(error.message, new RegExp(`alertname: ?${alertname}`), error.message);
    return true;
  }
}

/** The exposition, and its series with the labels that a scrape adds. */
async function scrape({ administrators }) {
  const text = await (await fetch(`${administrators}/metrics`)).text();
  const gauges = new Set([...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name));
  const series = new Map(
    [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => [
      `${name}{${['job="locus-gateway",instance="a"', labels].filter(Boolean).join()}}`,
      Number(value),
    ]),
  );
  return { text, gauges, series };
}

async function startGateway(program, url, data) {
  mkdirSync(data);
  const child = spawn(process.execPath, [program], {
    cwd: data,
    env: {
      PATH: process.env.PATH,
      ...{ LOCUS_ATTRIBUTE_URL: url, LOCUS_MODEL_URL: url, LOCUS_PROVIDER_KEY: 'key' },
      ...{ LOCUS_ADMIN_TOKEN: ADMINISTRATOR, LOCUS_DATA: data, LOCUS_LOG_LEVEL: 'silent' },
      ...{ PORT: '0', ADMIN_PORT: '0' },
    },
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += String(data);
        if (/^administrators: .+$/m.test(output)) resolve();
      });
    }
    void ended.then(() => reject(new Error(output)));
  });
  const line = (name) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(output)[1];
  return { child, ended, people: line('people'), administrators: line('administrators') };
}

async function newToken({ administrators }) {
  const post = async (path, body) => {
    const headers = { authorization: `Bearer ${ADMINISTRATOR}` };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${administrators}/admin/api${path}`, sent)).json();
  };
  const { id } = await post('/people', { name: 'Asha' });
  return (await post(`/people/${id}/tokens`, {})).token;
}

async function startService() {
  const service = { status: 200 };
  service.server = createServer((request, response) => {
    request.resume();
    const { status } = service;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { data: { a: 1 }, status } : { status }));
  });
  await new Promise((resolve) => service.server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${service.server.address().port}`;
  return service;
}
