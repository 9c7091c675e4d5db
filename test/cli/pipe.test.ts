import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { runCommandLine } from '../../src/cli/command-line';
import { createNodeClock } from '../../src/node/node-clock';
import { interruption, openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

const pipe = (input: string | Uint8Array, ...args: string[]) =>
  stage.run(['pipe', ...args], { input });
const parsed = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('locus pipe', () => {
  it('gives each line back as it was, with its values, in order, and asks once for a place', async () => {
    const lines = [
      '{"lat":12.9,"lng":77.6,"id":12345678901234567890,"price":1.50}',
      ' { "lng" : "77.6", "shop" : {"a":[1,{"b":"}"}]}, "lat":"12.90" , "x":1,"x":2 } ',
      '{"lat":13,"lng":77,"w_pop_tt":"old","locus_status":"failed","note":"ü\\"\\u0041"}',
    ];
    const { output, code } = await pipe(`${lines.join('\r\n')}\n`, '--names', 'w_pop_tt,p_zoo_ct');
    const [first, second, third] = output.split('\n') as [string, string, string];
    const value = /"w_pop_tt":(\d+)/.exec(first)?.[1];
    expect(first).toMatch(
      /^\{"lat":12.9,"lng":77.6,"id":12345678901234567890,"price":1.50,"w_pop_tt":\d+,"p_zoo_ct":\d+,"locus_status":"done","locus_error":""\}$/,
    );
    expect(
      second.startsWith('{"lng" : "77.6","shop" : {"a":[1,{"b":"}"}]},"lat":"12.90","x":1,"x":2,'),
    ).toBe(true);
    expect(second).toContain(`"w_pop_tt":${String(value)},`);
    expect(third.startsWith('{"lat":13,"lng":77,"note":"ü\\"\\u0041","w_pop_tt":')).toBe(true);
    expect(code).toBe(0);
    expect(stage.service.calls).toHaveLength(2);
  });

  it('answers every line of whatever comes, and spends nothing on what it cannot read', async () => {
    const lines = [
      '{"lat":12.9,"lng":77.6',
      '[1,2]',
      'null',
      '"lat"',
      '{}',
      '{"lat":null,"lng":null,"id":1}',
      '{"lat":95,"lng":77,"id":2}',
      '{"__proto__":{"lat":1,"lng":2},"id":3}',
      '{"address":"12 MG Road","id":4}',
      `{"id":"${'x'.repeat(4_000_001)}"}`,
      '{"id":5}',
    ];
    const { output, code } = await pipe(`\uFEFF\n${lines.join('\n\n')}`, '--names', 'w_pop_tt');
    const rows = parsed(output);
    expect(rows.map((row) => row['locus_status'])).toEqual([
      ...['failed', 'failed', 'failed', 'failed', 'skipped', 'skipped'],
      ...['failed', 'skipped', 'failed', 'failed', 'skipped'],
    ]);
    expect(rows[0]?.['locus_error']).toContain('isn’t an object of JSON');
    expect(rows[6]).toMatchObject({ lat: 95, id: 2, w_pop_tt: null });
    expect(rows[8]?.['locus_error']).toMatch(/pincode/i);
    expect(rows[9]?.['locus_error']).toContain('longer than 4,000,000');
    expect(rows[10]).toMatchObject({ id: 5 });
    expect(code).toBe(2);
    expect(stage.service.calls).toEqual([]);
  });

  it('scores lines by address, with the fields that are named', async () => {
    const lines = [
      { address: '12 MG Road', pincode: 560001, opened: '2026-01-02', area: 850, id: 1 },
      { lat: 12.9, lng: 77.6, opened: null, area: null },
    ];
    const input = lines.map((line) => JSON.stringify(line)).join('\n');
    const { output } = await pipe(
      input,
      '--model',
      'retail',
      '--date',
      'opened',
      '--variables',
      'area',
    );
    expect(parsed(output)).toMatchObject([
      { id: 1, locus_score: expect.any(Number) as number, locus_status: 'done' },
      { locus_score: expect.any(Number) as number },
    ]);
    expect(stage.service.calls.map(({ body }) => body)).toMatchObject([
      { address: '12 MG Road 560001', date: '2026-01-02', custom_variables: { area: 850 } },
      { lat: 12.9, lng: 77.6 },
    ]);
  });

  it('answers a lone line before the next one comes', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = runCommandLine(['pipe', '--names', 'w_pop_tt'], {
      ...{ input, output, messages: new PassThrough(), clock: createNodeClock() },
      environment: {
        LOCUS_SERVICE: stage.service.url,
        LOCUS_KEY: stage.service.key,
        XDG_CACHE_HOME: stage.path('cache'),
      },
      interrupted: new AbortController().signal,
    });
    const read = output[Symbol.asyncIterator]();
    for (const id of [1, 2, 3]) {
      input.write(`{"lat":${id},"lng":77,"id":${id}}\n`);
      expect(JSON.parse(String((await read.next()).value))).toMatchObject({ id });
    }
    input.end();
    expect(await ended).toBe(0);
  });

  it('takes in no more than it can give out', async () => {
    let taken = 0;
    function* endless() {
      for (; taken < 100_000; taken += 1) yield `{"lat":12,"lng":77,"id":${taken}}\n`;
    }
    const { Readable } = await import('node:stream');
    const output = new PassThrough({ highWaterMark: 1000 });
    const interrupt = new AbortController();
    const ended = runCommandLine(['pipe', '--names', 'w_pop_tt'], {
      ...{ input: Readable.from(endless(), { highWaterMark: 1 }), output },
      ...{ messages: new PassThrough(), clock: createNodeClock() },
      environment: {
        LOCUS_SERVICE: stage.service.url,
        LOCUS_KEY: stage.service.key,
        XDG_CACHE_HOME: stage.path('cache'),
      },
      interrupted: interrupt.signal,
    });
    let before = -1;
    while (taken === 0 || taken !== before) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(taken).toBeLessThan(3000);
    interrupt.abort(interruption());
    expect(await ended).toBe(130);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('stops at its limit of calls, and says so in each line', async () => {
    const input = [1, 2, 3].map((lat) => `{"lat":${lat},"lng":77}`).join('\n');
    const { output, code } = await pipe(input, '--names', 'w_pop_tt', '--max-calls', '2');
    expect(parsed(output).map((row) => row['locus_status'])).toEqual(['done', 'done', 'failed']);
    expect([code, stage.service.calls.length]).toEqual([3, 2]);
    expect(output).not.toContain(stage.service.key);
  });
});

it('gives any object back with its fields as they were written', async () => {
  const object = fc
    .dictionary(fc.string(), fc.jsonValue())
    .filter((each) => !Object.keys(each).some((name) => /^(lat|lng|a|locus_\w+)$/i.test(name)));
  await fc.assert(
    fc.asyncProperty(fc.array(object, { minLength: 20, maxLength: 60 }), async (objects) => {
      const lines = objects.map((each) => JSON.stringify({ lat: null, lng: null, ...each }));
      const { output } = await pipe(lines.join('\n'), '--names', 'a');
      const given = output.split('\n').slice(0, -1);
      const own = ',"a":null,"locus_status":"skipped","locus_error":';
      expect(given.map((line) => line.slice(0, line.lastIndexOf(own)))).toEqual(
        lines.map((line) => line.slice(0, -1)),
      );
    }),
    { numRuns: 10 },
  );
});
