import { readdirSync } from 'node:fs';
import { interruption, openCliStage } from './cli-stage';
import type { CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

describe('a score whose outcome nobody knows', () => {
  it.each(['cut', 'garbled'] as const)(
    'is not asked again, unless a person says so: %s',
    async (fate) => {
      stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
      const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--model', 'm'];
      stage.service.fate = () => fate;
      expect((await stage.run(args)).code).toBe(2);
      expect(stage.read('out.csv')).toContain('Nobody knows whether this score was charged');
      stage.service.fate = () => 'answer';
      expect((await stage.run(args)).code).toBe(2);
      expect(stage.read('out.csv')).toContain('Nobody knows whether this score was charged');
      expect(stage.service.calls).toHaveLength(1);
      expect((await stage.run([...args, '--force'])).code).toBe(0);
      expect(stage.service.calls).toHaveLength(2);
    },
  );

  it('is not asked again by a run that goes on without kept answers', async () => {
    stage.write('in.csv', 'lat,lng\n12.9,77.6\n');
    const args = ['enrich', stage.path('in.csv'), '-o', stage.path('out.csv'), '--model', 'm'];
    const interrupt = new AbortController();
    stage.service.fate = () => {
      interrupt.abort(interruption());
      return 'cut';
    };
    expect((await stage.run([...args, '--no-cache'], { interrupt })).code).toBe(130);
    stage.service.fate = () => 'answer';
    expect((await stage.run([...args, '--no-cache'])).code).toBe(2);
    expect(stage.service.charged).toBe(1);
    expect(readdirSync(stage.folder).sort()).toEqual(['in.csv', 'out.csv']);
  });
});

it('pays once for a score that another run gets while it waits for its turn here', async () => {
  const rows = Array.from({ length: 16 }, (_, row) => `${row},77`);
  stage.write('all.csv', `lat,lng\n${rows.join('\n')}\n`);
  stage.write('last.csv', 'lat,lng\n15,77\n');
  const enrich = (list: string, ...more: readonly string[]) =>
    stage.run([
      'enrich',
      stage.path(list),
      '-o',
      stage.path(`of-${list}`),
      '--model',
      'm',
      ...more,
    ]);
  let other: ReturnType<typeof enrich> | undefined;
  stage.service.delayMs = 80;
  stage.service.fate = () => {
    other ??= enrich('last.csv');
    return 'answer';
  };
  expect((await enrich('all.csv', '--concurrency', '2')).code).toBe(0);
  expect((await other)?.code).toBe(0);
  expect(stage.service.charged).toBe(16);
  expect(stage.read('of-all.csv')).toContain(stage.read('of-last.csv').split('\n')[1]);
});
