import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

/** Each run's output is the input of the next. */
async function enrich(from: string, to: string, ...wanted: readonly string[]) {
  const before = stage.service.calls.length;
  const paths = [stage.path(from), '-o', stage.path(to)];
  const { code, messages } = await stage.run(['enrich', ...paths, ...wanted]);
  return { code, messages, calls: stage.service.calls.slice(before) };
}

function rowsOf(name: string): Record<string, string>[] {
  const [head = '', ...lines] = stage.read(name).trimEnd().split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

describe('scores of one run, where the next one wants others', () => {
  beforeEach(() => void stage.write('in.csv', 'lat,lng,d,e,f\n12,77,2026-01-02,2026-02-03,5\n'));

  it.each([
    ['another model', ['--model', 'm1'], ['--model', 'm2']],
    ['another date', ['--model', 'm', '--date', 'd'], ['--model', 'm', '--date', 'e']],
    ['no date', ['--model', 'm', '--date', 'd'], ['--model', 'm']],
    ['variables', ['--model', 'm'], ['--model', 'm', '--variables', 'f']],
  ])('are asked anew: %s', async (_what, first, second) => {
    await enrich('in.csv', 'a.csv', ...first);
    expect((await enrich('a.csv', 'b.csv', ...second)).calls).toHaveLength(1);
    await enrich('in.csv', 'direct.csv', ...second);
    expect(stage.read('b.csv')).toBe(stage.read('direct.csv'));
    expect((await enrich('b.csv', 'c.csv', ...second, '--no-cache')).calls).toEqual([]);
    expect(stage.read('c.csv')).toBe(stage.read('b.csv'));
  });

  it('keep nothing of the model before where they fail', async () => {
    await enrich('in.csv', 'a.csv', '--model', 'm1');
    stage.service.fate = () => 400;
    expect((await enrich('a.csv', 'b.csv', '--model', 'm2')).code).toBe(2);
    expect(rowsOf('b.csv')).toMatchObject([
      { locus_score: '', locus_model: '', locus_status: 'failed' },
    ]);
  });

  it('are not taken from an output that does not say what they are of', async () => {
    stage.write('old.csv', 'lat,lng,locus_score,locus_status,locus_error\n12,77,5,done,\n');
    const { code, messages, calls } = await enrich('old.csv', 'b.csv', '--model', 'm');
    expect([code, calls]).toEqual([1, []]);
    expect(messages).toContain('no column “locus_model” that says what they are of');
  });
});

describe('attributes of one run, where the next one wants others', () => {
  const answerAllBut = (name: string, place: string): void => {
    stage.service.fate = (call) =>
      call.names.includes(name) && call.place === place ? 400 : 'answer';
  };
  beforeEach(() => void stage.write('in.csv', 'note,lat,lng\n,12,77\n,13,77\n'));

  it.each([['a'], ['a,b']])('asks again for what had failed: %s', async (names) => {
    answerAllBut('a', '13,77');
    expect((await enrich('in.csv', '1.csv', '--names', 'a')).code).toBe(2);
    expect((await enrich('1.csv', '2.csv', '--names', 'b')).code).toBe(2);
    expect(rowsOf('2.csv')).toMatchObject([
      { locus_status: 'done', locus_error: '' },
      { locus_status: 'failed', locus_error: expect.stringMatching(/^"?a: /) as string },
    ]);
    stage.service.fate = () => 'answer';
    const { code, calls } = await enrich('2.csv', '3.csv', '--names', names, '--no-cache');
    expect(code).toBe(0);
    expect(calls.map((call) => [call.place, call.names])).toEqual([['13,77', ['a']]]);
    expect(rowsOf('3.csv')[1]).toMatchObject({ locus_status: 'done', locus_error: '' });
  });

  it.each([
    ['all of several', 'a,b', 'b', 'a'],
    ['a score', 'a', 'score', 'a'],
    ['two runs that failed', 'a', 'b', 'a,b'],
  ])('forgets no failure: %s', async (what, first, second, last) => {
    const wanted = (names: string) => (names === 'score' ? ['--model', 'm'] : ['--names', names]);
    stage.service.fate = ({ place }) => (place === '13,77' ? 400 : 'answer');
    await enrich('in.csv', '1.csv', ...wanted(first));
    if (what !== 'two runs that failed') stage.service.fate = () => 'answer';
    await enrich('1.csv', '2.csv', ...wanted(second));
    expect(rowsOf('2.csv').map((row) => row['locus_status'])).toEqual(['done', 'failed']);
    stage.service.fate = () => 'answer';
    expect((await enrich('2.csv', '3.csv', ...wanted(last))).code).toBe(0);
    expect(rowsOf('3.csv')[1]?.['a']).toMatch(/^\d/);
    expect(rowsOf('3.csv')[1]?.['locus_error']).toBe('');
  });

  it('asks for what an output of another run has no value of, though it says “done”', async () => {
    const head = 'lat,lng,a,b,c,locus_status,locus_error';
    stage.write('old.csv', `${head}\n12,77,,5,6,done,\n`);
    const { calls } = await enrich('old.csv', 'new.csv', '--names', 'a,b');
    expect(calls.map(({ names }) => names)).toEqual([['a']]);
    expect(rowsOf('new.csv')).toMatchObject([{ b: '5', c: '6', locus_status: 'done' }]);
  });

  it.each([
    ['lat', '“lat” is a column of the file’s places'],
    ['a', 'The file has two columns “a”'],
  ])('neither moves nor drops a column of the file: %s', async (name, message) => {
    stage.write('own.csv', 'lat,lng,a,a,locus_status,locus_error\n12,77,1,2,done,\n');
    const { code, messages } = await enrich('own.csv', 'new.csv', '--names', name);
    expect([code, messages]).toEqual([1, expect.stringContaining(message)]);
  });

  it('keeps what is no value of its own in a column of that name', async () => {
    await enrich('in.csv', '1.csv', '--names', 'a');
    const { code, messages, calls } = await enrich('1.csv', '2.csv', '--names', 'note');
    expect([code, messages, calls.length]).toEqual([0, expect.any(String), 2]);
    const head = 'note,lat,lng,a,locus_status,locus_error';
    stage.write('own.csv', `${head}\nby the lake,12,77,5,done,\n`);
    const refused = await enrich('own.csv', '3.csv', '--names', 'note');
    expect([refused.code, refused.calls]).toEqual([1, []]);
    expect(refused.messages).toContain('“note” is a column of the file’s own');
  });
});
