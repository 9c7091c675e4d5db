import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import { readConfiguration } from '../../../src/gateway/configuration';
import { JwtVerifier } from '../../../src/gateway/sign-in/jwt-verifier';
import type { SignInConfiguration } from '../../../src/gateway/sign-in/sign-in-configuration';
import { openStage, type GatewayStage, type Reply } from '../gateway-stage';

const OID = '0b7c1d3e-9f53-4ac4-8a47-6d1c35c80001';
const ISSUER = 'https://login.example.com/t1/v2.0';
const EXPECTED: SignInConfiguration = {
  issuer: ISSUER,
  audiences: ['locus'],
  tenant: 't1',
  keys: undefined,
  claims: { id: 'oid', name: 'name', email: 'email', groups: 'groups' },
  newPeople: 'refuse',
  groups: [],
  client: { id: 'locus', secret: undefined, scopes: 'openid' },
};
const CLAIMS = { tid: 't1', oid: OID, name: 'Asha Rao' };

interface KeyPair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

let rs: KeyPair;
let es: KeyPair;
let strange: KeyPair;
beforeAll(async () => {
  [rs, es, strange] = await Promise.all([
    pair('RS256', 'r'),
    pair('ES256', 'e'),
    pair('RS256', 'r'),
  ]);
});

/** What the issuer publishes, and how often it was asked. */
let published: object;
let asked: number;
let issuer: Server;
let keys: string;
beforeEach(async () => {
  published = { keys: [rs.jwk, es.jwk] };
  asked = 0;
  issuer = createServer((_request, response) => {
    asked += 1;
    response.end(JSON.stringify(published));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  keys = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
});
afterEach(() => {
  issuer.closeAllConnections();
  issuer.close();
});

describe('a JWT of the company’s sign-in', () => {
  let stage: GatewayStage;
  const open = async (newPeople: 'create' | 'refuse'): Promise<void> => {
    const trustedProxies = ['127.0.0.1'];
    stage = await openStage({ signIn: { ...EXPECTED, keys, newPeople }, trustedProxies });
  };
  const me = (token: string, from = '192.0.2.1'): Promise<Reply> =>
    stage.send('/v1/me', { headers: { 'x-api-key': token, 'x-forwarded-for': from } });
  afterEach(() => stage.close());

  it('of somebody who was deleted is refused, however often it is sent', async () => {
    await open('create');
    const token = await signed(rs, 'RS256', CLAIMS);
    const id = String((await me(token)).json['personId']);
    expect((await stage.admin(`DELETE /people/${id}`)).status).toBe(200);
    const replies = await Promise.all(Array.from({ length: 10 }, () => me(token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    await stage.admin('POST /people', { name: 'Asha Rao', oid: OID });
    expect((await me(token)).status).toBe(200);
  });

  it.each([
    [['sales', 'planners'], 50, 3],
    [['sales'], 5, 900],
    [['/planners'], 50, 3],
    [['/sales/planners'], 5, 30],
    [['others'], 5, 30],
    [undefined, 5, 30],
  ])('of the groups %j begins with the budget that these have', async (groups, day, month) => {
    const defaults = {
      person: { callsPerDay: 5, callsPerMonth: 30 },
      groups: [
        { group: 'planners', callsPerDay: 50, callsPerMonth: 3 },
        { group: 'sales', callsPerMonth: 900 },
      ],
    };
    stage = await openStage({ signIn: { ...EXPECTED, keys, newPeople: 'create' }, defaults });
    const token = await signed(rs, 'RS256', { ...CLAIMS, ...(groups && { groups }) });
    expect((await me(token)).json['budget']).toMatchObject({
      day: { limit: day },
      month: { limit: month },
    });
  });

  it('changes nobody by the groups of an older one, so that two sent in turn write nothing', async () => {
    const groups = [{ group: 'planners', team: 'Planning' }];
    stage = await openStage({ signIn: { ...EXPECTED, keys, newPeople: 'create', groups } });
    const now = Math.floor(Date.now() / 1000);
    const [older, newer] = await Promise.all([
      signed(rs, 'RS256', { ...CLAIMS, groups: [], iat: now - 600 }),
      signed(rs, 'RS256', { ...CLAIMS, groups: ['planners'], iat: now - 60 }),
    ]);
    for (const token of [older, newer, older, newer, older]) {
      expect((await me(token)).status).toBe(200);
    }
    const { entries } = (await stage.admin('GET /audit')).json as { entries: { act: string }[] };
    const acts = entries.map(({ act }) => act).filter((act) => act.startsWith('person'));
    expect(acts).toEqual(['person changed by groups', 'person signed in first']);
    expect((await me(older)).json['team']).toBe('Planning');
  });

  it.each(['RS256', 'ES256'])('lets in the person of its oid, signed with %s', async (alg) => {
    await open('refuse');
    const token = await signed(alg === 'RS256' ? rs : es, alg);
    expect((await me(token)).status).toBe(401);
    const { id } = await stage.person('Asha');
    expect((await stage.admin(`PATCH /people/${id}`, { oid: OID })).status).toBe(200);
    expect((await me(token)).json).toMatchObject({ person: 'Asha', personId: id });
    // Beside the gateway's own tokens; and as the key of a score, which is in its body.
    expect((await stage.score(token, { lat: 1, lng: 2 })).status).toBe(200);
    await stage.restart();
    expect((await me(token)).json).toMatchObject({ personId: id });
    // A good signature does not outlive the person.
    await stage.admin(`PATCH /people/${id}`, { isDisabled: true });
    expect((await me(token)).status).toBe(401);
  });

  it('passes, new or not, whatever others at its address try meanwhile', async () => {
    await open('refuse');
    const { id, token: own } = await stage.person('Asha');
    await stage.admin(`PATCH /people/${id}`, { oid: OID });
    const known = await signed(rs, 'RS256');
    expect((await me(known)).status).toBe(200);
    for (let index = 0; index < 20; index += 1) await me(`locus_wrong${index}`);
    const fresh = await signed(es, 'ES256');
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, at) => signed(strange, 'RS256', { jti: String(at) })),
    );
    const replies = await Promise.all([...wrong, known, own, fresh].map((token) => me(token)));
    expect(replies.map(({ status }) => status)).toEqual([...wrong.map(() => 429), 200, 200, 200]);
  });

  it('makes one person of many first requests, if that is the setting', async () => {
    await open('create');
    const token = await signed(rs, 'RS256');
    const replies = await Promise.all(Array.from({ length: 20 }, () => me(token)));
    expect(new Set(replies.map(({ json }) => json['personId'])).size).toBe(1);
    expect(replies[0]?.json).toMatchObject({ person: 'Asha Rao', team: null });
    const people = (await stage.admin('GET /people')).json['people'] as { oid?: string }[];
    expect(people.filter(({ oid }) => oid === OID)).toMatchObject([{ role: 'person' }]);
    expect((await stage.admin('GET /audit')).text).toContain('person signed in first');
    expect(asked).toBe(1);
  });

  it('never opens the administrators’ port', async () => {
    await open('create');
    const token = await signed(rs, 'RS256');
    expect((await stage.admin('GET /people', undefined, token)).status).toBe(401);
  });

  it('has one person for each oid, whom an administrator of everything names', async () => {
    await open('refuse');
    await stage.admin('POST /people', { name: 'Asha', oid: OID });
    expect((await stage.admin('POST /people', { name: 'Ravi', oid: OID })).status).toBe(409);
    const team = (await stage.admin('POST /teams', { name: 'Research' })).json['id'];
    const leader = await stage.admin('POST /people', {
      name: 'Lead',
      team,
      role: 'team-administrator',
    });
    const made = await stage.admin(`POST /people/${leader.json['id']}/tokens`, {
      use: 'administration',
    });
    const own = String(made.json['token']);
    expect((await stage.admin('POST /people', { name: 'X', oid: 'other' }, own)).status).toBe(403);
  });

  it('is refused with 401 if it is hostile, and nobody is made', async () => {
    await open('create');
    const publicKey = new TextEncoder().encode(await exportSPKI(rs.publicKey));
    const good = await signed(rs, 'RS256');
    const [head = '', , tail = ''] = good.split('.');
    const payload = { ...EXPECTED_CLAIMS, exp: inSeconds(600) };
    const hostile: Record<string, string> = {
      'alg none': new UnsecuredJWT(payload).encode(),
      'the public key as a secret': await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: 'r' })
        .sign(publicKey),
      'another key of the same kid': await signed(strange, 'RS256'),
      'a kid nobody has': await signed(rs, 'RS256', {}, { kid: 'x' }),
      'a kid like a prototype': await signed(rs, 'RS256', {}, { kid: '__proto__' }),
      'the kid of a key of another kind': await signed(rs, 'RS256', {}, { kid: 'e' }),
      'a key of its own': await signed(strange, 'RS256', {}, { jwk: strange.jwk, kid: 'own' }),
      'PS256, with our key': await signed(await pair('PS256', 'r'), 'PS256'),
      expired: await signed(rs, 'RS256', { exp: inSeconds(-62) }),
      'not valid yet': await signed(rs, 'RS256', { nbf: inSeconds(90) }),
      'without an end': await signed(rs, 'RS256', { exp: undefined }),
      'another tenant': await signed(rs, 'RS256', { tid: 't2' }),
      'no tenant': await signed(rs, 'RS256', { tid: undefined }),
      'another issuer': await signed(rs, 'RS256', { iss: `${ISSUER}/t2` }),
      'another audience': await signed(rs, 'RS256', { aud: 'Locus' }),
      'others as well': await signed(rs, 'RS256', { aud: ['locus', 'other'], azp: 'other' }),
      'no oid': await signed(rs, 'RS256', { oid: undefined }),
      'an oid that is a list': await signed(rs, 'RS256', { oid: [OID] }),
      'an oid of many characters': await signed(rs, 'RS256', { oid: 'x'.repeat(256) }),
      'another payload': [head, base64url(JSON.stringify({ ...payload, oid: 'o' })), tail].join(
        '.',
      ),
      'no signature': good.slice(0, good.lastIndexOf('.') + 1),
      nonsense: 'a.b.c',
    };
    const found: Record<string, number> = {};
    // Each from an address of its own: one that fails too often is blocked.
    for (const [at, [name, token]] of Object.entries(hostile).entries()) {
      found[name] = (await me(token, `192.0.2.${at + 2}`)).status;
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(hostile).map((name) => [name, 401])));
    const people = (await stage.admin('GET /people')).json['people'] as { oid?: string }[];
    expect(people.filter(({ oid }) => oid !== undefined)).toEqual([]);
    expect((await me(good)).status).toBe(200);
  });

  it('goes on being refused with 401 when it is not valid yet or any more, or while its person is unknown', async () => {
    await open('refuse');
    const refused = [
      await signed(rs, 'RS256', { exp: inSeconds(-62) }),
      await signed(rs, 'RS256', { nbf: inSeconds(90) }),
      await signed(rs, 'RS256'),
    ];
    for (let index = 0; index < 15; index += 1) {
      for (const token of refused) expect((await me(token)).status).toBe(401);
    }
  });

  it('may be a minute off, since clocks are', async () => {
    await open('create');
    for (const claims of [{ exp: inSeconds(-50) }, { nbf: inSeconds(50), iat: inSeconds(50) }]) {
      const token = await signed(rs, 'RS256', claims);
      expect([(await me(token)).status, (await me(token)).status]).toEqual([200, 200]);
    }
  });

  it('is a fault of ours, not of the token, while no keys can be read', async () => {
    published = { keys: 'none' };
    await open('create');
    const reply = await me(await signed(rs, 'RS256'));
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('30');
  });
});

describe('a JWT of any other provider', () => {
  const at = async (
    change: Partial<SignInConfiguration>,
    claims: object,
  ): Promise<Awaited<ReturnType<JwtVerifier['verify']>>> => {
    const none = { tenant: undefined, claims: { ...EXPECTED.claims, id: undefined } };
    const verifier = new JwtVerifier(
      { ...EXPECTED, ...none, keys, ...change },
      { now: () => Date.now(), elapsed: () => 0 },
    );
    return verifier.verify(
      await signed(rs, 'RS256', { tid: undefined, oid: undefined, ...claims }),
    );
  };
  const named = (change: Partial<SignInConfiguration['claims']>) => ({
    claims: { ...EXPECTED.claims, id: undefined, ...change },
  });

  it('names a person by sub where there is no oid, and by e-mail only if that is proven', async () => {
    expect(await at({}, { sub: 'auth0|5f7c8ec7' })).toMatchObject({ id: 'auth0|5f7c8ec7' });
    expect(await at({}, { sub: 'pairwise', oid: OID })).toMatchObject({ id: OID });
    const email = 'asha@example.com';
    const byEmail = named({ id: 'email' });
    for (const email_verified of [true, 'true']) {
      expect(await at(byEmail, { sub: 's', email, email_verified })).toMatchObject({ id: email });
    }
    for (const email_verified of [undefined, null, 0, 1, '', 'false', 'True', false, [true]]) {
      expect(await at(byEmail, { sub: 's', email, email_verified })).toBeUndefined();
    }
    expect(await at({}, {})).toBeUndefined();
  });

  it('may be for one of several audiences, and for those alone', async () => {
    const both = { audiences: ['locus', 'account'] };
    expect(await at(both, { sub: 's', aud: 'account' })).toBeDefined();
    expect(await at(both, { sub: 's', aud: ['locus', 'account'] })).toBeDefined();
    // Keycloak's, which adds the account's own pages to every token.
    expect(await at({}, { sub: 's', aud: ['locus', 'account'] })).toBeDefined();
    expect(await at({}, { sub: 's', aud: ['locus', 'account'], azp: 'locus' })).toBeDefined();
    // What the issuer has signed is no guess, though it does not count here.
    const others = [{ aud: ['locus', 'account'], azp: 'payroll' }, { aud: ['account', 'payroll'] }];
    for (const claims of others) expect(await at({}, { sub: 's', ...claims })).toBe('untimely');
  });

  it('says groups in any claim, in one inside another, or not', async () => {
    const sub = 's';
    const roles = named({ groups: 'realm_access.roles' });
    expect(await at(roles, { sub, realm_access: { roles: ['a', 7, 'b'] } })).toMatchObject({
      groups: ['a', 'b'],
    });
    const address = named({ groups: 'https://example.com/groups' });
    expect(await at(address, { sub, 'https://example.com/groups': 'a' })).toMatchObject({
      groups: ['a'],
    });
    expect(await at({}, { sub })).toMatchObject({ groups: [], issuedAt: 0 });
    // Entra, of somebody in more groups than a token holds.
    const tooMany = { _claim_names: { groups: 'src1' } };
    expect(await at({}, { sub, ...tooMany })).toMatchObject({ groups: undefined });
  });

  it('is checked by keys that its issuer’s metadata names, and no other issuer’s', async () => {
    const issuer = new URL(keys).origin;
    published = { issuer, jwks_uri: keys, keys: [rs.jwk] };
    const own = { issuer, keys: undefined };
    expect(await at(own, { sub: 's', iss: issuer })).toMatchObject({ id: 's' });
    published = { ...published, issuer: `${issuer}/other` };
    expect(await at(own, { sub: 's', iss: issuer })).toBe('unavailable');
    published = { issuer, jwks_uri: 'http://login.example.com/keys' };
    expect(await at(own, { sub: 's', iss: issuer })).toBe('unavailable');
  });

  it('gives its person what their groups say, takes that back, and leaves what administrators gave', async () => {
    const groups = [
      { group: 'leads', role: 'team-administrator' as const },
      { group: 'planners', team: 'Planning' },
      { group: 'admins', role: 'administrator' as const },
    ];
    const signIn: SignInConfiguration = { ...EXPECTED, keys, newPeople: 'create', groups };
    const stage = await openStage({ signIn });
    const seen = async (jti: number, ...theirs: string[]) => {
      const headers = { 'x-api-key': await signed(rs, 'RS256', { jti: `${jti}`, groups: theirs }) };
      const me = await stage.send('/v1/me', { headers });
      const people = (await stage.admin('GET /people')).json['people'] as { id: string }[];
      return people.find(({ id }) => id === me.json['personId']);
    };
    try {
      expect(await seen(1)).toMatchObject({ role: 'person', team: null });
      expect(await seen(2, 'leads', 'planners', 'admins')).toMatchObject({
        role: 'administrator',
        teamName: 'Planning',
      });
      const person = await seen(3, 'planners', 'others');
      expect(person).toMatchObject({ role: 'person', teamName: 'Planning' });
      expect(await seen(4)).toMatchObject({ role: 'person', team: null });
      const { id: team } = (await stage.admin('POST /teams', { name: 'Research' })).json;
      await stage.admin(`PATCH /people/${person?.id}`, { team, role: 'team-administrator' });
      expect(await seen(5)).toMatchObject({ role: 'team-administrator', teamName: 'Research' });
      const audit = await stage.admin('GET /audit');
      expect(audit.text).toContain('person changed by groups');
    } finally {
      await stage.close();
    }
  });
});

it('makes the team of a group once, though an administrator adds it at the same moment', async () => {
  const groups = Array.from({ length: 12 }, (_, n) => ({ group: `g${n}`, team: `Team ${n}` }));
  const stage = await openStage({ signIn: { ...EXPECTED, keys, newPeople: 'create', groups } });
  try {
    await Promise.all(
      groups.flatMap(({ group, team }) => [
        signed(rs, 'RS256', { sub: group, oid: group, groups: [group] }).then((token) =>
          stage.send('/v1/me', { headers: { 'x-api-key': token } }),
        ),
        stage.admin('POST /teams', { name: team }),
      ]),
    );
    expect((await stage.admin('GET /teams')).json['teams']).toHaveLength(groups.length);
    expect((await stage.admin('GET /people')).json['people']).toHaveLength(groups.length + 1);
  } finally {
    await stage.close();
  }
});

describe('the issuer’s keys', () => {
  let now: number;
  let setBackBy: number;
  const clock = { now: () => now - setBackBy, elapsed: () => now };
  const verifier = (source = keys): JwtVerifier =>
    new JwtVerifier({ ...EXPECTED, keys: source }, clock);
  beforeEach(() => {
    now = Date.now();
    setBackBy = 0;
  });

  it('are read again for a kid that is new, but not more often than every 5 s', async () => {
    published = { keys: [es.jwk] };
    const own = verifier();
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, at) => signed(rs, 'RS256', { jti: String(at) })),
    );
    for (const token of tokens) expect(await own.verify(token)).toBeUndefined();
    expect(asked).toBe(1);
    published = { keys: [rs.jwk] };
    now += 5000;
    expect(await Promise.all(tokens.map((token) => own.verify(token)))).toEqual(
      tokens.map(() => ({ id: OID, name: 'Asha Rao', groups: [], issuedAt: 0 })),
    );
    expect(asked).toBe(2);
  });

  it('are read again for a kid that is new, also after a clock that was a day ahead', async () => {
    const own = verifier();
    published = { keys: [es.jwk] };
    expect(await own.verify(await signed(es, 'ES256'))).toMatchObject({ id: OID });
    setBackBy = 86_400_000;
    published = { keys: [rs.jwk] };
    now += 5000;
    expect(await own.verify(await signed(rs, 'RS256'))).toMatchObject({ id: OID });
  });

  it('stay while the issuer fails, and go once it has others', async () => {
    const own = verifier();
    expect(await own.verify(await signed(rs, 'RS256'))).toMatchObject({ id: OID });
    published = { keys: 'x'.repeat(300_000) };
    now += 600_000;
    const later = { exp: Math.floor(now / 1000) + 3600, jti: 'later' };
    expect(await own.verify(await signed(rs, 'RS256', later))).toMatchObject({ id: OID });
    published = { keys: [es.jwk] };
    now += 600_000;
    const last = { ...later, jti: 'last' };
    expect(await own.verify(await signed(rs, 'RS256', last))).toBeUndefined();
  });

  it('are missed aloud once, until they are there', async () => {
    let complaints = 0;
    const own = new JwtVerifier({ ...EXPECTED, keys }, clock, () => {
      complaints += 1;
    });
    const rounds = ['none', [rs.jwk], 'none'] as const;
    for (const [round, next] of rounds.entries()) {
      published = { keys: next };
      for (let again = 0; again < 2; again += 1) {
        now += 600_000;
        const exp = Math.floor(now / 1000) + 3600;
        await own.verify(await signed(rs, 'RS256', { exp, jti: `${round} ${again}` }));
      }
      expect(complaints).toBe(round === 2 ? 2 : 1);
    }
  });

  it('are asked for nothing that was verified, until it expires', async () => {
    const own = verifier();
    const token = await signed(rs, 'RS256', { exp: Math.floor(now / 1000) + 600 });
    const first = await own.verify(token);
    expect(await own.verify(token)).toBe(first);
    now += 660_001;
    expect(await own.verify(token)).toBe('untimely');
    expect(asked).toBe(1);
  });

  it('may be in a file', async () => {
    const stage = await openStage();
    try {
      const file = join(stage.folder, 'keys.json');
      writeFileSync(file, JSON.stringify(published));
      expect(await verifier(file).verify(await signed(es, 'ES256'))).toMatchObject({ id: OID });
    } finally {
      await stage.close();
    }
  });
});

describe('the configuration of a sign-in', () => {
  it('is an issuer and a client, a secret from a file, and what the file says of claims and groups', async () => {
    const stage = await openStage();
    const file = join(stage.folder, 'gateway.config.json');
    const secret = join(stage.folder, 'secret');
    writeFileSync(secret, 'of the client\n', { mode: 0o600 });
    const groups = [{ group: '/admins', role: 'administrator' }];
    const oidc = { clientId: 'locus', claims: { groups: 'realm_access.roles' }, groups };
    const environment = {
      LOCUS_CONFIG: file,
      LOCUS_OIDC_ISSUER: 'https://login.example.com/realms/one',
      LOCUS_OIDC_AUDIENCE: 'locus, account',
      LOCUS_OIDC_CLIENT_SECRET_FILE: secret,
    };
    try {
      writeFileSync(file, JSON.stringify({ oidc }));
      const configuration = readConfiguration(environment);
      expect(configuration.unused).toEqual([]);
      expect(configuration.signIn).toEqual({
        issuer: environment.LOCUS_OIDC_ISSUER,
        audiences: ['locus', 'account'],
        tenant: undefined,
        keys: undefined,
        claims: { id: undefined, name: 'name', email: 'email', groups: 'realm_access.roles' },
        newPeople: 'refuse',
        groups,
        client: { id: 'locus', secret: 'of the client', scopes: 'openid profile email' },
      });
      writeFileSync(file, JSON.stringify({ oidc: { ...oidc, groups: [{ role: 'person' }] } }));
      expect(() => readConfiguration(environment)).toThrow(/oidc.groups.0.group/);
      for (const keys of ['http://login.example.com/keys', 'ftp://127.0.0.1/keys']) {
        writeFileSync(file, JSON.stringify({ oidc: { ...oidc, keys } }));
        expect(() => readConfiguration(environment)).toThrow(/oidc.keys.*https URL, or a file/);
      }
    } finally {
      await stage.close();
    }
  });

  it('is none unless something of it is set', () => {
    expect(readConfiguration({}).signIn).toBeUndefined();
  });

  it.each([
    [
      { LOCUS_OIDC_ISSUER: 'https://a.example' },
      /LOCUS_OIDC_CLIENT_ID \(oidc.clientId\) is missing/,
    ],
    [
      {
        LOCUS_OIDC_ISSUER: 'https://a.example',
        LOCUS_OIDC_CLIENT_ID: 'locus',
        LOCUS_OIDC_NEW_PEOPLE: 'all',
      },
      /LOCUS_OIDC_NEW_PEOPLE \(oidc.newPeople\) has "all"/,
    ],
    [
      { LOCUS_OIDC_CLIENT_SECRET: 'hidden' },
      /^LOCUS_OIDC_ISSUER is missing: a client’s secret is set.$/,
    ],
    [
      { LOCUS_OIDC_ISSUER: 'http://login.example.com', LOCUS_OIDC_CLIENT_ID: 'locus' },
      /LOCUS_OIDC_ISSUER.*https URL/,
    ],
  ])('names what is wrong: %j', (environment, message) => {
    expect(() => readConfiguration(environment)).toThrow(message);
  });
});

const EXPECTED_CLAIMS = { ...CLAIMS, iss: ISSUER, aud: 'locus' };

async function pair(alg: string, kid: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicKey, privateKey, jwk: { ...(await exportJWK(publicKey)), kid } };
}

/** A good one, but for what is changed in its claims and its header. */
function signed(
  key: KeyPair,
  alg: string,
  claims: object = {},
  header: object = {},
): Promise<string> {
  const kid = key.jwk.kid as string;
  return new SignJWT({ ...EXPECTED_CLAIMS, exp: inSeconds(600), ...claims })
    .setProtectedHeader({ alg, kid, ...header })
    .sign(key.privateKey);
}

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
