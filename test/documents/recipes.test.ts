import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { textOf } from './documents';
import { openStage } from '../gateway/gateway-stage';
import type { GatewayStage } from '../gateway/gateway-stage';

let stage: GatewayStage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** The block of code as it is printed, with the gateway's address. */
function printed(language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``);
  const [, code = ''] = block.exec(textOf('docs/recipes.md')) ?? [];
  return code.replace('https://locus.example.com', stage.gateway.people);
}

const MALL = [12.9716, 77.5946];

describe('the script for Google Sheets', () => {
  interface Outcome {
    readonly written: readonly { readonly where: unknown; readonly values: readonly unknown[][] }[];
    readonly alerts: readonly string[];
    readonly menu: readonly string[];
    readonly error?: string;
  }

  function run(token: string, places: unknown[][], change: object = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [join(__dirname, 'google-sheet.mjs')],
        (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout) as Outcome)),
      );
      child.stdin?.end(
        JSON.stringify({ script: printed('js'), token, places, press: 'ok', ...change }),
      );
    });
  }

  it('says the cost, and writes the values, or why there is none', async () => {
    const { token } = await stage.person('Asha');
    const { written, alerts, menu, error } = await run(token, [
      MALL,
      ['', ''],
      [77.5946, 212],
      MALL,
    ]);
    expect(error).toBeUndefined();
    expect(menu).toEqual(['Add attributes', 'addAttributes']);
    expect(alerts).toEqual(['This makes 1 calls at most. Places that cannot be read: 1.']);
    expect(written).toEqual([
      {
        where: [0, 2, 4, 2],
        values: [
          [expect.any(Number), expect.any(Number)],
          ['', ''],
          [expect.stringMatching(/\w+/), ''],
          [expect.any(Number), expect.any(Number)],
        ],
      },
    ]);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('makes no call before somebody agrees, nor over what is there, nor with a bad token', async () => {
    const { token } = await stage.person('Asha');
    expect((await run(token, [MALL], { press: 'cancel' })).written).toEqual([]);
    expect((await run(token, [MALL], { filled: true })).alerts).toEqual([
      'The columns to the right are not empty.',
    ]);
    expect((await run('guess', [MALL])).error).toBe('This token is not valid here.');
    expect(stage.service.calls).toHaveLength(0);
  });
});

describe('the query for Power Query', () => {
  it('asks what the gateway answers', async () => {
    const query = printed('powerquery');
    const [, path = ''] = /RelativePath = "([^"]+)"/.exec(query) ?? [];
    const [, header = ''] = /#"([^"]+)" = Token/.exec(query) ?? [];
    const [, type = ''] = /#"content-type" = "([^"]+)"/.exec(query) ?? [];
    const { token } = await stage.person('Asha');
    const [lat, lng] = MALL;
    const body = JSON.stringify({ id: 0, lat, lng, variables: ['w_pop_tt', 'p_retail_gc_np'] });
    const reply = await stage.send(`/${path}`, {
      method: 'POST',
      headers: { [header]: token, 'content-type': type },
      body,
    });
    expect(reply.json).toMatchObject({
      id: 0,
      status: 200,
      data: { w_pop_tt: expect.any(Number) },
    });
  });
});
