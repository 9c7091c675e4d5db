import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openCliStage, type CliStage, type RunResult } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

describe('profiles', () => {
  const PLACE = ['--lat', '12.9', '--lng', '77.6'];

  /** Without the stage's own LOCUS_SERVICE, unless it is given. */
  function run(args: readonly string[], config: unknown, environment = {}): Promise<RunResult> {
    mkdirSync(stage.path('config/locus'), { recursive: true });
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    if (config !== undefined) writeFileSync(stage.path('config/locus/config.json'), text);
    return stage.run(args, {
      environment: {
        LOCUS_SERVICE: undefined as never,
        XDG_CONFIG_HOME: stage.path('config'),
        ...environment,
      },
    });
  }

  it('say where the service is and what is asked for, and a command says otherwise', async () => {
    const { url } = stage.service;
    const profiles = {
      work: { service: url, names: ['w_pop_tt', 'p_zoo_ct'], concurrency: 4 },
      other: { service: 'http://127.0.0.1:9' },
    };
    const config = { profile: 'work', profiles };
    expect((await run(['lookup', ...PLACE], config)).output).toMatch(/^w_pop_tt\t\d+\np_zoo_ct\t/);
    const one = await run(['lookup', ...PLACE, '--names', 'w_pop_tt'], config);
    expect(one.output).toMatch(/^\d+\n$/);
    const out = stage.path('out.csv');
    const input = stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    const scored = await run(['enrich', input, '-o', out, '--model', 'retail'], config);
    expect([scored.code, stage.read('out.csv')]).toEqual([
      0,
      expect.stringContaining('locus_score'),
    ]);
    // The usual profile counts less than the environment; one that is named counts more.
    const usual = { profile: 'other', profiles };
    const environment = { LOCUS_SERVICE: url };
    expect((await run(['test'], usual, environment)).code).toBe(0);
    expect((await run(['test', '--profile', 'other'], usual, environment)).code).toBe(1);
    expect((await run(['test', '--profile', 'other', '--service', url], usual)).code).toBe(0);
  });

  it.each([
    [{ profiles: {} }, 'has no profile “work”. It has none.'],
    [{ profiles: { home: {} } }, 'It has “home”.'],
    [undefined, 'There is no profile “work”'],
    ['{"profiles":', 'should be JSON like'],
    [{ profiles: { work: { key: 'a-secret' } } }, 'A profile holds no key'],
    [{ profiles: { work: { apiToken: 'a-secret' } } }, 'A profile holds no key'],
    [{ profiles: { work: { servce: 'a-secret' } } }, '“servce” is no setting'],
    [{ profiles: { work: { concurrency: 'a-secret' } } }, '“concurrency” has a value'],
    [{ profiles: { work: 'a-secret' } }, 'has a value that it can’t have'],
  ])('that are wrong are said, and nothing of them is told: %j', async (config, message) => {
    const { code, messages, output } = await run(['test', '--profile', 'work'], config);
    expect([code, messages]).toEqual([1, expect.stringContaining(message)]);
    expect(messages + output).not.toContain('a-secret');
  });
});

describe('locus cache', () => {
  const enrich = (input: string) =>
    stage.run(['enrich', input, '-o', stage.path('out.csv'), '--names', 'w_pop_tt', '--force']);

  it('says what is kept, and forgets it', async () => {
    expect((await stage.run(['cache'])).output).toMatch(/^0 places and scores, 0 kB, in /);
    const input = stage.write('in.csv', 'lat,lng\n12.9,77.6\n13,77.6\n');
    await enrich(input);
    await enrich(input);
    expect(stage.service.calls).toHaveLength(2);
    const kept = JSON.parse((await stage.run(['cache', '--json'])).output) as object;
    expect(kept).toMatchObject({ places: 2, cleared: false });
    expect((await stage.run(['cache', 'empty'])).code).toBe(1);
    expect((await stage.run(['cache', 'clear'])).output).toMatch(/^Deleted: 2 places/);
    expect((await stage.run(['cache'])).output).toMatch(/^0 places/);
    await enrich(input);
    expect(stage.service.calls).toHaveLength(4);
    await stage.run(['cache', 'clear']);
    await stage.run(['lookup', '--lat', '14', '--lng', '77.6', '--names', 'w_pop_tt']);
    expect((await stage.run(['cache'])).output).toMatch(/^1 place or score, /);
  });

  it('does not forget that a score may have been charged', async () => {
    const score = ['score', 'm', '--lat', '1', '--lng', '12'];
    stage.service.fate = () => 'cut';
    await stage.run(score);
    await stage.run(['cache', 'clear']);
    stage.service.fate = () => 'answer';
    expect((await stage.run(score)).messages).toContain('This score may have been charged');
    expect(stage.service.charged).toBe(1);
  });
});

describe('completion', () => {
  const script = async (shell: string): Promise<string> =>
    (await stage.run(['completion', shell])).output;

  it('completes commands, options and files in Bash', async () => {
    const file = stage.write('complete.sh', await script('bash'));
    const completed = (...words: string[]): string => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const line = `source "$0"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _locus; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', line, file], { cwd: stage.folder }).toString().trim();
    };
    expect(completed('locus', 'en')).toBe('enrich');
    expect(completed('locus', '')).toContain('completion');
    expect(completed('locus', 'enrich', '--conc')).toBe('--concurrency');
    expect(completed('locus', 'enrich', 'comp')).toBe('complete.sh');
    expect(completed('locus', 'enrich', '--ke')).toBe('--key-file');
  });

  it('knows the same in the other shells, and no other shell', async () => {
    expect(await script('zsh')).toContain(await script('bash'));
    const fish = await script('fish');
    expect(fish).toContain(`complete -c locus -n '__fish_seen_subcommand_from enrich' -l force -d`);
    expect((await stage.run(['completion', 'cmd'])).code).toBe(1);
  });
});
