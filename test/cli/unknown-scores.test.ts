import { readdirSync } from 'node:fs';
import { interruption, openCliStage, type CliStage } from './cli-stage';

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
      expect(stage.read('out.csv')).toContain('This score may have been charged');
      stage.service.fate = () => 'answer';
      expect((await stage.run(args)).code).toBe(2);
      expect(stage.read('out.csv')).toContain('This score may have been charged');
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
