import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type CryptoKey } from 'jose';
import { readConfiguration } from '../../../src/gateway/configuration';
import type { ClaimNames } from '../../../src/gateway/sign-in/sign-in-configuration';
import { openStage, type GatewayStage } from '../gateway-stage';
import { Browser } from './company-provider';

/** What a provider does otherwise than the plainest one. */
interface Habit {
  readonly metadata?: object;
  /** Of the ID token; undefined leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: { readonly kid?: string };
  /** Besides the key that signs. */
  readonly otherKeys?: number;
  readonly keyId?: string;
  readonly contentType?: string;
  /** What the gateway is told of its claims. */
  readonly names?: Partial<ClaimNames>;
  token?(
    request: IncomingMessage,
    body: URLSearchParams,
  ): Refusal | undefined | Promise<Refusal | undefined>;
  userInfo?(response: ServerResponse): void;
}

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly headers?: Record<string, string>;
}

let habit: Habit;
let server: Server;
let issuer: string;
let key: CryptoKey;
let jwk: JWK;
let others: JWK[];
let nonce: string;
let stage: GatewayStage | undefined;

beforeAll(async () => {
  const made = await Promise.all([1, 2, 3].map(() => generateKeyPair('RS256')));
  const publicKeys = await Promise.all(made.map(({ publicKey }) => exportJWK(publicKey)));
  [jwk = {}, ...others] = publicKeys;
  key = (made[0] as (typeof made)[0]).privateKey;
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => stage?.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', issuer);
  const reply = (json: unknown, status = 200, headers = {}): void => {
    const type = habit.contentType ?? 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(json));
  };
  if (url.pathname === '/.well-known/openid-configuration') {
    reply({
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, jwks_uri: `${issuer}/keys` },
      ...{ token_endpoint: `${issuer}/token`, userinfo_endpoint: `${issuer}/userinfo` },
      ...{ response_types_supported: ['code'], ...habit.metadata },
    });
  } else if (url.pathname === '/keys') {
    const own = { ...jwk, use: 'sig', ...(habit.keyId !== undefined && { kid: habit.keyId }) };
    reply({ keys: [...others.slice(0, habit.otherKeys ?? 0), own] });
  } else if (url.pathname === '/authorize') {
    const { redirect_uri = '', state = '', ...asked } = Object.fromEntries(url.searchParams);
    nonce = asked['nonce'] ?? '';
    const back = new URL(redirect_uri);
    back.search = new URLSearchParams({ code: 'code', state }).toString();
    response.writeHead(302, { location: back.href }).end();
  } else if (url.pathname === '/token') {
    let text = '';
    for await (const piece of request) text += piece;
    const refusal = await habit.token?.(request, new URLSearchParams(text));
    if (refusal !== undefined) {
      reply({ error: refusal.error }, refusal.status, refusal.headers);
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'locus', sub: 'asha', iat: now, exp: now + 300, nonce };
    const id_token = await new SignJWT({ ...claims, ...habit.claims })
      .setProtectedHeader({ alg: 'RS256', ...habit.header })
      .sign(key);
    reply({ access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token });
  } else if (habit.userInfo !== undefined) habit.userInfo(response);
  else reply({ sub: 'asha' });
}

/** Where the sign-in ends: the page, or its fault; and who they are then. */
async function signIn(): Promise<unknown> {
  const { signIn: configured } = readConfiguration({
    LOCUS_OIDC_ISSUER: issuer,
    LOCUS_OIDC_CLIENT_ID: 'locus',
    LOCUS_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    LOCUS_OIDC_NEW_PEOPLE: 'create',
  });
  if (configured === undefined) throw new Error('there is no sign-in');
  const groups = [{ group: 'admins', role: 'administrator', team: 'Planning' } as const];
  const claims = { ...configured.claims, ...habit.names };
  stage ??= await openStage({ signIn: { ...configured, groups, claims } });
  const { at } = await new Browser('').follow(`${stage.gateway.people}/account/sign-in`);
  const { hash, pathname } = new URL(at);
  if (hash !== '') return hash;
  const { people } = (await stage.admin('GET /people')).json as { people: Shown[] };
  const found = people.filter(({ oid }) => oid !== undefined);
  expect(pathname).toBe('/account/');
  const named = found.map(({ name, role }) => `${name}, ${role}`);
  // A gateway that was started again lists them by their IDs, which are random.
  return named.sort().join('; ');
}

interface Shown {
  readonly name: string;
  readonly role: string;
  readonly oid?: string;
}

const SECOND = Math.floor(Date.now() / 1000);
const named = { name: 'Asha Rao', groups: ['admins'] };
const rightOf = (body: URLSearchParams): boolean =>
  body.get('client_secret') === 'a-secret-of-the-client';

describe('a provider that', () => {
  beforeEach(() => (stage = undefined));

  it.each<[string, Habit, string]>([
    ['is plain', { claims: named }, 'Asha Rao, administrator'],
    [
      'takes no access token at userinfo, as ADFS without a resource, tells all by the ID token',
      { claims: named, userInfo: (response) => response.writeHead(401).end() },
      'Asha Rao, administrator',
    ],
    [
      'signs userinfo as a JWT',
      {
        claims: named,
        userInfo: (response) =>
          response.writeHead(200, { 'content-type': 'application/jwt' }).end('e30.e30.e30'),
      },
      'Asha Rao, administrator',
    ],
    [
      'tells somebody else at userinfo is not believed',
      {
        claims: named,
        userInfo: (response) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"sub":"ravi","groups":["admins"]}'),
      },
      '#sign-in=refused',
    ],
    [
      'has no userinfo',
      { claims: named, metadata: { userinfo_endpoint: undefined } },
      'Asha Rao, administrator',
    ],
    [
      'takes its secret in the body alone, and demands another proof by a header',
      {
        claims: named,
        token: (_request, body) =>
          rightOf(body)
            ? undefined
            : {
                status: 401,
                error: 'invalid_client',
                headers: { 'www-authenticate': 'Basic realm="company"' },
              },
      },
      'Asha Rao, administrator',
    ],
    [
      'takes its secret in the body alone, and says that access is denied, as Auth0',
      {
        claims: named,
        token: (_request, body) =>
          rightOf(body) ? undefined : { status: 401, error: 'access_denied' },
      },
      'Asha Rao, administrator',
    ],
    [
      'names groups by their whole path, as Keycloak',
      { claims: { ...named, groups: ['/admins', '/other/planners'] } },
      'Asha Rao, administrator',
    ],
    [
      'has a group of that name inside another',
      { claims: { ...named, groups: ['/other/admins'] } },
      'Asha Rao, person',
    ],
    [
      'says one group as a text, as ADFS',
      { claims: { ...named, groups: 'admins' } },
      'Asha Rao, administrator',
    ],
    [
      'has no key IDs, and several keys',
      { claims: named, otherKeys: 2 },
      'Asha Rao, administrator',
    ],
    [
      'gives a key ID in the token, and none with its keys',
      { claims: named, header: { kid: 'one' }, otherKeys: 0, keyId: 'one' },
      'Asha Rao, administrator',
    ],
    [
      'knows a person by their Windows name, as ADFS',
      { claims: { upn: 'asha.rao@example.com' } },
      'asha.rao@example.com, person',
    ],
    [
      'adds its own audience',
      { claims: { ...named, aud: ['locus', 'account'], azp: 'locus' } },
      'Asha Rao, administrator',
    ],
    [
      'has a clock that is 50 s ahead',
      { claims: { ...named, iat: SECOND + 50, nbf: SECOND + 50 } },
      'Asha Rao, administrator',
    ],
    [
      'has a fraction in its times',
      { claims: { ...named, exp: SECOND + 300.5 } },
      'Asha Rao, administrator',
    ],
    [
      'names its character set',
      { claims: named, contentType: 'application/json;charset=UTF-8' },
      'Asha Rao, administrator',
    ],
    [
      'gives its groups in a claim with an address for a name',
      {
        claims: { name: 'Asha Rao', 'https://example.com/groups': ['admins'] },
        names: { groups: 'https://example.com/groups' },
      },
      'Asha Rao, administrator',
    ],
    [
      'writes that an address is proven as a text',
      {
        claims: { ...named, email: 'asha@example.com', email_verified: 'true' },
        names: { id: 'email' },
      },
      'Asha Rao, administrator',
    ],
  ])('%s', async (_what, given, end) => {
    habit = given;
    expect(await signIn()).toBe(end);
  });

  it('writes an address in other capitals means the same person, however they were added, and keeps out who was deleted', async () => {
    const as = (email: string) => {
      habit = { claims: { name: 'Asha Rao', email, email_verified: true }, names: { id: 'email' } };
      return signIn();
    };
    expect(await as('Asha@Example.com')).toBe('Asha Rao, person');
    expect(await as('asha@example.COM')).toBe('Asha Rao, person');
    const added = await stage?.admin('POST /people', { name: 'Ravi', oid: 'Ravi@Example.com' });
    const twin = await stage?.admin('POST /people', { name: 'Ravi 2', oid: 'RAVI@example.com' });
    expect([added?.status, twin?.status]).toEqual([201, 409]);
    expect(await as('ravi@example.com')).toBe('Asha Rao, person; Ravi, person');
    await stage?.restart();
    expect(await as('rAvi@example.com')).toBe('Asha Rao, person; Ravi, person');
    await stage?.admin(`DELETE /people/${String(added?.json['id'])}`);
    expect(await as('RAVI@EXAMPLE.COM')).toMatch(/^#sign-in=unknown-person/);
  });

  it('is asked about few codes that somebody made up, though many come at once', async () => {
    let asked = 0;
    let open = (): void => {};
    let isOpen = Promise.resolve();
    const token = async (): Promise<Refusal> => {
      asked += 1;
      await isOpen;
      return { status: 400, error: 'invalid_grant' };
    };
    habit = { token };
    expect(await signIn()).toBe('#sign-in=expired');
    isOpen = new Promise((resolve) => (open = resolve));
    const state = 's'.repeat(43);
    const pending = JSON.stringify({ state, nonce: state, codeVerifier: state });
    const cookie = Buffer.from(pending).toString('base64url');
    const done = `${stage?.gateway.people}/account/sign-in/done?code=x&state=${state}`;
    const headers = { cookie: `__Host-locus-pending-account-${state.slice(0, 12)}=${cookie}` };
    const attempt = () => fetch(done, { redirect: 'manual', headers });
    const all = Array.from({ length: 60 }, attempt);
    // By then they have come, and none of them has failed.
    for (let turn = 0; turn < 5; turn += 1) {
      await fetch(`${stage?.gateway.people}/account/sign-in/offered`);
    }
    open();
    const replies = await Promise.all(all);
    const faults = replies.map((reply) => String(reply.headers.get('location')).split('=')[1]);
    // Five at once: of those, four are under way when the twentieth has failed.
    expect(asked).toBeLessThanOrEqual(24);
    expect(faults.filter((fault) => fault === 'too-many').length).toBeGreaterThanOrEqual(36);
  });

  it('has subjects that differ in their capitals alone means two people', async () => {
    habit = {
      claims: { sub: 'b', name: 'Small' },
      userInfo: (response) => response.writeHead(401).end(),
    };
    await signIn();
    habit = { ...habit, claims: { sub: 'B', name: 'Large' } };
    expect(
      String(await signIn())
        .split('; ')
        .sort(),
    ).toEqual(['Large, person', 'Small, person']);
  });

  it.each([
    ['as true or false', { hasgroups: true }],
    ['as a text', { hasgroups: 'true' }],
    ['by where they are', { _claim_names: { groups: 'src1' } }],
  ])('leaves out too many groups, and says so %s, takes nothing away', async (_how, said) => {
    habit = { claims: named };
    expect(await signIn()).toBe('Asha Rao, administrator');
    habit = { claims: { name: 'Asha Rao', ...said } };
    expect(await signIn()).toBe('Asha Rao, administrator');
    habit = { claims: { name: 'Asha Rao' } };
    expect(await signIn()).toBe('Asha Rao, person');
  });

  it('tells groups at userinfo alone, and fails there, takes nothing away', async () => {
    const groups = JSON.stringify({ sub: 'asha', groups: ['admins'] });
    habit = {
      claims: { name: 'Asha Rao' },
      userInfo: (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(groups),
    };
    expect(await signIn()).toBe('Asha Rao, administrator');
    habit = { claims: { name: 'Asha Rao' }, userInfo: (response) => response.writeHead(403).end() };
    expect(await signIn()).toBe('Asha Rao, administrator');
    habit = { claims: { name: 'Asha Rao' }, userInfo: (response) => response.writeHead(503).end() };
    expect(await signIn()).toBe('#sign-in=provider-down');
  });
});
