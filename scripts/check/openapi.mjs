/**
 * `npm run test:openapi`: schemathesis (of PyPI) asks a built gateway over the sample service what
 * its own descriptions say that it answers, and much that they do not. It fails on any failure of
 * the gateway, and on any answer that is not as described. It needs Python and a network or pip's
 * cache; `npm run build` comes first.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../command.mjs';
import { ensurePython } from '../python.mjs';

const PACKAGE = 'schemathesis==4.32.5';
const ADMINISTRATOR = 'an-administrators-token-for-tests';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
/** What ends the token or the data with which the others are asked, or writes into folders. */
const LEFT_OUT = [
  'DELETE /tokens/{id}',
  'DELETE /people/{id}',
  'PATCH /people/{id}',
  'POST /backup',
];
/** For each port; it needs a quarter of that. */
const MOST_MS = 240_000;

if (!(await ensurePython())) throw new Error('There is no Python.');
const venv = join(root, 'node_modules/.cache/locus/schemathesis');
const schemathesis = join(venv, 'bin/schemathesis');
if (!existsSync(schemathesis)) {
  mkdirSync(venv, { recursive: true });
  command('python3', ['-m', 'venv', venv]);
  command(join(venv, 'bin/pip'), ['install', '--quiet', PACKAGE]);
}
const folder = mkdtempSync(join(tmpdir(), 'locus-openapi-'));
const gateway = spawn(process.execPath, [join(root, 'build/gateway.cjs')], {
  cwd: folder,
  env: {
    ...process.env,
    ...{ PORT: '0', ADMIN_PORT: '0', LOCUS_DATA: join(folder, 'data') },
    ...{ LOCUS_ADMIN_TOKEN: ADMINISTRATOR, LOCUS_LOG_LEVEL: 'error' },
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let failures = 0;
try {
  const { people, administrators } = await addresses();
  const admin = { authorization: `Bearer ${ADMINISTRATOR}` };
  const made = await post(`${administrators}/admin/api/people`, { name: 'Schemathesis' });
  const { token } = await post(`${administrators}/admin/api/people/${made.id}/tokens`, {});
  failures += await ask('people', people, `x-api-key: ${token}`);
  failures += await ask('administrators', administrators, `authorization: ${admin.authorization}`);
  const ready = await fetch(`${administrators}/healthz`);
  if (ready.status !== 200) throw new Error('The gateway is no longer healthy.');

  async function post(url, body) {
    const reply = await fetch(url, { method: 'POST', headers: admin, body: JSON.stringify(body) });
    return reply.json();
  }
} finally {
  gateway.kill('SIGTERM');
  await once(gateway, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

/** The two lines that the gateway prints once it is ready. */
async function addresses() {
  let text = '';
  for await (const chunk of gateway.stdout) {
    text += chunk;
    const [, people] = /people: (\S+)/.exec(text) ?? [];
    const [, administrators] = /administrators: (http\S+)/.exec(text) ?? [];
    if (people && administrators && text.includes('\n', text.indexOf(administrators))) {
      const origin = (url) => new URL(url).origin;
      return { people: origin(people), administrators: origin(administrators) };
    }
  }
  throw new Error('The gateway did not start.');
}

async function ask(port, url, header) {
  const config = join(folder, `${port}.toml`);
  writeFileSync(config, '');
  const left = LEFT_OUT.flatMap((what) => ['--exclude-name', what.replace(' /', ' /admin/api/')]);
  const options = [
    ...['--config-file', config, 'run', `${url}/openapi.json`, '--header', header],
    ...['--checks', CHECKS.join(','), '--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', '10', '--request-timeout', '30'],
    ...[
      '--generation-database',
      'none',
      '--seed',
      '1',
      '--continue-on-failure',
      '--suppress-health-check',
      'all',
    ],
    ...['--max-response-time', '60', ...(port === 'people' ? [] : left)],
  ];
  const child = spawn(schemathesis, options, { cwd: folder, stdio: 'inherit', timeout: MOST_MS });
  const [code] = await once(child, 'exit');
  console.log(code === 0 ? `✓ ${port}: as described` : `✗ ${port}: ended with ${code}`);
  return code === 0 ? 0 : 1;
}

function command(program, args) {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}
