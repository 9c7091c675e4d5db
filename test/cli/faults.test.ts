import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { interruption, openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

function enrich(name: string, ...rest: readonly string[]) {
  const args = ['enrich', stage.path(name), '-o', stage.path('out.csv'), '--names', 'a'];
  return stage.run([...args, ...rest]);
}

/** What is in the folder once a command could not be carried out: nothing of an output. */
function expectNoOutput(): void {
  expect(existsSync(stage.path('out.csv'))).toBe(false);
}

describe('a file that makes no sense', () => {
  it.each([
    ['a quote that never closes', '1,2,"open\n3,4,x\n', 'row 1 (line 2), column 3', 1, 3],
    ['a quote in the middle', '1,2,x\n3,"a"b,y\n', 'row 2 (line 3), column 2', 2, 2],
    ['a row that is too long', '1,2,x\n3,4,y,z\n', 'row 2 (line 3), column 4', 2, 4],
    ['a row that is too short', '1,2,x\n\n3,4\n', 'column 3: there are 2 cells', 3, 3],
    ['a cell of two lines before', '1,2,"a\nb"\n3,4\n', 'row 2 (line 4), column 3', 2, 3],
  ])('is refused with row and column before anything is asked: %s', async (...given) => {
    const [, rows, where, row, column] = given;
    stage.write('in.csv', `lat,lng,note\n${rows}`);
    const { code, messages } = await enrich('in.csv');
    expect(messages).toContain(where);
    expect(code).toBe(1);
    const json = await enrich('in.csv', '--json');
    const event = JSON.parse(json.output.trim().split('\n').at(-1) ?? '') as object;
    expect(event).toMatchObject({ event: 'error', row, column });
    expect(stage.service.calls).toEqual([]);
    expectNoOutput();
  });

  it('is found out far down, where the rows before it came in other pieces', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `12.9,77.6,"note ${row}"`);
    rows[49_999] = '12.9,77.6,"never closed';
    stage.write('in.csv', `lat,lng,note\n${rows.join('\n')}`);
    const { messages } = await enrich('in.csv');
    expect(messages).toContain('row 50,000 (line 50,001), column 3');
    expectNoOutput();
  });

  it('is found out where nothing else in the file has a quote', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `12.9,77.6,${row}${'-'.repeat(100)}`);
    rows[9_999] = '12.9,"77.6,x';
    stage.write('in.csv', `lat,lng,note\n${rows.join('\n')}`);
    const { messages } = await enrich('in.csv');
    expect(messages).toContain('row 10,000 (line 10,001), column 2');
    expect(messages).toContain('a quotation mark opens and never closes');
  });

  it.each([
    ['is empty', ''],
    ['No column looks like a place. Name them: --lat and --lng', 'Store,Sales\nA,1\n'],
    ['The file already has a column “a”', 'lat,lng,a\n1,2,3\n'],
    ['in.csv: This file is compressed (GZIP). Unpack it first', gzipSync('lat,lng\n1,2\n')],
    [
      'row 1: it has more than 4,000,000 characters',
      `lat,lng,note\n1,2,${'x'.repeat(5e6)}\n3,4,\n`,
    ],
  ])('is refused: %s', async (message, text) => {
    stage.write('in.csv', text);
    const { code, messages } = await enrich('in.csv');
    expect(messages).toContain(message);
    expect(code).toBe(1);
  });
});

it('refuses to give an attribute the name of a column of its own', async () => {
  stage.write('in.csv', 'lat,lng\n1,2\n');
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv')];
  const { messages } = await stage.run([...args, '--names', 'a,locus_error']);
  expect(messages).toContain('“locus_error” is a column that Locus writes itself.');
  expectNoOutput();
});

it('reads a pipe with a name, as a shell makes one for <(…)', async () => {
  execFileSync('mkfifo', [stage.path('pipe')]);
  const writing = writeFile(stage.path('pipe'), 'lat,lng\n12.9,77.6\n');
  const { code } = await enrich('pipe');
  await writing;
  expect(code).toBe(0);
  expect(stage.read('out.csv').split('\n')).toHaveLength(3);
});

describe('a disk that does not do what it should', () => {
  beforeEach(() => void stage.write('in.csv', 'lat,lng\n12.9,77.6\n'));

  it('is full', async () => {
    const args = ['enrich', stage.path('in.csv'), '-o', '/dev/full', '--names', 'a'];
    const { code, messages } = await stage.run(args);
    expect(messages).toContain('Can’t write /dev/full: the disk is full.');
    expect(code).toBe(1);
  });

  it('has no such folder', async () => {
    const out = stage.path('none/out.csv');
    const args = ['enrich', stage.path('in.csv'), '-o', out, '--names', 'a'];
    const { messages } = await stage.run(args);
    expect(messages).toMatch(/Can’t write .*none\/out\.csv: there is no such file or folder/);
    expect(stage.service.calls).toEqual([]);
  });

  it('has no room for kept answers, which then last for the run', async () => {
    const environment = { XDG_CACHE_HOME: stage.write('no-folder', '') };
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
    const { code, messages } = await stage.run(args, { environment });
    expect(messages).toContain('Answers are kept for this run alone.');
    expect(code).toBe(0);
  });

  it('has something else in the way', async () => {
    const out = stage.path('in.csv/out.csv');
    const { messages } = await stage.run([
      'enrich',
      stage.path('in.csv'),
      '-o',
      out,
      '--names',
      'a',
    ]);
    expect(messages).toContain('a part of its path isn’t a folder');
  });

  it('has no such input, or a folder in its place', async () => {
    mkdirSync(stage.path('folder.csv'));
    expect((await enrich('folder.csv')).messages).toContain('is a folder');
    expect((await enrich('none.csv')).messages).toContain('there is no such file');
  });
});

describe('a link in place of the output', () => {
  it.each([true, false])(
    'stays, and what it leads to is written (there already: %s)',
    async (is) => {
      stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
      mkdirSync(stage.path('real'));
      if (is) stage.write('real/out.csv', 'anything\n');
      symlinkSync('real/out.csv', stage.path('second.csv'));
      symlinkSync(stage.path('second.csv'), stage.path('out.csv'));
      const { code } = await enrich('in.csv', '--force');
      expect(code).toBe(0);
      expect(lstatSync(stage.path('out.csv')).isSymbolicLink()).toBe(true);
      expect(readdirSync(stage.path('real'))).toEqual(['out.csv']);
      expect(stage.read('real/out.csv')).toContain('locus_status');
    },
  );

  it('is refused where it leads round in a circle', async () => {
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    symlinkSync('out.csv', stage.path('out.csv'));
    const { code, messages } = await enrich('in.csv');
    expect([code, messages]).toEqual([1, expect.stringMatching(/Can’t (read|write) .*out\.csv/)]);
    expect(stage.service.calls).toEqual([]);
  });
});

describe('a file that changes while it is read', () => {
  it('leaves no output, and the next run goes on with what was answered', async () => {
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    stage.service.fate = () => {
      writeFileSync(stage.path('in.csv'), 'lat,lng\n12.9,77.6\n13,77\n');
      return 'answer';
    };
    const { code, messages } = await enrich('in.csv');
    expect(messages).toContain('has changed while it was being read');
    expect(code).toBe(1);
    expectNoOutput();
    stage.service.fate = () => 'answer';
    expect((await enrich('in.csv')).code).toBe(0);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['12.9,77.6', '13,77']);
  });
});

describe('Ctrl+C', () => {
  it('waits for what is on its way, writes nothing, ends with 130, and can be gone on from', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `${1 + row},77`);
    stage.write('in.csv', `lat,lng\n${rows.join('\n')}`);
    const interrupt = new AbortController();
    stage.service.fate = (_call, index) => {
      if (index === 9) interrupt.abort(interruption());
      return 'answer';
    };
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'a'];
    const options = { interrupt };
    const { code, messages } = await stage.run([...args, '--no-cache'], options);
    expect(code).toBe(130);
    expect(messages).toContain('Run the same command again to continue');
    expectNoOutput();
    expect(stage.service.calls.length).toBeLessThan(40);
    expect((await stage.run([...args, '--no-cache'])).code).toBe(0);
    expect(stage.service.calls).toHaveLength(40);
  });

  it.each([
    ['a name', ['--names', 'a,bad,c']],
    ['a place', ['--names', 'a,c']],
    ['a score', ['--model', 'm']],
  ])('forgets nothing that the service rejected: %s', async (_what, wanted) => {
    const rows = Array.from({ length: 8 }, (_, row) => `${row},77`);
    stage.write('in.csv', `lat,lng\n${rows.join('\n')}`);
    const interrupt = new AbortController();
    stage.service.fate = ({ place, names }) => {
      if (place === '7,77') interrupt.abort(interruption());
      return names.includes('bad') || place === '3,77' ? 400 : 'answer';
    };
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), ...wanted];
    const own = [...args, '--no-cache', '--concurrency', '2'];
    expect((await stage.run(own, { interrupt })).code).toBe(130);
    const before = stage.service.calls.map(({ place, names }) => `${place} ${names.join()}`);
    stage.service.fate = () => 'answer';
    const { code, messages } = await stage.run(own);
    expect([code, messages]).toEqual([2, expect.stringContaining('failed')]);
    const after = stage.service.calls.slice(before.length);
    const again = after.map(({ place, names }) => `${place} ${names.join()}`);
    expect(again.filter((call) => before.includes(call))).toEqual([]);
    expect(stage.read('out.csv')).toContain(',failed,');
  });
});

describe('the key', () => {
  it('is in no file, output or message, whatever happens', async () => {
    const key = 'canary-key-8f3a1c';
    stage.service.key = key;
    const environment = { LOCUS_KEY: '' };
    const keyFile = stage.path('../locus-key-file');
    writeFileSync(keyFile, `${key}\n`);
    chmodSync(keyFile, 0o600);
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n13,77\n14,77\n');
    const shown: string[] = [];
    const fates = ['answer', 400, 'cut', 500, 403] as const;
    for (const fate of fates) {
      stage.service.fate = () => fate;
      for (const wanted of [
        ['--names', 'a'],
        ['--model', 'm'],
      ]) {
        const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), ...wanted];
        const more = ['--key-file', keyFile, '--json', '--force'];
        const interrupt = new AbortController();
        if (fate === 500) setTimeout(() => interrupt.abort(interruption()), 300);
        const result = await stage.run([...args, ...more], { environment, interrupt });
        shown.push(result.output, result.messages);
      }
    }
    const files = readdirSync(stage.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(`${file.parentPath}/${file.name}`, 'latin1'));
    for (const text of [...shown, ...files]) expect(text).not.toContain(key);
    expect(files.length).toBeGreaterThan(3);
  });

  it('is no argument', async () => {
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    const { code, messages } = await enrich('in.csv', '--key', 'secret-argument');
    expect(code).toBe(1);
    expect(messages).not.toContain('secret-argument');
    expect(messages).toContain('LOCUS_KEY');
  });
});
