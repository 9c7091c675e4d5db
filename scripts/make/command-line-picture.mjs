import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command.mjs';

const COMMANDS = [
  'locus plan shops.csv --names w_pop_tt,p_retail_gc_np --price 0.02',
  'locus enrich shops.csv -o out.csv --names w_pop_tt,p_retail_gc_np',
  'head -4 out.csv',
];

/**
 * A run of the built command line in a terminal, over a service. It needs `script`, which is part of
 * util-linux. @returns the picture, and the text in it.
 */
export async function commandLinePicture({ service, key, folder }) {
  cpSync(join(root, 'assets/shops.csv'), join(folder, 'shops.csv'));
  const environment = {
    ...{ PATH: process.env.PATH, TERM: 'xterm', XDG_CACHE_HOME: join(folder, 'cache') },
    ...{ LOCUS_SERVICE: service, LOCUS_KEY: key },
  };
  const lines = [];
  for (const command of COMMANDS) {
    lines.push({ text: `$ ${command}`, isCommand: true });
    for (const text of await shown(command, folder, environment)) {
      lines.push({ text, isCommand: false });
    }
  }
  return { picture: drawn(lines), said: lines.map(({ text }) => text).join('\n') };
}

/** What a command leaves on a terminal's screen. */
async function shown(command, folder, environment) {
  const program = command.replace(/^locus/, `${process.execPath} ${join(root, 'build/cli.cjs')}`);
  const terminal = spawn('script', ['-qefc', program, '/dev/null'], {
    cwd: folder,
    env: environment,
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

function drawn(lines) {
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
