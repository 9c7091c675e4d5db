import { mkdirSync } from 'node:fs';
import { version } from '../../package.json';
import { interruption, openCliStage, type CliStage } from './cli-stage';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStage } from '../gateway/gateway-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

describe('locus score', () => {
  it('prints one score, once paid for', async () => {
    const args = ['score', 'retail', '--lat', '12.9', '--lng', '77.6'];
    const first = await stage.run(args);
    expect(first.output).toMatch(/^\d+\n$/);
    expect(first.code).toBe(0);
    expect((await stage.run(args)).output).toBe(first.output);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('sends what it is given', async () => {
    const own = ['--address', '12 MG Road', '--date', '2026-01-02', '--variables', '{"area":850}'];
    await stage.run(['score', 'retail', ...own]);
    expect(stage.service.calls[0]?.body).toMatchObject({
      address: '12 MG Road',
      date: '2026-01-02',
      custom_variables: { area: 850 },
    });
  });

  it('says what is wrong', async () => {
    expect((await stage.run(['score', 'm'])).messages).toContain('Say where');
    const far = await stage.run(['score', 'm', '--lat', '95', '--lng', '12']);
    expect(far.messages).toContain('Latitude 95 is outside');
    for (const model of ['../x', 'a%2fb', 'a\u0000']) {
      const { messages } = await stage.run(['score', model, '--lat', '1', '--lng', '12']);
      expect(messages).toContain('isn’t a model’s ID.');
    }
    for (const wrong of ['[1]', '5', '{"a":1', '']) {
      const place = ['--lat', '1', '--lng', '12'];
      const { messages } = await stage.run(['score', 'm', ...place, '--variables', wrong]);
      expect(messages).toContain('Write the model’s own variables like {"floor_area": 850}.');
    }
    for (const date of ['31/02/2026', '2026-13-45']) {
      const place = ['--lat', '1', '--lng', '12'];
      const { code, messages } = await stage.run(['score', 'm', ...place, '--date', date]);
      expect([code, messages]).toEqual([1, expect.stringContaining(date)]);
    }
    expect(stage.service.calls).toEqual([]);
    stage.service.fate = () => ({
      status: 400,
      body: '{"status":400,"message":"custom_variables: floor_area must be a number."}',
    });
    const rejected = await stage.run(['score', 'm', '--lat', '1', '--lng', '12']);
    expect(rejected.messages).toBe(
      'The service says "custom_variables, floor_area must be a number": check what you ask for.\n',
    );
    stage.service.fate = () => 'cut';
    const cut = await stage.run(['score', 'm', '--lat', '1', '--lng', '12']);
    expect(cut.messages).toContain('This score may have been charged');
    expect([far.code, cut.code]).toEqual([1, 2]);
  });

  it('ends with 3 where the credits are used up, and with 130 after Ctrl+C', async () => {
    const score = ['score', 'm', '--lat', '1', '--lng', '12'];
    stage.service.fate = () => ({ status: 402, body: '{"message":"No credits left."}' });
    expect((await stage.run(score)).code).toBe(3);
    const interrupt = new AbortController();
    stage.service.fate = () => {
      // It is to be asked again in a while, and the person does not wait.
      setTimeout(() => interrupt.abort(interruption()), 100);
      return { status: 429, headers: { 'retry-after': '30' } };
    };
    expect((await stage.run(score, { interrupt })).code).toBe(130);
  });
});

describe('locus lookup', () => {
  it.each([
    ['lookup', '--names', 'w_pop_tt'],
    ['score', 'm'],
  ])('says at once that nothing listens: %s', async (...command) => {
    const closed = { LOCUS_SERVICE: 'http://127.0.0.1:9' };
    const until = 'The service can’t be reached.';
    const args = [...command, '--lat', '1', '--lng', '12'];
    const { code, messages } = await stage.run(args, { environment: closed, until });
    expect([code, messages]).toEqual([130, expect.stringContaining('Trying again')]);
  });

  it('speaks of no file where there is none', async () => {
    stage.service.fate = () => ({ status: 402, message: 'No credits left.' });
    const place = ['--lat', '12.9', '--lng', '77.6'];
    const { code, messages } = await stage.run(['lookup', ...place, '--names', 'w_pop_tt']);
    const said = "You're out of credits: add credits, then run it again.\n";
    expect([code, messages]).toEqual([3, said]);
  });

  it('prints the value of one name, and the names of several', async () => {
    const place = ['--lat', '12.9', '--lng', '77.6'];
    const one = await stage.run(['lookup', ...place, '--names', 'w_pop_tt']);
    expect(one.output).toMatch(/^\d+\n$/);
    const two = await stage.run(['lookup', ...place, '--names', 'w_pop_tt,p_zoo_ct']);
    expect(two.output).toMatch(/^w_pop_tt\t\d+\np_zoo_ct\t\d+\n$/);
    expect(two.output).toContain(one.output);
    const json = await stage.run(['lookup', ...place, '--names', 'w_pop_tt', '--json']);
    expect(JSON.parse(json.output)).toEqual({
      w_pop_tt: Number(one.output),
      locus_status: 'done',
      locus_error: '',
    });
    expect(stage.service.calls.map(({ body }) => body)).toMatchObject([
      { lat: 12.9, lng: 77.6, variables: 'w_pop_tt' },
      { variables: 'p_zoo_ct' },
    ]);
  });

  it('takes an address with its pincode, and asks for nothing without one', async () => {
    const names = ['--names', 'w_pop_tt'];
    const address = ['--address', '12 MG Road'];
    const without = await stage.run(['lookup', ...address, ...names]);
    expect([without.code, without.messages]).toEqual([1, expect.stringMatching(/pincode/i)]);
    expect((await stage.run(['lookup', ...names])).messages).toContain('Say where');
    expect((await stage.run(['lookup', '--lat', '1', '--lng', '2'])).messages).toContain('--names');
    expect(stage.service.calls).toEqual([]);
    expect((await stage.run(['lookup', ...address, '--pincode', '560001', ...names])).code).toBe(0);
    expect(stage.service.calls[0]?.body).toMatchObject({
      address: '12 MG Road',
      pincode: '560001',
    });
  });
});

it('locus tells its version', async () => {
  expect((await stage.run(['--version'])).output).toBe(`${version}\n`);
});

describe('locus names', () => {
  it('finds the contract’s names, those of a list, and those that replies have shown', async () => {
    expect((await stage.run(['names', 'population', '500'])).output).toMatch(/^w_pop_tt_500\t/);
    stage.write('list.csv', 'name,title\nbr_cafe_ct,Cafés of a brand\n');
    await stage.run(['names', '--import', stage.path('list.csv')]);
    expect((await stage.run(['names', 'cafés'])).output).toContain('br_cafe_ct\tCafés of a brand');
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    const out = ['-o', stage.path('out.csv')];
    await stage.run(['enrich', stage.path('in.csv'), ...out, '--names', 'p_zoo_ct']);
    expect((await stage.run(['names', '--json', 'zoo'])).output).toContain('"name":"p_zoo_ct"');
    expect((await stage.run(['names', 'qqqqqq'])).code).toBe(2);
  });

  it('says so where a list cannot be kept', async () => {
    stage.write('list.csv', 'name,title\nbr_cafe_ct,Cafés of a brand\n');
    stage.write('taken', '');
    const into = (folder: string) => [
      'names',
      '--import',
      stage.path('list.csv'),
      '--cache',
      folder,
    ];
    const none = await stage.run(into(stage.path('taken/folder')));
    expect(none.messages).toContain('a part of its path isn’t a folder');
    mkdirSync(stage.path('kept/names.json'), { recursive: true });
    const { code, messages } = await stage.run(into(stage.path('kept')));
    expect(messages).toContain('Can’t keep the attributes');
    expect([none.code, code]).not.toContain(0);
  });
});

describe('locus test', () => {
  it('says whether the key is taken', async () => {
    const good = await stage.run(['test']);
    expect(good.output).toContain('The service accepts the key.');
    const bad = await stage.run(['test'], { environment: { LOCUS_KEY: 'wrong' } });
    expect(bad.output).toContain('The service rejected the key');
    expect([good.code, bad.code]).toEqual([0, 1]);
  });

  it('says where nothing answers', async () => {
    const nowhere = ['test', '--service', 'http://127.0.0.1:9'];
    expect((await stage.run(nowhere)).output).toContain('Can’t reach the service');
  });
});

describe('the command line', () => {
  it('says what it can do, with examples for each command', async () => {
    const help = await stage.run(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['enrich', 'plan', 'score', 'names', 'test']) {
      expect(help.output).toContain(command);
      const own = await stage.run([command, '--help']);
      expect(own.output).toMatch(new RegExp(`Examples:\n[^]*locus ${command}`));
      expect(own.code).toBe(0);
      expect(await stage.run(['help', command])).toEqual(own);
    }
    expect((await stage.run(['help'])).output).toBe(help.output);
  });

  it.each([
    [['enrch'], 'Did you mean enrich?'],
    [['enrich'], "missing required argument 'file'"],
    [['enrich', 'x.csv', '--nmes', 'a'], 'Did you mean --names?'],
    [['enrich', 'x.csv'], 'Say what you want'],
    [['enrich', 'x.csv', '--names', 'a b!'], 'isn’t a name'],
    [['enrich', 'x.csv', '--names', 'Population'], 'is the title of w_pop_tt. Write the name'],
    [
      ['enrich', 'x.csv', '--names', 'w_a,Population within 1,000 m'],
      '“Population within 1,000 m” is the title of w_pop_tt_1000',
    ],
    [['enrich', 'x.csv', '--names', 'a', '--max-calls', '-1'], 'Write a whole number.'],
    [['enrich', 'x.csv', '--names', 'a', '--service', 'http://far.example'], 'unencrypted'],
  ])('refuses %j', async (args, message) => {
    const { code, messages, output } = await stage.run(args);
    expect(messages).toContain(message);
    expect([code, output]).toEqual([1, '']);
  });

  it('asks for a key where there is none', async () => {
    const { messages } = await stage.run(['enrich', 'x.csv', '--names', 'a'], {
      environment: { LOCUS_KEY: '' },
    });
    expect(messages).toContain('Set LOCUS_KEY');
  });
});

it('says of a misspelt name that no place had a value, and which one it may be', async () => {
  const server = createServer((_request, response) => response.end('{"data":{},"status":200}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
  const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--names', 'w_pop_t'];
  const { code, messages } = await stage.run([...args, '--service', service]);
  server.close();
  expect(messages).toContain('No row got a value for “w_pop_t”. Did you mean “w_pop_tt”?');
  expect(code).toBe(0);
});

describe('through a gateway', () => {
  it('asks many things in a request, and ends with 3 where the budget is used up', async () => {
    const gateway = await openStage();
    try {
      const { id, token } = await gateway.person('Asha');
      const rows = Array.from({ length: 60 }, (_, row) => `${1 + row},77`);
      stage.write('in.csv', `lat,lng\n${rows.join('\n')}`);
      const environment = { LOCUS_SERVICE: gateway.gateway.people, LOCUS_KEY: token };
      const run = (...args: readonly string[]) => stage.run(args, { environment });
      expect((await run('test')).output).toContain('You are signed in to the gateway as Asha.');
      expect(gateway.service.calls).toHaveLength(0);
      const out = ['-o', stage.path('out.csv'), '--names', 'a,b'];
      expect((await run('enrich', stage.path('in.csv'), ...out)).code).toBe(0);
      expect(gateway.service.calls).toHaveLength(60);
      await gateway.admin(`PUT /people/${id}/budget`, { callsPerDay: 70 });
      const more = ['-o', stage.path('more.csv'), '--names', 'c'];
      expect((await run('enrich', stage.path('in.csv'), ...more)).code).toBe(3);
      // That nothing could be asked says nothing about the name.
      const none = ['-o', stage.path('none.csv'), '--names', 'd'];
      const { code, messages } = await run('enrich', stage.path('in.csv'), ...none);
      expect([code, messages]).toEqual([3, expect.not.stringContaining('No row got a value')]);
      expect(gateway.service.calls).toHaveLength(70);
      const text = stage.read('more.csv');
      expect(text.match(/,done,/g)).toHaveLength(10);
      expect(text).toContain('Your budget of 70 calls for today is used up');
      for (const shown of [text, stage.read('out.csv')]) expect(shown).not.toContain(token);
    } finally {
      await gateway.close();
    }
  });

  it('asks again for a score that did not arrive, without being told to: it is charged once', async () => {
    const gateway = await openStage({ answerWithinMs: 1000 });
    try {
      const { token } = await gateway.person('Asha');
      stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
      const environment = { LOCUS_SERVICE: gateway.gateway.people, LOCUS_KEY: token };
      const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--model', 'm'];
      const release = gateway.service.hold();
      expect((await stage.run(args, { environment })).code).toBe(2);
      expect(stage.read('out.csv')).toContain('the gateway requests it only once: run it again');
      release();
      expect((await stage.run(args, { environment })).code).toBe(0);
      const score = ['score', 'm', '--lat', '12.9', '--lng', '77.6', '--no-cache'];
      expect((await stage.run(score, { environment })).code).toBe(0);
      expect(gateway.service.charged).toBe(1);
    } finally {
      await gateway.close();
    }
  });
});
