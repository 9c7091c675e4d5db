import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '../documents/documents';
import { valueOf } from '../gateway/faulty-service';
import { openStage } from '../gateway/gateway-stage';
import type { GatewayStage } from '../gateway/gateway-stage';

const FOLDER = join(__dirname, '../../clients/python');

/** What a program prints, as JSON. `locus` is made of its environment alone. */
async function python(program: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const whole = `import json\nfrom locus_client import Locus, LocusError\nlocus = Locus()\n${program}`;
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: FOLDER,
    PYTHONDONTWRITEBYTECODE: '1',
    ...environment,
  };
  const { stdout } = await promisify(execFile)('python3', ['-c', whole], { env });
  return JSON.parse(stdout);
}

it('holds against a gateway that fails as its own tests say', async () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const tests = ['-m', 'unittest', 'discover', join(FOLDER, 'tests')];
  const { stderr } = await promisify(execFile)('python3', tests, { env });
  expect(stderr).toMatch(/\nOK\n$/);
});

describe('the pages about it', () => {
  const [blocks = [], own = []] = ['docs/engines.md', 'clients/python/README.md'].map((page) =>
    codeBlocks(page).flatMap(({ language, code }) => (language === 'python' ? [code] : [])),
  );

  it('call what is there, with arguments that are taken', async () => {
    const program = `
import ast, inspect, sys
for block in json.loads(${JSON.stringify(JSON.stringify([...blocks, ...own]))}):
    for call in ast.walk(ast.parse(block)):
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if not is_method or getattr(call.func.value, "id", "") != "locus":
            continue
        given = [each.arg for each in call.keywords if each.arg is not None]
        inspect.signature(getattr(locus, call.func.attr)).bind_partial(*call.args, **dict.fromkeys(given))
print(json.dumps(True))`;
    expect(await python(program, { LOCUS_SERVICE: 'http://127.0.0.1:1' })).toBe(true);
  });

  it('are true for a list of dicts, as printed', async () => {
    const stage = await openStage();
    try {
      const { token } = await stage.person('Asha');
      const [first = ''] = blocks;
      const program = `
shops = [{"lat": 1, "lng": 2, "opened": "2026-01-31", "floor_area": 120}]
${first.replace('https://locus.example.com', stage.gateway.people).replace('print(', 'planned = (')}
print(json.dumps([planned, shops]))`;
      const environment = { LOCUS_SERVICE: stage.gateway.people, LOCUS_TOKEN: token };
      expect(await python(program, environment)).toEqual([
        [1, 1, 1, 0, 0],
        [
          expect.objectContaining({
            w_pop_tt: valueOf('1,2', 'w_pop_tt'),
            score: valueOf('1,2', 'score'),
          }),
        ],
      ]);
      expect(stage.service.calls[1]?.body).toMatchObject({
        date: '2026-01-31',
        custom_variables: { floor_area: 120 },
      });
    } finally {
      await stage.close();
    }
  });
});

describe('before a real gateway', () => {
  let stage: GatewayStage;
  let environment: NodeJS.ProcessEnv;
  let person: string;
  beforeEach(async () => {
    stage = await openStage();
    const { token, id } = await stage.person('Asha');
    person = id;
    environment = { LOCUS_SERVICE: stage.gateway.people, LOCUS_TOKEN: token };
  });
  afterEach(() => stage.close());

  it('plans first, then asks once for each place and once more for nothing', async () => {
    const program = `
rows = [{"lat": at % 40 + 1, "lng": 77} for at in range(2000)] + [{"lat": None, "lng": 1}] * 2
names = [f"n_{at}" for at in range(60)]
place = {"lat": "lat", "lng": "lng"}
before = locus.plan(rows, names, **place)
once, twice = (locus.attributes(rows, names, **place) for _ in range(2))
after = locus.plan(rows, names, **place)
scores = locus.scores(rows[:40], "retail", **place)
print(json.dumps([vars(before), vars(after), once == twice, once[0]["n_59"], once[-1]["locus_error"], scores[1]["score"]]))`;
    const [before, after, isSame, value, error, score] = (await python(
      program,
      environment,
    )) as unknown[];
    const rows = { rows: 2002, places: 40, unreadable: 2 };
    expect(before).toEqual({ ...rows, calls: 80, values: 2400, known: 0 });
    expect(after).toEqual({ ...rows, calls: 0, values: 0, known: 2400 });
    expect([isSame, value, score]).toEqual([
      true,
      valueOf('1,77', 'n_59'),
      valueOf('2,77', 'score'),
    ]);
    expect(error).toContain('lat');
    expect(stage.service.calls).toHaveLength(80 + 40);
  });

  it('asks by address, and stops at a budget with what is known', async () => {
    await stage.admin(`PUT /people/${person}/budget`, { callsPerDay: 1 });
    const program = `
rows = [{"a": "1 MG Road", "p": 560034}, {"a": "2 MG Road", "p": "560 034"}]
place = {"address": "a", "pincode": "p"}
first = locus.attributes(rows[:1], ["a1"], **place)
rest = locus.attributes(rows, ["a1"], **place)
try:
    Locus(errors="raise").attributes(rows, ["a1"], **place)
except LocusError as error:
    print(json.dumps([first, rest, error.status, error.reason]))`;
    const [first, rest, status, reason] = (await python(program, environment)) as [
      object[],
      object[],
      number,
      string,
    ];
    const value = valueOf('1 MG Road', 'a1');
    expect(first).toMatchObject([{ a1: value, locus_error: null }]);
    expect(rest).toMatchObject([{ a1: value }, { a1: null, locus_reason: 'over-budget' }]);
    expect([status, reason]).toEqual([402, 'over-budget']);
    expect(stage.service.charged).toBe(1);
  });
});
