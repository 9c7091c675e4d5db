import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { version } from '../../package.json';
import { runCommand } from '../../src/gateway/command-line';
import { ADMINISTRATOR, openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeEach(async () => (stage = await openStage()));
afterEach(() => stage.close());

const recover = () => Promise.resolve('locusadmin_recovered');

async function run(command: string, token = ADMINISTRATOR) {
  const lines: string[] = [];
  const code = await runCommand(command.split(' '), {
    environment: { LOCUS_ADMIN_TOKEN: token, LOCUS_ADMIN_URL: stage.gateway.administrators },
    write: (line) => lines.push(line),
    complain: (line) => lines.push(line),
    recover,
  });
  return { code, lines };
}

describe('the gateway’s command line', () => {
  it('adds a person with a token and a budget, and shows what is used', async () => {
    expect((await run('team add Research')).lines[0]).toMatch(/^t_/);
    const { lines: made } = await run('people add Asha --team Research');
    const [person = ''] = made;
    const { lines: tokens } = await run(`token new ${person} --label laptop`);
    await run(`budget set person ${person} --day 1`);
    const place = { lat: 1, lng: 2, variables: 'a' };
    expect((await stage.ask(tokens[0] ?? '', place)).status).toBe(200);
    expect((await stage.ask(tokens[0] ?? '', { ...place, lat: 2 })).status).toBe(402);
    const { lines: usage } = await run('usage');
    expect(usage).toContain(`${person}\tAsha\t1\t1\t0\t0`);
    expect(usage[0]).toBe('account\t\t1\t1\t0\t0');
    const { lines: people } = await run('people list');
    expect(people).toContain(`${person}\tAsha\tResearch\tperson`);
    const { lines: backup } = await run('backup');
    expect(backup[0]).toContain(stage.folder);
  });

  it.each([
    ['people add', 2, /missing/],
    ['people add Asha --team nowhere', 1, /no such team/],
    ['team weight nowhere 2', 1, /no such team/],
    ['team weight Research many', 2, /whole number from 1 to 10/],
    ['team weight Research', 2, /missing/],
    ['budget set king 1', 2, /person, team, account/],
    ['budget set person --day 1', 2, /person ID, team ID or account/],
    ['budget set account everybody --day 1', 2, /person ID, team ID or account/],
    ['budget set account --day many', 2, /whole number/],
    ['budget set account --price-day 1,50', 2, /such as 12.50/],
    ['budget set account', 2, /--no-limit/],
    ['budget set account --day 1 --no-limit', 2, /--no-limit/],
    ['budget set account --price-day 5', 1, /no call has a price/],
    ['budget set account --days 1', 2, /unknown option '--days'[^]*--day/],
    ['people add Asha --day 1', 2, /unknown option '--day'/],
    ['people add Asha Kumar', 2, /too many arguments/],
    ['people', 2, /people add|Usage/],
    ['token revoke k_nothing', 1, /no such token/],
    ['token rotate k_nothing', 1, /no such token/],
    ['token list --person u_nothing', 1, /no such person/],
    ['token revoke ../people', 1, /no such token/],
    ['sing', 2, /starts the gateway/],
  ])('says what is wrong with "%s"', async (command, code, message) => {
    const result = await run(command);
    expect(result.code).toBe(code);
    expect(result.lines.join('\n')).toMatch(message);
  });

  it('sets a team’s weight, as the list of teams and the audit say', async () => {
    const [team = ''] = (await run('team add Research')).lines;
    expect(await run('team weight Research 3')).toEqual({ code: 0, lines: [team] });
    expect((await run('team weight Research 11')).code).toBe(1);
    const { json } = await stage.admin('GET /teams');
    expect(json['teams']).toEqual([{ id: team, name: 'Research', weight: 3 }]);
    expect((await stage.admin('GET /audit')).json['entries']).toContainEqual(
      expect.objectContaining({ act: 'team changed', about: team, detail: '{"weight":[1,3]}' }),
    );
  });

  it('finds the gateway also where its address ends with a slash', async () => {
    const environment = {
      LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      LOCUS_ADMIN_URL: `${stage.gateway.administrators}/`,
    };
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const complain = write;
    expect(
      await runCommand(['team', 'add', 'Research'], { environment, write, complain, recover }),
    ).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/^t_/)]);
  });

  it('lists tokens, and replaces one: the old one works until the overlap is over', async () => {
    const [person = ''] = (await run('people add Asha')).lines;
    const [old = ''] = (await run(`token new ${person} --label laptop`)).lines;
    const { lines: listed } = await run(`token list --person ${person}`);
    expect(listed).toEqual([
      expect.stringMatching(/^k_[\w-]+\tp_[\w-]+\tlaptop\tservice\tno end$/),
    ]);
    const [id = ''] = listed[0]?.split('\t') ?? [];
    expect((await run(`token rotate ${id} --overlap soon`)).code).toBe(1);
    const [renewed = ''] = (await run(`token rotate ${id} --overlap 2h`)).lines;
    expect(renewed).toMatch(/^locus_/);
    const place = { lat: 1, lng: 2, variables: 'a' };
    const statuses = async () => [
      (await stage.ask(old, place)).status,
      (await stage.ask(renewed, place)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const [, again = ''] = (await run(`token list --person ${person}`)).lines;
    await run(`token rotate ${again.split('\t')[0] ?? ''} --overlap 0m`);
    expect(await statuses()).toEqual([200, 401]);
    const { lines: all } = await run('token list');
    expect(all.filter((line) => line.includes('laptop'))).toHaveLength(3);
    await run(`token revoke ${id}`);
    expect((await run(`token rotate ${id}`)).lines).toEqual([
      expect.stringContaining('is no longer valid'),
    ]);
    expect(JSON.stringify((await stage.admin('GET /tokens')).json)).not.toContain('hash');
  });

  it('replaces a token that is about to end by one that lives as long again', async () => {
    const [person = ''] = (await run('people add Asha')).lines;
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await run(`token new ${person} --expires ${soon}`);
    const list = async () => (await run(`token list --person ${person}`)).lines;
    const [[id = '', , , , end = ''] = []] = (await list()).map((line) => line.split('\t'));
    expect(end).toBe(soon);
    await new Promise((done) => setTimeout(done, 20));
    await run(`token rotate ${id}`);
    const ends = (await list()).map((line) => line.split('\t')[4] ?? '');
    expect(ends[0]).toBe(soon);
    expect(Date.parse(ends[1] ?? '')).toBeGreaterThan(Date.parse(soon));
  });

  it('lets an administrator back in, without the gateway', async () => {
    expect(await run('admin recover', 'lost')).toEqual({
      code: 0,
      lines: ["administrator's token, shown only now: locusadmin_recovered"],
    });
  });

  it('tells its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, lines: [version] });
  });

  it('lifts the limits of a budget where that is said', async () => {
    await run('budget set account --day 1');
    expect(await run('budget set account --no-limit')).toEqual({
      code: 0,
      lines: ['{"id":"account"}'],
    });
  });

  it('leaves a budget as it is where its option is misspelt', async () => {
    const [person = ''] = (await run('people add Asha')).lines;
    const [token = ''] = (await run(`token new ${person}`)).lines;
    await run(`budget set person ${person} --day 1`);
    await run(`budget set person ${person} --dya 6`);
    const place = { lat: 1, lng: 2, variables: 'a' };
    const statuses = [place, { ...place, lat: 2 }].map(async (one) => stage.ask(token, one));
    expect((await Promise.all(statuses)).map(({ status }) => status).sort()).toEqual([200, 402]);
  });

  it('says that a token is no administrator’s, and that no gateway answers', async () => {
    expect(await run('usage', 'wrong')).toEqual({
      code: 1,
      lines: ['This is not an administrator’s token.'],
    });
    const lines: string[] = [];
    const environment = { LOCUS_ADMIN_URL: 'http://127.0.0.1:9' };
    const code = await runCommand(['usage'], {
      ...{ environment, recover },
      write: () => undefined,
      complain: (line) => lines.push(line),
    });
    expect([code, lines]).toEqual([1, ['No gateway answers at http://127.0.0.1:9.']]);
  });

  it.each([
    ['token new u_nobody', ADMINISTRATOR, 1, /^There is no such person\.$/],
    ['token rotate k_nothing', ADMINISTRATOR, 1, /^There is no such token\.$/],
    ['usage --day today', ADMINISTRATOR, 1, /^day: must be YYYY-MM-DD/],
    ['usage --days 1', ADMINISTRATOR, 2, /unknown option/],
    ['token list', 'wröng', 1, /^LOCUS_ADMIN_TOKEN has characters that no token has\.$/],
  ])('writes nothing that a script would take for a token: %s', async (args, token, code, said) => {
    const [lines, complaints]: [string[], string[]] = [[], []];
    const ended = await runCommand(args.split(' '), {
      environment: { LOCUS_ADMIN_TOKEN: token, LOCUS_ADMIN_URL: stage.gateway.administrators },
      write: (line) => lines.push(line),
      complain: (line) => complaints.push(line),
      recover,
    });
    expect([ended, lines]).toEqual([code, []]);
    expect(complaints.join('\n')).toMatch(said);
  });

  it.each(['token list', 'people add Asha', 'token new p_1', 'usage', 'backup'])(
    'says that another server is no gateway: %s',
    async (args) => {
      const other = createServer((_request, response) => response.end('{"data":{},"status":200}'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      const complaints: string[] = [];
      const code = await runCommand(args.split(' '), {
        environment: { LOCUS_ADMIN_URL: `http://127.0.0.1:${port}` },
        write: (line) => complaints.push(`written: ${line}`),
        complain: (line) => complaints.push(line),
        recover,
      });
      other.close();
      expect([code, complaints]).toEqual([1, [expect.stringMatching(/is no gateway/)]]);
    },
  );

  it('sends a token without the line break of its file', async () => {
    expect((await run('token list', `${ADMINISTRATOR}\n`)).code).toBe(0);
  });
});
