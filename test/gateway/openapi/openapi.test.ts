import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { ZodType } from 'zod';
import { createAdminApi } from '../../../src/gateway/admin-app';
import type { AdminApiOptions } from '../../../src/gateway/admin-tools';
import { BULK_LINE, LOOKUP_BODY, SCORE_BODY } from '../../../src/gateway/openapi/people-operations';
import { readLine, readLookup, readScore } from '../../../src/gateway/question-reading';
import { openStage, type GatewayStage } from '../gateway-stage';

let stage: GatewayStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The methods and paths that a port's description names. */
async function described(url: string): Promise<(readonly [method: string, path: string])[]> {
  const reply = await fetch(`${url}/openapi.json`);
  const { paths } = (await reply.json()) as { readonly paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((key) => /^(get|put|post|delete|patch)$/.test(key))
      .map((method) => [method.toUpperCase(), path] as const),
  );
}

const urls = (): readonly string[] => [stage.gateway.people, stage.gateway.administrators];

it('each port has a description of itself, to which a validator of OpenAPI 3.1 has no objection', async () => {
  for (const url of urls()) {
    const reply = await fetch(`${url}/openapi.json`);
    const text = await reply.text();
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1' });
    const folder = mkdtempSync(join(tmpdir(), 'locus-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, text);
    const program = `
      import { Validator } from '@seriousme/openapi-schema-validator';
      const { valid, errors } = await new Validator().validate(${JSON.stringify(file)});
      console.log(JSON.stringify({ valid, errors }));`;
    // It is an ES module, which these tests cannot load.
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    rmSync(folder, { recursive: true });
    expect(JSON.parse(stdout)).toEqual({ valid: true });
  }
});

it('and a page to read it, which loads nothing from elsewhere', async () => {
  for (const url of urls()) {
    const reply = await fetch(`${url}/openapi`);
    const html = await reply.text();
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'");
    const loaded = [...html.matchAll(/(?:src|href|spec-url)="([^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toEqual(['/openapi/reader.js', '/openapi.json']);
  }
});

it('every route of the administration is described, and no other', async () => {
  const prices = { lookup: 0, score: 0, models: new Map<string, number>() };
  const api = createAdminApi({ prices } as unknown as AdminApiOptions);
  const routes = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const own = (await described(stage.gateway.administrators)).flatMap(([method, path]) =>
    path.startsWith('/admin/api') ? [`${method} ${path.replace('/admin/api', '')}`] : [],
  );
  expect([...new Set(own)].sort()).toEqual([...new Set(routes)].sort());
});

it('what is described for people is there, and asks for a token', async () => {
  for (const [method, path] of await described(stage.gateway.people)) {
    const reply = await stage.send(path.replace('{model}', 'retail'), { method });
    expect([path, reply.status]).toEqual([path, 401]);
  }
});

describe('the contract’s bodies, which are checked by hand', () => {
  const lat = fc.double({ min: 6, max: 36, noNaN: true });
  const lng = fc.double({ min: 68, max: 90, noNaN: true });
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9_]{1,12}$/), {
    minLength: 1,
    maxLength: 60,
  });
  const place = fc.oneof(
    fc.record({ lat, lng }),
    fc.record({ lat: fc.oneof(lat, fc.constant(91), fc.constant(null)), lng }),
    fc.record({
      address: fc.constantFrom('Hill Road, Mumbai', ''),
      pincode: fc.constantFrom('400050', ''),
    }),
  );
  const score = fc.record(
    {
      date: fc.constantFrom('2026-10-01', '2026-13-45'),
      custom_variables: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,5}$/),
        fc.oneof(fc.integer(), fc.constant('big'), fc.boolean(), fc.constant([])),
      ),
    },
    { requiredKeys: [] },
  );
  const accepts = (shape: ZodType, body: unknown): boolean => shape.safeParse(body).success;

  it('are accepted where they fit the description', () => {
    const lookups = fc
      .tuple(place, names)
      .map(([at, all]) => ({ ...at, variables: all.join(',') }));
    const scores = fc.tuple(place, score).map(([at, rest]) => ({ ...at, ...rest }));
    let fitting = 0;
    const agrees = (shape: ZodType, body: unknown, kind: string): void => {
      if (!accepts(shape, body)) return;
      fitting += 1;
      expect(kind).not.toBe('error');
    };
    fc.assert(
      fc.property(lookups, scores, (lookup, scored) => {
        agrees(LOOKUP_BODY, lookup, readLookup(lookup, 'india').kind);
        agrees(SCORE_BODY, scored, readScore('retail', scored).kind);
        const line = { id: 1, ...lookup };
        agrees(BULK_LINE, line, readLine(line, 'india').kind);
      }),
    );
    expect(fitting).toBeGreaterThan(50);
  });

  it.each([
    { lat: 91, lng: 77, variables: 'a' },
    { lat: 12, lng: 77, variables: '' },
    { lat: 12, lng: 77, variables: 'A' },
    { lat: 12, variables: 'a' },
    { address: '', variables: 'a' },
    { address: 'Hill Road', pincode: '4000', variables: 'a' },
    {
      lat: 12,
      lng: 77,
      variables: Array.from({ length: 51 }, (_, index) => `n${index}`).join(','),
    },
    {},
    [],
  ])('are refused by both: %j', (body) => {
    expect(accepts(LOOKUP_BODY, body)).toBe(false);
    expect(readLookup(body, 'india').kind).toBe('error');
  });
});
