import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { readConfiguration } from '../../../src/gateway/configuration';
import { openStage, type GatewayStage } from '../gateway-stage';
import { call } from '../functions/warehouse';

const AUDIENCE = 'https://locus.example.com/v1/functions/bigquery';
const SUBJECT = '109876543210987654321';
let issuer: Server;
let issuerUrl: string;
let privateKey: CryptoKey;
let stage: GatewayStage;
let person: string;
beforeEach(async () => {
  const pair = await generateKeyPair('RS256');
  ({ privateKey } = pair);
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k' };
  issuer = createServer((incoming, response) => {
    const isKeys = incoming.url === '/keys';
    const metadata = { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` };
    response.end(JSON.stringify(isKeys ? { keys: [jwk] } : metadata));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const engines: { person: string; issuer: string; audience: string; subject: string }[] = [];
  stage = await openStage({ engines });
  ({ id: person } = await stage.person('Warehouse'));
  engines.push({ issuer: issuerUrl, audience: AUDIENCE, subject: SUBJECT, person });
  await stage.restart();
});
afterEach(async () => {
  await stage.close();
  issuer.closeAllConnections();
  issuer.close();
});

const signed = (claims: object = {}): Promise<string> =>
  new SignJWT({ iss: issuerUrl, aud: AUDIENCE, sub: SUBJECT, exp: inSeconds(600), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .sign(privateKey);
const ask = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  const body = { calls: [[1, 2]] };
  return (await call(stage, 'bigquery?by=coordinates&names=a', { body, headers })).status;
};

it('lets a warehouse in by its issuer, audience and subject, at the budget of its person', async () => {
  expect(await ask(await signed())).toBe(200);
  const { json } = await stage.admin('GET /usage');
  expect(json['people']).toContainEqual(expect.objectContaining({ id: person, charged: 1 }));
  await stage.admin(`PATCH /people/${person}`, { isDisabled: true });
  expect(await ask(await signed())).toBe(401);
});

it('lets nobody else in', async () => {
  for (const claims of [
    { sub: 'another' },
    { aud: 'https://other.example.com' },
    { aud: [AUDIENCE, 'https://other.example.com'], azp: 'other' },
    { iss: 'https://other.example.com' },
    { exp: inSeconds(-600) },
    { exp: undefined },
  ]) {
    expect([claims, await ask(await signed(claims))]).toEqual([claims, 401]);
  }
  const [header, payload] = (await signed()).split('.');
  // As Cloud Run passes on a token that it has checked itself.
  expect(await ask(`${header}.${payload}.SIGNATURE_REMOVED_BY_GOOGLE`)).toBe(401);
  expect(stage.service.calls).toHaveLength(0);
});

it('opens functions alone', async () => {
  const headers = { 'x-api-key': await signed(), authorization: `Bearer ${await signed()}` };
  expect((await stage.send('/v1/me', { headers })).status).toBe(401);
});

it('is configured whole, with keys from an address that nobody can forge', () => {
  const LOCUS_CONFIG = join(stage.folder, 'gateway.config.json');
  const read = (engine: object): unknown => {
    writeFileSync(LOCUS_CONFIG, JSON.stringify({ engines: [engine] }));
    return readConfiguration({ LOCUS_CONFIG }).engines;
  };
  const whole = { issuer: 'https://accounts.google.com', audience: AUDIENCE, subject: SUBJECT };
  expect(read({ ...whole, person })).toEqual([{ ...whole, person }]);
  expect(() => read(whole)).toThrow(/engines.0.person has nothing/);
  expect(() => read({ ...whole, person, issuer: 'http://a.example' })).toThrow(/https URL/);
});

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
