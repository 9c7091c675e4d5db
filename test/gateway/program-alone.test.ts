import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, newToken, startProgram, type GatewayProgram } from './gateway-program';

// The sample service takes ten seconds to start beside other tests.
jest.setTimeout(120_000);

const ADMINISTRATOR = 'admin-0123456789abcdef01234567';
const LOOKUP = '/production/v1.0/getvariablesbulk';
let folder: string;
let programs: GatewayProgram[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locus-program-'));
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<GatewayProgram> {
  const program = await startProgram({ LOCUS_ADMIN_TOKEN: '', LOCUS_DATA: join(folder, 'data') });
  programs.push(program);
  return program;
}

describe('the gateway over the sample service', () => {
  it('stands in front of the sample service with nothing configured, and shows a token once', async () => {
    const program = await start();
    const shown = /locusadmin_[\w-]{43}/.exec(program.output())?.[0] ?? '';
    const headers = { authorization: `Bearer ${shown}` };
    const made = await fetch(`${program.administrators}/admin/api/people`, {
      method: 'POST',
      headers,
      body: '{"name":"Asha"}',
    });
    const { id } = (await made.json()) as { id: string };
    const given = await fetch(`${program.administrators}/admin/api/people/${id}/tokens`, {
      method: 'POST',
      headers,
    });
    const { token } = (await given.json()) as { token: string };
    const reply = await fetch(program.people + LOOKUP, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: '{"lat":19.07,"lng":72.87,"variables":"w_pop_tt"}',
    });
    expect((await reply.json()) as object).toMatchObject({
      data: { w_pop_tt: expect.any(Number) as number },
    });
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const again = await start();
    expect(again.output()).not.toContain('locusadmin_');
  });

  it('answers and ends although nothing more can be logged', async () => {
    const full = openSync('/dev/full', 'w');
    const program = await startProgram(
      { LOCUS_ADMIN_TOKEN: ADMINISTRATOR, LOCUS_DATA: join(folder, 'data') },
      full,
    );
    programs.push(program);
    closeSync(full);
    const token = await newToken(program);
    // As many as it takes to write some of the log.
    for (let lat = 1; lat <= 40; lat += 1) {
      expect((await ask(program, token, lat)).status).toBe(200);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await ask(program, token, 50)).status).toBe(200);
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});
