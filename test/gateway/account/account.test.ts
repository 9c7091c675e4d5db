import { request } from 'node:http';
import { openStage, type GatewayStage } from '../gateway-stage';
import { Browser, signInWith, startProvider, type Provider } from '../sign-in/company-provider';

const ADD_IN = 'https://add-in.example.com';

describe('people and their own account', () => {
  let provider: Provider;
  let stage: GatewayStage;
  beforeEach(async () => {
    provider = await startProvider();
    stage = await openStage({ signIn: signInWith(provider), origins: [ADD_IN] });
    await stage.admin('POST /people', { name: 'Ravi', oid: 'ravi' });
  });
  afterEach(async () => {
    await stage.close();
    await provider.stop();
  });

  const signInAs = (browser: Browser, then = '') =>
    browser.follow(`${stage.gateway.people}/account/sign-in${then}`);
  const api = async (browser: Browser, what: string, body?: object) => {
    const [method = 'GET', path = ''] = what.split(' ');
    const response = await fetch(`${stage.gateway.people}/account/api${path}`, {
      method,
      headers: { cookie: browser.cookie, 'x-locus-csrf': '1' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Record<string, unknown>;
    return { status: response.status, json };
  };
  const signedIn = async (): Promise<Browser> => {
    const ravi = new Browser('ravi');
    await signInAs(ravi);
    return ravi;
  };
  const idOf = async (browser: Browser) => String((await api(browser, 'GET /me')).json['personId']);
  const me = async (token: string) =>
    (await stage.send('/v1/me', { headers: { 'x-api-key': token } })).status;

  it('sign in at the provider, and get a token for a device that administrators see and revoke', async () => {
    const ravi = new Browser('ravi');
    const { at, way } = await signInAs(ravi, '?then=connect');
    expect(at).toBe(`${stage.gateway.people}/account/connect`);
    const made = await api(ravi, 'POST /tokens', { label: 'Excel on Windows' });
    expect(made.json).toMatchObject({
      label: 'Excel on Windows',
      token: expect.stringMatching(/^locus_/) as string,
    });
    const token = String(made.json['token']);
    expect(way.join('\n')).not.toMatch(/locus_|locusaccount_|eyJ/);
    expect(await me(token)).toBe(200);
    const path = `/people/${await idOf(ravi)}/tokens`;
    const { tokens } = (await stage.admin(`GET ${path}`)).json as {
      tokens: { id: string; label: string }[];
    };
    expect(tokens.map(({ label }) => label)).toEqual([
      'Signed in with a browser',
      'Excel on Windows',
    ]);
    for (const { id } of tokens) await stage.admin(`DELETE /tokens/${id}`);
    expect(await me(token)).toBe(401);
    expect((await api(ravi, 'GET /me')).status).toBe(401);
  });

  it('see when each token was used last, and revoke their own alone', async () => {
    const ravi = await signedIn();
    const made = (await api(ravi, 'POST /tokens', { label: 'laptop' })).json;
    const list = async () =>
      (await api(ravi, 'GET /tokens')).json['tokens'] as Record<string, unknown>[];
    expect(await list()).toMatchObject([
      { label: 'laptop', lastUsed: null, isThis: false },
      { label: 'Signed in with a browser', isThis: true },
    ]);
    await me(String(made['token']));
    const today = new Date().toISOString().slice(0, 10);
    expect((await list())[0]).toMatchObject({ lastUsed: today });
    await stage.restart();
    expect((await list())[0]).toMatchObject({ lastUsed: today });
    expect(JSON.stringify(await list())).not.toContain('hash');
    const other = await stage.person('Asha');
    const [foreign] = (await stage.admin(`GET /people/${other.id}/tokens`)).json['tokens'] as {
      id: string;
    }[];
    expect((await api(ravi, `DELETE /tokens/${foreign?.id}`)).status).toBe(404);
    expect(await me(other.token)).toBe(200);
    expect((await api(ravi, `DELETE /tokens/${String(made['id'])}`)).status).toBe(200);
    expect(await me(String(made['token']))).toBe(401);
  });

  it('see with a token what they may spend, but make no other with it', async () => {
    const ravi = await signedIn();
    const { token } = (await api(ravi, 'POST /tokens', {})).json;
    await stage.admin(`PUT /people/${await idOf(ravi)}/budget`, { callsPerDay: 7 });
    await stage.ask(String(token), { lat: 12, lng: 77, variables: 'w_pop_tt' });
    const send = (method: string, path: string) =>
      stage.send(`/account/api${path}`, {
        method,
        headers: { authorization: `Bearer ${String(token)}` },
      });
    expect((await send('GET', '/me')).json).toMatchObject({
      person: 'Ravi',
      isSession: false,
      budget: { day: { limit: 7, used: 1, left: 6 } },
    });
    const { days } = (await send('GET', '/usage')).json as { days: { booked: number }[] };
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.booked).toBe(1);
    expect((await send('POST', '/tokens')).status).toBe(403);
  });

  it('ask for more once at a time, and have it when an administrator approves', async () => {
    const ravi = await signedIn();
    const id = await idOf(ravi);
    await stage.admin(`PUT /people/${id}/budget`, { callsPerDay: 5, callsPerMonth: 50 });
    const wish = { message: 'New stores\nin Pune', callsPerDay: 500 };
    expect((await api(ravi, 'POST /request', wish)).json).toMatchObject({ status: 'open' });
    expect((await api(ravi, 'POST /request', wish)).status).toBe(409);
    expect((await stage.admin('GET /requests')).json['requests']).toMatchObject([
      { id, name: 'Ravi', message: 'New stores in Pune', callsPerDay: 500, callsPerMonth: null },
    ]);
    expect((await stage.admin(`POST /requests/${id}/approve`)).status).toBe(200);
    // A second administrator was a moment later.
    expect((await stage.admin(`POST /requests/${id}/decline`)).status).toBe(404);
    expect((await api(ravi, 'GET /me')).json).toMatchObject({
      budget: { day: { limit: 500 }, month: { limit: 50 } },
      request: { status: 'approved' },
    });
    await api(ravi, 'POST /request', { message: 'More, please' });
    expect((await stage.admin(`POST /requests/${id}/approve`)).status).toBe(400);
    expect((await api(ravi, 'DELETE /request')).json).toMatchObject({ status: 'withdrawn' });
    expect((await stage.admin('GET /requests')).json['requests']).toEqual([]);
  });

  it('make twenty tokens a day, also if they ask for two hundred at once', async () => {
    const ravi = await signedIn();
    const made = await Promise.all(
      Array.from({ length: 200 }, () => api(ravi, 'POST /tokens', {})),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 429)).toHaveLength(180);
  });

  it('begin a sign-in nowhere but at the gateway’s own address', async () => {
    const { people } = stage.gateway;
    const { port } = new URL(people);
    const location = await new Promise<string | undefined>((resolve, reject) => {
      request({ port, path: '/account/sign-in', headers: { host: 'evil.example' } }, (reply) =>
        resolve(reply.headers.location),
      )
        .on('error', reject)
        .end();
    });
    expect(location).toBe('/account/#sign-in=no-address');
    const began = await fetch(`${people}/account/sign-in`, { redirect: 'manual' });
    const asked = new URL(began.headers.get('location') ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe(`${people}/account/sign-in/done`);
  });

  it('write a few lines of the audit a day, however often they ask, withdraw or revoke', async () => {
    const ravi = await signedIn();
    const { id, token } = (await api(ravi, 'POST /tokens', {})).json;
    const statuses: number[] = [];
    for (let each = 0; each < 8; each += 1) {
      statuses.push((await api(ravi, 'POST /request', { message: 'More' })).status);
      await api(ravi, 'DELETE /request');
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    for (let each = 0; each < 8; each += 1) await api(ravi, `DELETE /tokens/${String(id)}`);
    expect(await me(String(token))).toBe(401);
    const { entries } = (await stage.admin('GET /audit')).json as { entries: { act: string }[] };
    const count = (act: string) => entries.filter((entry) => entry.act === act).length;
    expect([count('asked for a larger budget'), count('token revoked')]).toEqual([5, 1]);
  });

  it('are told what to ask for if nobody has added them', async () => {
    const { at } = await signInAs(new Browser('asha'), '?then=connect-office');
    expect(at).toBe(
      `${stage.gateway.people}/account/connect-office#sign-in=unknown-person&id=asha`,
    );
  });

  it('lend their session to no page of another site, and return to none', async () => {
    const ravi = await signedIn();
    const address = `${stage.gateway.people}/account/api/tokens`;
    const { cookie } = ravi;
    const { status } = await fetch(address, { method: 'POST', headers: { cookie } });
    expect(status).toBe(401);
    const preflight = await fetch(address, { method: 'OPTIONS', headers: { origin: ADD_IN } });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const elsewhere = await signInAs(new Browser('ravi'), '?then=//evil.example');
    expect(elsewhere.at).toBe(`${stage.gateway.people}/account/`);
    // The two doors of one host keep apart what each has begun.
    const both = new Browser('ravi');
    await both.get(`${stage.gateway.administrators}/admin/sign-in`);
    await both.get(`${stage.gateway.people}/account/sign-in`);
    expect([...both.cookies.keys()]).toEqual([
      expect.stringMatching(/^__Host-locus-pending-administration-[\w-]{12}$/),
      expect.stringMatching(/^__Host-locus-pending-account-[\w-]{12}$/),
    ]);
  });

  it('find out from the add-in’s origin alone whether they can sign in', async () => {
    const offered = async (origin: string) => {
      const path = '/account/sign-in/offered';
      const { json, headers } = await stage.send(path, { headers: { origin } });
      return [json['provider'], headers.get('access-control-allow-origin')];
    };
    const { host } = new URL(provider.issuer);
    expect(await offered(ADD_IN)).toEqual([host, ADD_IN]);
    expect(await offered('https://evil.example')).toEqual([host, null]);
  });

  it('are framed by nobody, and only the page in Office’s dialog loads Microsoft’s script', async () => {
    const headersOf = async (path: string) => (await stage.send(path, {})).headers;
    for (const path of ['/account/', '/account/connect', '/account/connect-office']) {
      const headers = await headersOf(path);
      expect(headers.get('x-frame-options')).toBe('DENY');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy.includes('appsforoffice')).toBe(path.endsWith('office'));
    }
    expect((await headersOf('/account/')).get('cross-origin-opener-policy')).toBe('same-origin');
    expect((await stage.send('/account/admin.html', {})).status).toBe(404);
  });
});
