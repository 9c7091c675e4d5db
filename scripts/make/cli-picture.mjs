/**
 * `node scripts/make/cli-picture.mjs`: writes docs/images/command-line.svg, a run of the built command
 * line in a terminal, over the sample service. It needs `script`, which is part of util-linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../command.mjs';

const COMMANDS = [
  'locus plan shops.csv --names w_pop_tt,p_retail_gc_np --price 0.02',
  'locus enrich shops.csv -o out.csv --names w_pop_tt,p_retail_gc_np',
  'head -4 out.csv',
];
const folder = mkdtempSync(join(tmpdir(), 'locus-picture-'));
const server = spawn(process.execPath, ['build/server.cjs', '--port', '0'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, OPEN_BROWSER: '0', SAMPLE_DELAY_MS: '40' },
});
try {
  const said = String((await once(server.stdout, 'data'))[0]);
  const address = /http:\/\/\S+/.exec(said)?.[0];
  writeFileSync(join(folder, 'shops.csv'), shops());
  const lines = [];
  for (const command of COMMANDS) {
    lines.push({ text: `$ ${command}`, isCommand: true });
    for (const text of await shown(command, address)) lines.push({ text, isCommand: false });
  }
  writeFileSync(join(root, 'docs/images/command-line.svg'), picture(lines));
  console.log('docs/images/command-line.svg');
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

function shops() {
  const rows = Array.from({ length: 2000 }, (_, row) => {
    const place = row % 400;
    return `Store ${row + 1},${(12.8 + (place % 20) / 100).toFixed(4)},${(77.5 + place / 2000).toFixed(4)}`;
  });
  return `${['Store,Latitude,Longitude', ...rows].join('\n')}\n`;
}

/** What a command leaves on a terminal's screen. */
async function shown(command, address) {
  const program = command.replace(/^locus/, `${process.execPath} ${join(root, 'build/cli.cjs')}`);
  const terminal = spawn('script', ['-qefc', program, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TERM: 'xterm',
      LOCUS_SERVICE: address,
      LOCUS_KEY: 'locus-demo-key',
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  terminal.stdout.setEncoding('utf8').on('data', (data) => (text += data));
  await once(terminal, 'close');
  const lines = text.trimEnd().split(/\r*\n/);
  return lines.map((line) =>
    plain(line.split(/\r|\x1b\[1G/).findLast((part) => plain(part) !== '') ?? ''),
  );
}

function plain(text) {
  return text.replace(/\x1b(?:\[[?\d;]*[A-Za-z]|[78])/g, '').trimEnd();
}

function picture(lines) {
  const width = Math.max(...lines.map(({ text }) => text.length)) * 8.45 + 48;
  const height = lines.length * 22 + 64;
  const rows = lines.map(({ text, isCommand }, index) => {
    const fill = isCommand ? '#7ee787' : '#e6edf3';
    return `  <text x="24" y="${58 + index * 22}" fill="${fill}" xml:space="preserve">${escaped(text)}</text>`;
  });
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, index) => `  <circle cx="${26 + index * 20}" cy="22" r="6" fill="${fill}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${height}" width="${Math.ceil(width)}" height="${height}" role="img" aria-label="A run of the command line in a terminal" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    `  <rect width="100%" height="100%" rx="10" fill="#161b22"/>`,
    ...dots,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
