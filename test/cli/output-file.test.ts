import { chmodSync, statSync } from 'node:fs';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
let usual: number;
beforeEach(async () => {
  stage = await openCliStage();
  usual = process.umask(0o022);
});
afterEach(async () => {
  process.umask(usual);
  await stage.close();
});

const PLACES = 'lat,lng\n12.9,77.6\n';

function modeOf(name: string): string {
  return (statSync(stage.path(name)).mode & 0o777).toString(8);
}

function enrich(...rest: readonly string[]) {
  return stage.run(['enrich', ...rest, '-o', stage.path('out.csv'), '--names', 'a']);
}

describe('who may read an output', () => {
  it.each([
    [0o600, '600'],
    [0o640, '640'],
    [0o666, '644'],
    [0o400, '400'],
  ])('is nobody who may not read the input: %o', async (mode, expected) => {
    chmodSync(stage.write('in.csv', PLACES), mode);
    expect((await enrich(stage.path('in.csv'))).code).toBe(0);
    expect(modeOf('out.csv')).toBe(expected);
  });

  it.each([
    [0o600, '600'],
    [0o660, '660'],
  ])('is whoever could read the output before: %o', async (mode, expected) => {
    stage.write('in.csv', PLACES);
    chmodSync(stage.write('out.csv', 'anything\n'), mode);
    expect((await enrich(stage.path('in.csv'), '--force')).code).toBe(0);
    expect(stage.read('out.csv')).toContain('locus_status');
    expect(modeOf('out.csv')).toBe(expected);
  });

  it('is as the system has it for what comes out of a pipe', async () => {
    process.umask(0o027);
    const args = ['enrich', '-', '-o', stage.path('out.csv'), '--names', 'a'];
    expect((await stage.run(args, { input: PLACES })).code).toBe(0);
    expect(modeOf('out.csv')).toBe('640');
  });

  it('is its owner alone while it is written', async () => {
    stage.write('in.csv', PLACES);
    const parts: string[] = [];
    stage.service.fate = () => {
      parts.push(modeOf('out.csv.locus/part'));
      return 'answer';
    };
    await enrich(stage.path('in.csv'));
    expect(parts).toEqual(['600']);
  });
});
