import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formulaCalls } from '../../src/addin/spreadsheet/locus-calls';
import { isExcelFunction } from '../../src/addin/spreadsheet/excel-functions';
import { formulaTokens } from '../../src/addin/spreadsheet/formula-tokens';
import { FUNCTION_NAMES, writtenParameters } from '../../src/addin/spreadsheet/signatures';
import { readConfiguration } from '../../src/gateway/configuration';
import { startServer } from '../../src/sample/server';
import type { RunningServer } from '../../src/sample/server';
import { codeBlocks, documents, root, textOf } from './documents';
import type { CodeBlock } from './documents';

const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
};
/** Blocks that other tests read, because they need a browser, nginx or the imports. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md: sql': 'test/documents/warehouses.test.ts',
  'docs/administrators/how-to.md: nginx': 'scripts/check/proxy.mjs',
  'docs/administrators/how-to.md: yaml': 'scripts/check/deploy.mjs',
  'docs/administrators/reference.md: http': 'test/gateway/rate-limits.test.ts',
  'docs/agents.md: js': 'test/gateway/mcp/mcp.test.ts',
  'docs/developers/architecture.md: mermaid': 'scripts/make/architecture.mjs',
  'docs/developers/excel-host.md: ts': 'test/e2e/excel-runtime.test.ts',
  'clients/python/README.md: python': 'test/clients/locus-client.test.ts',
  'docs/engines.md: python': 'test/clients/locus-client.test.ts',
  'docs/recipes.md: js': 'test/documents/recipes.test.ts',
  'docs/recipes.md: powerquery': 'test/documents/recipes.test.ts',
  'docs/warehouses.md: js': 'test/documents/warehouses.test.ts',
  'docs/warehouses.md: sql': 'test/documents/warehouses.test.ts',
  'docs/developers/workbench.md: js': 'test/e2e/sample-workbook.test.ts',
  'docs/developers/workbench.md: ts': 'test/documents/code-blocks.test.ts',
};
const READ_ON_EVERY_PAGE = ['', 'sh', 'powershell', 'text', 'json', 'ini', 'conf'];

test('every block is in a language that some test reads', () => {
  for (const document of documents) {
    for (const { language } of codeBlocks(document)) {
      if (READ_ON_EVERY_PAGE.includes(language)) continue;
      const reader = READ_ELSEWHERE[`${document}: ${language}`];
      expect([document, language, reader]).toEqual([document, language, expect.any(String)]);
      expect([reader, textOf(reader as string).includes(document)]).toEqual([reader, true]);
    }
  }
});

test('each block for PowerShell does what the block for a shell before it does', () => {
  const pages = documents.map((document) => [document, codeBlocks(document)] as const);
  const pairs = pages.flatMap(([document, blocks]) =>
    blocks.flatMap(({ language, code }, index) =>
      language === 'powershell' ? [{ document, code, shell: blocks[index - 1]?.code ?? '' }] : [],
    ),
  );
  expect(pairs.length).toBeGreaterThan(3);
  for (const { document, code, shell } of pairs) {
    expect([document, code]).toEqual([document, inPowerShell(shell)]);
  }
});

/** `npm.cmd`, because PowerShell takes the `--` from npm's own script. */
function inPowerShell(shell: string): string {
  return shell
    .replace(/^export (.*)$/gm, (_, pairs: string) =>
      pairs.replace(/(\w+)=(\S+) ?/g, (__, name, value) => `$env:${name} = '${value}'\n`).trim(),
    )
    .replace(/^(\w+)=\$\((.*)\)$/gm, '$$$1 = $2')
    .replace(/\bnpm run (.*?) -- /g, 'npm.cmd run $1 -- ')
    .replace(
      /^curl (\S+) -H '([\w-]+): (.*)' \\$/gm,
      "Invoke-RestMethod $1 -Method Post `\n  -Headers @{ '$2' = '$3' } `",
    )
    .replace(/^ {2}-d /gm, '  -Body ');
}

test('the workbench’s object is as printed', () => {
  const page = 'docs/developers/workbench.md';
  const [printed] = codeBlocks(page).filter(({ language }) => language === 'ts');
  const source = textOf('src/workbench/workbook-object.ts').replaceAll('export ', '');
  const lines = printed?.code.split('\n').map((line) => line.replace(/ \/\/.*/, '')) ?? [];
  for (const line of lines) expect(source).toContain(line);
});

/** A person has to run these, because they install, serve or take minutes. */
const BY_A_PERSON =
  /^(?:git |cd |mkdir |npm (?:start|test|install)|npm run (?!(?:--silent )?(?:locus|gateway) -- (?!--))|npx locus-gateway$|node |bq |gcloud |useradd |docker |kubectl |pip )|example\.com/;

/** A block's commands, a line each. */
function commandsOf({ code }: CodeBlock): string[] {
  const lines = code.replaceAll('\\\n', ' ').split('\n');
  return lines.map((line) => line.replace(/(?:^|\s)#.*/, '').trim()).filter((line) => line !== '');
}

function isByAPerson(block: CodeBlock): boolean {
  return (
    block.code !== 'npm run gateway\n' && commandsOf(block).some((line) => BY_A_PERSON.test(line))
  );
}

test('what a person is to run is there, with its options', () => {
  const blocks = documents.flatMap((document) => codeBlocks(document));
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
  for (const command of commands) {
    const [, script] = /^npm run (?:--silent )?([\w:-]+)/.exec(command) ?? [];
    const [, file = facts.scripts[script ?? '']?.replace(/^node /, '')] =
      /^node (\S+)/.exec(command) ?? [];
    if (script !== undefined) expect(facts.scripts).toHaveProperty([script]);
    if (file === undefined || !BY_A_PERSON.test(command)) continue;
    const source = [file, 'webpack/deployment-origin.js', 'src/gateway/main.ts'].map(textOf).join();
    for (const [, option = ''] of command.matchAll(/ (--[a-z-]+)\b/g)) {
      if (option !== '--silent') expect(source).toContain(option.replace('--env', 'origin'));
    }
  }
});

describe('a page’s commands, run as printed', () => {
  let folder: string;
  let service: RunningServer;
  let gateway: Program | undefined;
  /** What stands for what a reader has: addresses, and what was printed before. */
  let meant: Map<string, string>;
  beforeAll(async () => {
    service = await startServer({ port: 0, distDir: join(root, 'dist') });
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'locus-documents-'));
    mkdirSync(join(folder, 'bin'));
    symlinkSync(join(root, 'assets'), join(folder, 'assets'));
    writeFileSync(join(folder, 'session'), '');
    writeFileSync(join(folder, 'bin/npm'), PROGRAMS, { mode: 0o755 });
    writeFileSync(join(folder, 'bin/npx'), PROGRAMS, { mode: 0o755 });
    writeFileSync(join(folder, 'bin/duckdb'), DUCKDB, { mode: 0o755 });
    meant = new Map([['http://localhost:3000', service.address]]);
    gateway = undefined;
  });
  afterEach(async () => {
    await stopGateway();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = (): NodeJS.ProcessEnv => ({
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    XDG_CACHE_HOME: join(folder, 'cache'),
    LOCUS_ADMIN_URL: meant.get('http://127.0.0.1:8081'),
    ...{ PORT: '0', ADMIN_PORT: '0', OPEN_BROWSER: '0', LOCUS_LOG_LEVEL: 'silent' },
  });

  interface Program {
    readonly child: ChildProcess;
    readonly ended: Promise<unknown>;
    output(): string;
  }

  async function started(command: string, ready: RegExp): Promise<Program> {
    const child = spawn('sh', ['-euc', `exec ${command}`], { cwd: folder, env: environment() });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (data) => {
        output += String(data);
        if (ready.test(output)) resolve();
      });
      void ended.then((code) => reject(new Error(`${String(code)}: ${output}`)));
    });
    return { child, ended, output: () => output };
  }

  /** What `npm run gateway` prints. */
  async function startGateway(): Promise<string> {
    gateway = await started('npm run gateway', /^administrators: .+$/m);
    const output = gateway.output();
    const printed = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? '';
    meant.set('http://127.0.0.1:8080', printed(/^people: (\S+)/m));
    meant.set('http://127.0.0.1:8081', printed(/^administrators: (\S+)/m));
    meant.set('locusadmin_…', printed(/(locusadmin_\S+)/));
    return output;
  }

  async function stopGateway(): Promise<void> {
    gateway?.child.kill('SIGTERM');
    await gateway?.ended;
    gateway = undefined;
  }

  const asMeant = (text: string): string =>
    [...meant].reduce((all, [printed, own]) => all.replaceAll(printed, own), text);

  /** The next block goes on where this one ends, as in one terminal. */
  async function run(code: string): Promise<string> {
    const script = `. ./session\n${asMeant(code)}\nexport -p > session\n`;
    const child = spawn('sh', ['-euc', script], { cwd: folder, env: environment() });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (errors += String(data)));
    const status = await new Promise((resolve) => child.once('close', resolve));
    if (status !== 0) throw new Error(`${code}ended with ${String(status)}:\n${output}${errors}`);
    return output;
  }

  const withCommands = documents.filter((document) =>
    codeBlocks(document).some((block) => block.language === 'sh' && !isByAPerson(block)),
  );

  test.each(withCommands)(
    '%s',
    async (document) => {
      let output = '';
      for (const block of codeBlocks(document)) {
        if (block.language === 'sh' && !isByAPerson(block)) {
          const starts = block.code === 'npm run gateway\n';
          if (gateway === undefined && /locusadmin_|gateway$/m.test(block.code)) {
            output = await startGateway();
          }
          // As the page says: a folder has one gateway or one recovery at a time.
          if (block.code.includes('admin recover')) await stopGateway();
          if (!starts) output = await run(block.code);
          const token = /^locus_\S+$/m.exec(output)?.[0];
          if (token !== undefined) meant.set('locus_…', token);
          const tokenId = /^k_[\w-]+(?=\t)/m.exec(output)?.[0];
          if (tokenId !== undefined) meant.set('k_…', tokenId);
        }
        if (block.language !== 'text') continue;
        for (const line of block.code.trimEnd().split('\n')) {
          const pattern = asMeant(line.replaceAll('locusadmin_…', '…'))
            .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
            .replaceAll('…', '.+');
          expect(output).toMatch(new RegExp(`^${pattern}$`, 'm'));
        }
      }
    },
    60_000,
  );
});

/** `npm run NAME -- …` and `npx NAME …` in a clone that is built. */
const PROGRAMS = `#!/bin/sh
[ "$1" = run ] && shift
[ "$1" = --silent ] && shift
name=$1
shift
[ "$1" = -- ] && shift
case $name in
  locus) exec node ${root}/build/cli.cjs "$@" ;;
  gateway | locus-gateway) exec node ${root}/build/gateway.cjs "$@" ;;
esac
exit 9
`;

/** DuckDB's own program, as far as `-c`: its engine is that of the package. */
const DUCKDB = `#!${process.execPath}
const { DuckDBInstance } = require('${root}/node_modules/@duckdb/node-api');
const [option, sql] = process.argv.slice(2);
if (option !== '-c') process.exit(9);
DuckDBInstance.create(':memory:')
  .then((duck) => duck.connect())
  .then((connection) => connection.run(sql))
  .catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
`;

test('each formula is one that a person can type', () => {
  for (const document of documents) {
    const inText = [...textOf(document).matchAll(/`(=[^`]+)`/g)].map(([, formula = '']) => formula);
    const alone = codeBlocks(document).filter(({ language }) => language === '');
    for (const formula of [...inText, ...alone.map(({ code }) => code.trim())]) {
      // `=LOCATTR` and `=LOCATTR(…)` mean any, and `=LOCATR(…)` is a misspelt one.
      if (/…|^=\w+$/.test(formula)) continue;
      expect(formula).toMatch(/^=/);
      const tokens = formulaTokens(formula);
      expect(tokens.map(({ kind }) => kind)).not.toContain('unknown');
      for (const { at, args } of formulaCalls(tokens)) {
        const name = tokens[at]?.text ?? '';
        if (!name.startsWith('LOC'))
          expect([formula, isExcelFunction(name)]).toEqual([formula, true]);
        else expect(FUNCTION_NAMES).toContain(name);
        const parameters = writtenParameters(name);
        const needed = parameters.filter((each) => !each.startsWith('['));
        if (parameters.length === 0) continue;
        expect([formula, args.length >= needed.length]).toEqual([formula, true]);
        expect([formula, args.length <= parameters.length]).toEqual([formula, true]);
      }
    }
  }
});

test('JSON is JSON, and a gateway takes its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-documents-'));
  const LOCUS_CONFIG = join(folder, 'gateway.config.json');
  for (const document of documents) {
    for (const { code } of codeBlocks(document).filter(({ language }) => language === 'json')) {
      expect(JSON.parse(code)).toBeInstanceOf(Object);
      // What a webhook gets is no configuration.
      if (!document.includes('administrators') || code.includes('"event"')) continue;
      writeFileSync(LOCUS_CONFIG, code);
      expect(readConfiguration({ LOCUS_CONFIG }).upstream).toBeDefined();
    }
  }
  rmSync(folder, { recursive: true });
});

test('systemd’s unit has nothing but settings, and starts what the package holds', () => {
  const [unit] = codeBlocks('docs/administrators/how-to.md').filter(
    (each) => each.language === 'ini',
  );
  for (const line of unit?.code.split('\n') ?? []) {
    expect(line).toMatch(/^(?:|#.*|\[(?:Unit|Service|Install)\]|[A-Z]\w+=.+)$/);
  }
  expect(unit?.code).toContain(`node_modules/locus/${facts.bin['locus-gateway']}\n`);
});

test('the store’s settings are ones that Redis takes', () => {
  const page = 'docs/administrators/several-gateways.md';
  const [settings] = codeBlocks(page).filter(({ language }) => language === 'conf');
  const lines = settings?.code.trim().split('\n') ?? [];
  for (const line of lines) expect(line).toMatch(/^[a-z-]+ \S+$/);
  const redis = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server';
  if (!existsSync(redis)) return;
  // Redis reads all of its settings before it looks for the folder that it cannot have.
  const given = ['--dir /nowhere/at/all', '--port 0'].join(' ').split(' ');
  const { stdout, stderr } = spawnSync(redis, ['-', ...given], {
    input: settings?.code ?? '',
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('No such file or directory');
  expect(stdout + stderr).not.toMatch(/Bad directive|wrong number/i);
});
