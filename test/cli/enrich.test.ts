import { existsSync, readdirSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const PLACES = [
  'Store,Latitude,Longitude',
  '"One, or two",12.93,77.61',
  'Again,12.93,77.61',
  'Other,13.01,77.5',
  'Wrong,95,12',
  'Nowhere,,',
].join('\n');

/** The rows of a plain file, with neither quotes nor empty lines in it. */
function rowsOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

describe('locus enrich', () => {
  it('adds a column for each name, a status and a message, and keeps the rows’ order', async () => {
    const path = stage.write('in.csv', PLACES);
    const { code } = await stage.run([
      'enrich',
      path,
      '-o',
      stage.path('out.csv'),
      '--names',
      'a,b',
    ]);
    const rows = rowsOf(stage.read('out.csv'));
    expect(rows[0]).toBe('Store,Latitude,Longitude,a,b,locus_status,locus_error');
    expect(rows[1]).toMatch(/^"One, or two",12\.93,77\.61,\d+,\d+,done,$/);
    expect(rows[2]).toBe(rows[1]?.replace('"One, or two"', 'Again'));
    expect(rows[4]).toMatch(/^Wrong,95,12,,,failed,Latitude 95 is outside -90 to 90/);
    expect(rows[5]).toBe('Nowhere,,,,,skipped,');
    expect(code).toBe(2);
  });

  it('asks for each place once, with all its names in one call', async () => {
    const path = stage.write('in.csv', PLACES);
    await stage.run(['enrich', path, '-o', stage.path('out.csv'), '--names', 'a,b']);
    expect(stage.service.calls.map(({ place, names }) => [place, names])).toEqual([
      ['12.93,77.61', ['a', 'b']],
      ['13.01,77.5', ['a', 'b']],
    ]);
  });

  it('asks for other places while one takes long, and keeps the rows’ order', async () => {
    const places = Array.from({ length: 40 }, (_, row) => `${row + 1},77`);
    const path = stage.write('in.csv', ['lat,lng', ...places].join('\n'));
    let answer = (_fate: 'answer'): void => {};
    const held = new Promise<'answer'>((resolve) => (answer = resolve));
    let others = 0;
    stage.service.fate = ({ place }) => {
      if (place === places[0]) return held;
      if ((others += 1) === places.length - 1) answer('answer');
      return 'answer';
    };
    const { output } = await stage.run(['enrich', path, '-o', '-', '--names', 'a']);
    const rows = rowsOf(output).slice(1);
    expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(places);
  });

  it('takes a written 0 for the equator or the meridian, and asks for no half a place', async () => {
    const places = ['51.4779,0', '0,9.45', '0,0', '12.9,', ',77.6'];
    const path = stage.write('in.csv', ['lat,lng', ...places].join('\n'));
    const { output } = await stage.run(['enrich', path, '-o', '-', '--names', 'a']);
    const outcomes = rowsOf(output).map((row) => /done|skipped|failed/.exec(row)?.[0]);
    expect(outcomes.slice(1)).toEqual(['done', 'done', 'skipped', 'failed', 'failed']);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['51.4779,0', '0,9.45']);
  });

  it('takes its names in several parts', async () => {
    const args = ['-o', stage.path('out.csv'), '--names', 'a,b', '--names', 'c'];
    await stage.run(['enrich', stage.write('in.csv', PLACES), ...args]);
    expect(rowsOf(stage.read('out.csv'))[0]).toContain(',a,b,c,');
  });

  it('leaves nothing beside its output', async () => {
    const path = stage.write('in.csv', PLACES);
    await stage.run(['enrich', path, '-o', stage.path('out.csv'), '--names', 'a']);
    expect(readdirSync(stage.folder).sort()).toEqual(['cache', 'in.csv', 'out.csv']);
  });

  it('costs nothing a second time', async () => {
    const path = stage.write('in.csv', PLACES);
    const command = ['enrich', path, '-o', stage.path('out.csv'), '--names', 'a'];
    await stage.run(command);
    const first = stage.read('out.csv');
    await stage.run(command);
    expect(stage.service.calls).toHaveLength(2);
    expect(stage.read('out.csv')).toBe(first);
  });

  it('reads standard input and writes standard output', async () => {
    const args = ['enrich', '-', '--names', 'a'];
    const { output } = await stage.run(args, { input: PLACES });
    expect(existsSync('-.locus')).toBe(false);
    expect(rowsOf(output)).toHaveLength(6);
    expect(output).toMatch(/^Store,Latitude,Longitude,a,locus_status,locus_error\n/);
  });

  it('reads addresses with their pincodes', async () => {
    const path = stage.write('in.csv', 'Address,PIN\n12 MG Road Bengaluru,560001\n');
    const { code } = await stage.run(['enrich', path, '-o', stage.path('out.csv'), '--names', 'a']);
    expect(code).toBe(0);
    expect(stage.service.calls[0]?.body).toMatchObject({
      address: '12 MG Road Bengaluru',
      pincode: '560001',
    });
  });

  it.each([
    [[], [], 'failed,"The pincode ""SW1A 2AA"" is not six digits'],
    [['--pincodes', 'any'], ['SW1A 2AA', '01234'], 'done'],
  ])('reads codes of other countries with %j', async (options, sent, status) => {
    const path = stage.write('in.csv', 'Address,Postcode\n1 Mall,SW1A 2AA\n2 Mall,01234\n');
    const named = ['--address', 'Address', '--pincode', 'Postcode', '--names', 'a'];
    const { output } = await stage.run(['enrich', path, ...named, ...options]);
    expect(stage.service.calls.map(({ body }) => body['pincode'])).toEqual(sent);
    expect(output).toContain(status);
    const score = await stage.run([
      'enrich',
      path,
      ...named.slice(0, 4),
      '--model',
      'm',
      ...options,
    ]);
    expect(score.output).toContain(status);
    const scored = stage.service.calls.filter(({ kind }) => kind === 'score');
    expect(scored.map(({ place }) => place)).toEqual(
      sent.map((code, row) => `${row + 1} Mall ${code}`),
    );
  });

  it('knows no other rule for pincodes', async () => {
    const path = stage.write('in.csv', 'Address,PIN\n1 Mall,560001\n');
    const { code, messages } = await stage.run([
      'enrich',
      path,
      '--names',
      'a',
      '--pincodes',
      'all',
    ]);
    expect(messages).toContain("'all' is invalid. Allowed choices are india, any.");
    expect(code).toBe(1);
    expect(stage.service.calls).toEqual([]);
  });

  it('scores each row with its own date and variables', async () => {
    const path = stage.write(
      'in.csv',
      'lat,lng,Opened,floor_area,code\n12.9,77.6,2026-01-02,850,007\n12.9,77.6,,900,\n',
    );
    const args = ['--model', 'retail', '--date', 'Opened', '--variables', 'floor_area,code'];
    const { code } = await stage.run(['enrich', path, '-o', stage.path('out.csv'), ...args]);
    expect(code).toBe(0);
    expect(stage.service.calls.map(({ path: to, body }) => [to, body])).toEqual([
      [
        '/model/v1.0/retail',
        expect.objectContaining({
          date: '2026-01-02',
          custom_variables: { floor_area: 850, code: '007' },
        }),
      ],
      ['/model/v1.0/retail', expect.objectContaining({ custom_variables: { floor_area: 900 } })],
    ]);
    expect(rowsOf(stage.read('out.csv'))[0]).toMatch(/,locus_score,locus_status,locus_error$/);
  });

  it.each([
    ['lat,lng,floor_area', '3', { floor_area: 850 }],
    ['lat,lng,Floor area', '3', { 'Floor area': 850 }],
    ['lat,lng,3', '3', { 3: 850 }],
    ['3,lat,lng', '3', { 3: 850 }],
    ['lat,lng,floor_area', 'FLOOR_AREA', { FLOOR_AREA: 850 }],
  ])('sends the variables of %s named %s', async (header, named, variables) => {
    const row = header.startsWith('3') ? '850,12.9,77.6' : '12.9,77.6,850';
    const path = stage.write('in.csv', `${header}\n${row}\n`);
    const { messages } = await stage.run(['enrich', path, '--model', 'm', '--variables', named]);
    expect(messages).toContain('1 done');
    expect(stage.service.calls[0]?.body['custom_variables']).toEqual(variables);
  });

  it('names the variables of a score by their headers, however they were named', async () => {
    const path = stage.write('in.csv', 'lat,lng,floor_area\n12.9,77.6,850\n');
    const run = (named: string, ...rest: readonly string[]) =>
      stage.run(['enrich', ...rest, '--model', 'm', '--variables', named]);
    await run('3', path, '-o', stage.path('out.csv'));
    expect(stage.read('out.csv')).toContain('m; variables: floor_area');
    // The output is the same score's input.
    await run('floor_area', stage.path('out.csv'), '-o', stage.path('again.csv'));
    expect(stage.service.calls).toHaveLength(1);
  });

  it('sends no variable without a name, but JSON needs none', async () => {
    const path = stage.write('in.csv', '12.9352,77.6245,850\n12.9353,77.6246,"{""a"":1}"\n');
    const places = ['--lat', '1', '--lng', '2', '--header-row', 'none'];
    const { messages, output } = await stage.run([
      ...['enrich', path, ...places, '--model', 'm', '--variables', '3'],
    ]);
    expect(messages).toContain('1 row with variables that can’t be used (row 1)');
    expect(output).toContain('Column 3 has no header: write the variable’s name above it.');
    expect(stage.service.calls.map(({ body }) => body['custom_variables'])).toEqual([{ a: 1 }]);
  });

  it('says what of a row cannot be used: the place, the date or a variable', async () => {
    const rows = ['12.9,77.6,2026,1', '99,77.6,2026-01-02,1', '13,77,2026-01-02,#REF!', '14,77,,1'];
    const path = stage.write('in.csv', `lat,lng,Opened,area\n${rows.join('\n')}\n`);
    const { messages } = await stage.run([
      ...['plan', path, '--model', 'm', '--date', 'Opened', '--variables', 'area'],
    ]);
    expect(messages).toContain(
      'Leaves out 1 row with a place that can’t be used (row 3), 1 row with a date that can’t be used (row 2), 1 row with variables that can’t be used (row 4).',
    );
  });

  it('asks for no score without a variable that the row has, though in no form to send', async () => {
    const path = stage.write(
      'in.csv',
      'lat,lng,floor_area\n12.9,77.6,#N/A\n13,77,#REF!\n14,77,\n15,77,800\n',
    );
    const args = ['-o', stage.path('out.csv'), '--model', 'm', '--variables', 'floor_area'];
    expect((await stage.run(['enrich', path, ...args])).code).toBe(2);
    expect(stage.service.calls.map(({ place }) => place)).toEqual(['14,77', '15,77']);
    const [, first, second] = rowsOf(stage.read('out.csv'));
    expect(first).toContain('The custom variable ""floor_area"" is #N/A: fix the cell');
    expect(second).toContain('is #REF!');
  });

  it('asks again for scores that the service turned away, while others are answered', async () => {
    const rows = Array.from({ length: 80 }, (_, row) => `${1 + row},77`);
    const path = stage.write('in.csv', `lat,lng\n${rows.join('\n')}`);
    const turnedAway = new Set<string>();
    stage.service.fate = ({ place }, index) => {
      if (index % 3 !== 0 || turnedAway.has(place)) return 'answer';
      turnedAway.add(place);
      return 429;
    };
    const args = ['enrich', path, '-o', stage.path('out.csv'), '--model', 'm'];
    expect((await stage.run(args)).code).toBe(0);
    expect(stage.service.charged).toBe(80);
  });

  it('says that the service fails while it does, and finishes once it works', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `${1 + row / 10},77`);
    const path = stage.write('in.csv', `lat,lng\n${rows.join('\n')}`);
    stage.service.fate = (_, index) => (index < 9 ? 503 : 'answer');
    const args = ['enrich', path, '-o', stage.path('out.csv'), '--names', 'a'];
    const { messages } = await stage.run(args);
    expect(messages).toMatch(
      /The service isn’t working \(status 503\)\. Trying again[^]*The service works again\./,
    );
    expect(messages.match(/isn’t working/g)).toHaveLength(1);
    expect(messages).toContain('300 calls (0 saved)');
    expect(stage.read('out.csv').match(/,done,/g)).toHaveLength(300);
  });

  it('takes its own output, and asks only for what had failed', async () => {
    stage.service.fate = ({ place }) => (place.startsWith('13') ? 400 : 'answer');
    const path = stage.write('in.csv', PLACES);
    const names = ['--names', 'a', '--no-cache'];
    await stage.run(['enrich', path, '-o', stage.path('out.csv'), ...names]);
    stage.service.fate = () => 'answer';
    const before = stage.service.calls.length;
    const again = ['enrich', stage.path('out.csv'), '-o', stage.path('out2.csv'), ...names];
    await stage.run(again);
    expect(stage.service.calls.slice(before).map(({ place }) => place)).toEqual(['13.01,77.5']);
    expect(stage.read('out2.csv')).toMatch(/Other,13\.01,77\.5,\d+,done,\n/);
    expect(rowsOf(stage.read('out2.csv'))[0]).toBe(rowsOf(stage.read('out.csv'))[0]);
  });

  it('writes nothing where the service rejects the key', async () => {
    stage.service.key = 'another';
    const path = stage.write('in.csv', PLACES);
    const out = stage.path('out.csv');
    const environment = { LOCUS_KEY: 'wrong-key' };
    const { code, messages } = await stage.run(['enrich', path, '-o', out, '--names', 'a'], {
      environment,
    });
    expect(code).toBe(1);
    expect(messages).toContain('The service rejected your key.');
    expect([existsSync(out), existsSync(`${out}.locus`)]).toEqual([false, false]);
  });

  it('makes no more calls than it may, says so in the rows, and ends with 3', async () => {
    const path = stage.write('in.csv', PLACES);
    const args = ['-o', stage.path('out.csv'), '--names', 'a', '--max-calls', '1'];
    const { code } = await stage.run(['enrich', path, ...args]);
    expect(code).toBe(3);
    expect(stage.service.calls).toHaveLength(1);
    expect(stage.read('out.csv')).toMatch(
      /Other,13\.01,77\.5,,failed,"Not asked, because of --max-calls/,
    );
  });

  it('asks for an agreement above 500 calls', async () => {
    const rows = Array.from({ length: 501 }, (_, row) => `${1 + row / 100},77.6`);
    const path = stage.write('in.csv', ['lat,lng', ...rows].join('\n'));
    const args = ['enrich', path, '-o', stage.path('out.csv'), '--names', 'a'];
    const { code, messages } = await stage.run(args);
    expect(code).toBe(1);
    expect(messages).toContain('501 calls for 501 values (0 known already)');
    expect(stage.service.calls).toEqual([]);
    expect((await stage.run([...args, '--yes'])).code).toBe(0);
    expect(stage.service.calls).toHaveLength(501);
  });

  it('replaces no file that is not an output of its own, unless it is told to', async () => {
    const path = stage.write('in.csv', PLACES);
    const command = ['enrich', path, '-o', path, '--names', 'a'];
    expect((await stage.run(command)).messages).toContain('Use --force to replace it.');
    expect(stage.read('in.csv')).toBe(PLACES);
    expect((await stage.run([...command, '--force'])).code).toBe(2);
    expect(stage.read('in.csv')).toContain('locus_status');
  });

  it('takes no time to clear away what was there before a short list', async () => {
    const path = stage.write('in.csv', PLACES);
    // The process has 30 MB and more in use already.
    const before = Buffer.alloc(30_000_000).toString('latin1');
    const collections = await forcedCollections(() =>
      stage.run(['enrich', path, '-o', stage.path('out.csv'), '--names', 'a']),
    );
    expect(before).toHaveLength(30_000_000);
    expect(collections).toBe(0);
  });
});

/** What Node tells of one; its types know such entries only as a browser's. */
interface Collection {
  readonly detail: { readonly flags: number };
}

/** How often garbage was collected meanwhile because the program asked for it. */
async function forcedCollections(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    const flags = (list.getEntries() as unknown as Collection[]).map(({ detail }) => detail.flags);
    count += flags.filter((each) => each & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  await run();
  // The process tells of each collection a turn later.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  observer.disconnect();
  return count;
}

describe('locus plan', () => {
  it('says what a run will cost, and asks for nothing', async () => {
    const path = stage.write('in.csv', PLACES);
    const names = Array.from({ length: 51 }, (_, index) => `n${index}`).join();
    const planned = await stage.run(['plan', path, '--names', names, '--price', '0.5']);
    expect(planned.output).toBe('4 calls for 102 values (0 known already), about 2.00\n');
    expect(stage.service.calls).toEqual([]);
    await stage.run(['enrich', path, '-o', stage.path('out.csv'), '--names', names]);
    expect(stage.service.calls).toHaveLength(4);
    const again = await stage.run(['enrich', path, '--plan', '--names', `${names},new`]);
    expect(again.output).toBe('2 calls for 2 values (102 known already)\n');
  });
});
