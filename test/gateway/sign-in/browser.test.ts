import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfiguration } from '../../../src/gateway/configuration';
import type { GroupGrant } from '../../../src/gateway/sign-in/sign-in-configuration';
import { openStage } from '../gateway-stage';
import type { GatewayStage } from '../gateway-stage';

/** A provider of the company's sign-in: the real `oidc-provider`, in a process of its own. */
interface Provider {
  readonly issuer: string;
  stop(): Promise<void>;
  /** With new keys, perhaps a clock that is off, at the same address. */
  restart(offsetMs?: number): Promise<void>;
}

async function startProvider(secret?: string): Promise<Provider> {
  let port = 0;
  let child: ChildProcess;
  const start = async (offsetMs = 0): Promise<string> => {
    const given = JSON.stringify({ port, offsetMs, secret });
    child = spawn(process.execPath, [join(__dirname, 'provider.mjs'), given], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const issuer = line.toString().trim();
    port = Number(new URL(issuer).port);
    return issuer;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const issuer = await start();
  return {
    issuer,
    stop,
    async restart(offsetMs) {
      await stop();
      await start(offsetMs);
    },
  };
}

/** A browser that follows redirects, and keeps cookies as one does: by host, not by port. */
class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly who: string) {}

  async get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookie, 'x-who': this.who, ...headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** @returns the address at which the redirects end, and all on the way. */
  async follow(address: string): Promise<{ readonly at: string; readonly way: readonly string[] }> {
    const way: string[] = [];
    for (let at = address; way.length < 20;) {
      way.push(at);
      const next = (await this.get(at)).headers.get('location');
      if (next === null) return { at, way };
      at = new URL(next, at).href;
    }
    throw new Error(way.join('\n'));
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

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
    if (signIn?.client === undefined) throw new Error('there is no client');
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
