import { Browser, startProvider, type Provider } from './company-provider';
import { readConfiguration } from '../../../src/gateway/configuration';
import type { GroupGrant } from '../../../src/gateway/sign-in/sign-in-configuration';
import { openStage, type GatewayStage } from '../gateway-stage';

const GROUPS: readonly GroupGrant[] = [
  { group: 'gateway-admins', role: 'administrator' },
  { group: 'planners', team: 'Planning' },
];

describe('an administrator who signs in with a browser', () => {
  let provider: Provider;
  let stage: GatewayStage;
  beforeEach(async () => {
    provider = await startProvider('a-secret-of-the-client');
    const { signIn } = readConfiguration({
      LOCUS_OIDC_ISSUER: provider.issuer,
      LOCUS_OIDC_CLIENT_ID: 'locus',
      LOCUS_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      LOCUS_OIDC_NEW_PEOPLE: 'create',
    });
    if (signIn === undefined) throw new Error('there is no client');
    const client = { ...signIn.client, scopes: 'openid profile email groups' };
    stage = await openStage({ signIn: { ...signIn, client, groups: GROUPS } });
  });
  afterEach(async () => {
    await stage.close();
    await provider.stop();
  });
  const signInAs = (browser: Browser) =>
    browser.follow(`${stage.gateway.administrators}/admin/sign-in`);
  const api = (browser: Browser, path: string, headers = { 'x-locus-csrf': '1' }) =>
    browser.get(`${stage.gateway.administrators}/admin/api${path}`, headers);
  const faultOf = ({ at }: { at: string }) => new URL(at).hash;

  it('gets the role and the team of their groups, and a session that ends everywhere', async () => {
    const asha = new Browser('asha');
    const { at, way } = await signInAs(asha);
    expect(at).toBe(`${stage.gateway.administrators}/admin/`);
    const began = new URL(way[1] as string).searchParams;
    expect(began.get('code_challenge_method')).toBe('S256');
    expect(began.get('nonce')).not.toBe(began.get('state'));
    // Neither the secret nor a token is in any address.
    expect(way.join('\n')).not.toMatch(/a-secret-of-the-client|locusadmin_|eyJ/);
    expect(await (await api(asha, '/session')).json()).toMatchObject({
      name: 'Asha Rao',
      role: 'administrator',
      isSession: true,
    });
    const { people } = (await stage.admin('GET /people')).json as {
      people: { id: string; name: string; teamName?: string }[];
    };
    const { id, teamName } = people.find(({ name }) => name === 'Asha Rao') ?? {};
    expect(teamName).toBe('Planning');
    const { tokens } = (await stage.admin(`GET /people/${id}/tokens`)).json as {
      tokens: { id: string; label: string }[];
    };
    expect(tokens).toMatchObject([{ label: 'Signed in with a browser', isSession: true }]);
    await stage.admin(`DELETE /tokens/${tokens[0]?.id}`);
    expect((await api(asha, '/session')).status).toBe(401);
  });

  it('acts for no page of another site, and is a new session each time', async () => {
    const asha = new Browser('asha');
    await signInAs(asha);
    const first = asha.cookies.get('__Host-locus-administration');
    expect((await api(asha, '/session', {} as never)).status).toBe(401);
    await signInAs(asha);
    const second = asha.cookies.get('__Host-locus-administration');
    expect(second).not.toBe(first);
    const stolen = new Browser('asha');
    stolen.cookies.set('__Host-locus-administration', first ?? '');
    expect((await api(stolen, '/session')).status).toBe(401);
    const headers = { cookie: asha.cookie, 'x-locus-csrf': '1' };
    const address = `${stage.gateway.administrators}/admin/api/session`;
    expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(200);
    expect((await fetch(address, { headers })).status).toBe(401);
  });

  it('completes each sign-in of two tabs that began at once, and keeps few that were never finished', async () => {
    const asha = new Browser('asha');
    const begin = async () => {
      const reply = await asha.get(`${stage.gateway.administrators}/admin/sign-in`);
      return String(reply.headers.get('location'));
    };
    const [one, other] = [await begin(), await begin()];
    for (const address of [one, other]) {
      expect((await asha.follow(address)).at).toBe(`${stage.gateway.administrators}/admin/`);
      expect((await api(asha, '/session')).status).toBe(200);
    }
    const pending = () => [...asha.cookies.keys()].filter((name) => name.includes('pending'));
    expect(pending()).toEqual([]);
    for (let turn = 0; turn < 9; turn += 1) await begin();
    expect(pending().length).toBeLessThanOrEqual(4);
    expect((await asha.follow(await begin())).at).toBe(`${stage.gateway.administrators}/admin/`);
  });

  it('is told what is wrong: no administrator, cancelled, another browser, guessed', async () => {
    const ravi = new Browser('ravi');
    expect(faultOf(await signInAs(ravi))).toBe('#sign-in=not-allowed');
    expect(ravi.cookies.has('__Host-locus-administration')).toBe(false);
    expect(faultOf(await signInAs(new Browser('')))).toBe('#sign-in=refused');
    // Somebody sends the link back from the provider to a victim, whose browser began nothing.
    const asha = new Browser('asha');
    const { way } = await signInAs(asha);
    const done = way.find((each) => each.includes('/sign-in/done')) ?? '';
    expect(faultOf(await new Browser('asha').follow(done))).toBe('#sign-in=expired');
    const other = new Browser('asha');
    await other.get(`${stage.gateway.administrators}/admin/sign-in`);
    expect(faultOf(await other.follow(done))).toBe('#sign-in=expired');
    expect(other.cookies.has('__Host-locus-administration')).toBe(false);
  });

  it('signs in with keys that have changed, a clock that is a little off, and not while the provider is down', async () => {
    await signInAs(new Browser('asha'));
    await provider.restart(50_000);
    const asha = new Browser('asha');
    let end = await signInAs(asha);
    // Unknown keys are looked for again every five seconds at most.
    for (let turn = 0; faultOf(end) !== '' && turn < 8; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      end = await signInAs(asha);
    }
    expect(end.at).toBe(`${stage.gateway.administrators}/admin/`);
    await provider.restart(-7_200_000);
    expect(faultOf(await signInAs(new Browser('asha')))).toMatch(/expired|refused/);
    await provider.stop();
    await stage.restart();
    expect(faultOf(await signInAs(new Browser('asha')))).toBe('#sign-in=provider-down');
    // The first administrator's token is the way in.
    expect((await stage.admin('GET /session')).json).toMatchObject({ isSession: false });
  });

  it('stays out once they are deleted, until an administrator adds them again', async () => {
    const asha = new Browser('asha');
    await signInAs(asha);
    const idOfAsha = async () => {
      const { people } = (await stage.admin('GET /people')).json as {
        people: { id: string; name: string }[];
      };
      return people.find(({ name }) => name === 'Asha Rao')?.id;
    };
    await stage.admin(`DELETE /people/${await idOfAsha()}`);
    const all = await Promise.all(Array.from({ length: 3 }, () => signInAs(new Browser('asha'))));
    await stage.restart();
    for (const end of [...all, await signInAs(new Browser('asha'))]) {
      expect(faultOf(end)).toBe('#sign-in=unknown-person&id=asha');
    }
    expect(await idOfAsha()).toBeUndefined();
    await stage.admin('POST /people', { name: 'Asha Rao', oid: 'asha' });
    expect(faultOf(await signInAs(new Browser('asha')))).toBe('');
  });

  it('is shut out by no wrong tokens that others send from the same office', async () => {
    for (let each = 0; each < 25; each += 1) {
      await stage.admin('GET /session', undefined, 'a-wrong-token-that-nobody-has');
    }
    const wrong = await stage.admin('GET /session', undefined, 'a-wrong-token-that-nobody-has');
    expect(wrong.status).toBe(429);
    expect(faultOf(await signInAs(new Browser('asha')))).toBe('');
  });

  it('is shut out at once when an administrator disables them', async () => {
    const asha = new Browser('asha');
    await signInAs(asha);
    const people = async () =>
      (await stage.admin('GET /people')).json['people'] as { id: string; name: string }[];
    const id = (await people()).find(({ name }) => name === 'Asha Rao')?.id;
    await stage.admin(`PATCH /people/${id}`, { isDisabled: true });
    expect((await api(asha, '/session')).status).toBe(401);
    expect(faultOf(await signInAs(asha))).toContain('#sign-in=unknown-person&id=asha');
  });
});
