import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCliStage, type CliStage } from './cli-stage';

// Processes of their own: long on a busy machine.
jest.setTimeout(120_000);

const root = join(__dirname, '../..');
let stage: CliStage;
let programs: ChildProcess[];
beforeEach(async () => {
  stage = await openCliStage();
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await stage.close();
});

/** The built command line, as a process of its own. */
function start(...args: readonly string[]): ChildProcess {
  return startInto('pipe', ...args);
}

function startInto(output: 'pipe' | number, ...args: readonly string[]): ChildProcess {
  const program = spawn(process.execPath, [join(root, 'build/cli.cjs'), ...args], {
    cwd: stage.folder,
    env: {
      PATH: process.env['PATH'],
      LOCUS_SERVICE: stage.service.url,
      LOCUS_KEY: stage.service.key,
      XDG_CACHE_HOME: stage.path('cache'),
    },
    stdio: ['ignore', output, 'pipe'],
  });
  programs.push(program);
  return program;
}

async function codeOf(program: ChildProcess): Promise<unknown> {
  const [code] = (await once(program, 'close')) as [unknown];
  return code;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

function writePlaces(places: number): void {
  const rows = Array.from({ length: 2 * places }, (_, row) => `${1 + (row % places) / 100},77`);
  stage.write('in.csv', `lat,lng\n${rows.join('\n')}\n`);
}

const COMMAND = ['enrich', 'in.csv', '--names', 'a,b', '--no-cache', '--concurrency', '4'];

describe('the command line as a program', () => {
  it('pays once for a score that another run gets while it waits for its turn here', async () => {
    const rows = Array.from({ length: 16 }, (_, row) => `${1 + row},77`);
    stage.write('all.csv', `lat,lng\n${rows.join('\n')}\n`);
    stage.write('last.csv', 'lat,lng\n16,77\n');
    const enrich = (list: string) =>
      start('enrich', list, '-o', `of-${list}`, '--model', 'm', '--concurrency', '2');
    const release = stage.service.hold();
    const all = enrich('all.csv');
    await until(() => stage.service.calls.length === 2);
    const last = enrich('last.csv');
    await until(() => stage.service.calls.some(({ place }) => place === '16,77'));
    release();
    expect(await Promise.all([codeOf(all), codeOf(last)])).toEqual([0, 0]);
    expect(stage.service.charged).toBe(16);
    expect(stage.read('of-all.csv')).toContain(stage.read('of-last.csv').split('\n')[1]);
  });

  it('goes on where it was killed, and its output is that of an undisturbed run', async () => {
    writePlaces(200);
    expect(await codeOf(start(...COMMAND, '-o', 'whole.csv'))).toBe(0);
    const least = stage.service.calls.length;
    stage.service.delayMs = 5;
    let inFlight = 0;
    for (const share of [0.2, 0.5, 0.8]) {
      const program = start(...COMMAND, '-o', 'out.csv');
      await until(() => stage.service.calls.length > least * (1 + share));
      program.kill('SIGKILL');
      await once(program, 'close');
      inFlight += 4;
      expect(existsSync(stage.path('out.csv'))).toBe(false);
    }
    expect(await codeOf(start(...COMMAND, '-o', 'out.csv'))).toBe(0);
    expect(stage.read('out.csv')).toBe(stage.read('whole.csv'));
    expect(stage.service.calls.length - least).toBeLessThanOrEqual(least + inFlight);
    expect(existsSync(stage.path('out.csv.locus'))).toBe(false);
  });

  it('ends with 130 after Ctrl+C, at once after the second', async () => {
    writePlaces(50);
    const release = stage.service.hold();
    const program = start(...COMMAND, '-o', 'out.csv');
    await until(() => stage.service.calls.length >= 4);
    program.kill('SIGINT');
    const ended = codeOf(program);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(program.exitCode).toBeNull();
    program.kill('SIGINT');
    expect(await ended).toBe(130);
    release();
    expect(await codeOf(start(...COMMAND, '-o', 'out.csv'))).toBe(0);
  });

  it('shows its key to nobody in the list of processes, and lives in a pipe', async () => {
    writePlaces(5);
    const release = stage.service.hold();
    const program = start(...COMMAND);
    let output = '';
    program.stdout?.on('data', (data) => (output += String(data)));
    await until(() => stage.service.calls.length > 0);
    const shown = readFileSync(`/proc/${program.pid}/cmdline`, 'utf8');
    expect(shown).toContain('enrich');
    expect(shown).not.toContain(stage.service.key);
    release();
    expect(await codeOf(program)).toBe(0);
    expect(output.split('\n')).toHaveLength(12);
  });

  it('fails where its output cannot be written, and not where nobody reads on', async () => {
    writePlaces(5);
    const full = openSync('/dev/full', 'w');
    const program = startInto(full, ...COMMAND);
    let messages = '';
    program.stderr?.on('data', (data) => (messages += String(data)));
    expect(await codeOf(program)).toBe(1);
    closeSync(full);
    expect(messages).toContain('Can’t write the standard output: the disk is full.');
    const left = start(...COMMAND);
    left.stdout?.destroy();
    expect(await codeOf(left)).toBe(0);
  });

  it('finishes its file where nobody reads on what it tells', async () => {
    writePlaces(5);
    const release = stage.service.hold();
    const told = start(...COMMAND, '-o', 'out.csv', '--json');
    told.stdout?.destroy();
    await until(() => stage.service.calls.length > 0 || told.exitCode !== null);
    release();
    if (told.exitCode === null) await once(told, 'close');
    expect(told.exitCode).toBe(0);
    expect(stage.read('out.csv').split('\n')).toHaveLength(12);
  });
});
