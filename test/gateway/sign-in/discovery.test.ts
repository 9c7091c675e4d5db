import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BrowserSignIn } from '../../../src/gateway/sign-in/browser-sign-in';
import { openStage } from '../gateway-stage';
import { Browser, signInWith, startProvider } from './company-provider';

it('signs people in at a provider that is configured with a last slash which it has not', async () => {
  const provider = await startProvider();
  const stage = await openStage({ signIn: signInWith({ issuer: `${provider.issuer}/` }) });
  try {
    await stage.admin('POST /people', { name: 'Ravi', oid: 'ravi' });
    const { at } = await new Browser('ravi').follow(`${stage.gateway.people}/account/sign-in`);
    expect(at).toBe(`${stage.gateway.people}/account/`);
  } finally {
    await stage.close();
    await provider.stop();
  }
});

describe('a provider', () => {
  let asked: string[];
  let server: Server;
  let issuer: string;
  let metadata: object | undefined;
  beforeEach(async () => {
    asked = [];
    metadata = undefined;
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(metadata === undefined ? 500 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(metadata ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = (name: string) => `${issuer}/${name}`;
  const begin = async (times: number): Promise<readonly string[]> => {
    const stage = await openStage({ signIn: signInWith({ issuer }) });
    const { people } = stage.gateway;
    const signInOnce = async (): Promise<string> => {
      const reply = await fetch(`${people}/account/sign-in`, { redirect: 'manual' });
      return reply.headers.get('location') ?? '';
    };
    try {
      const together = await Promise.all(Array.from({ length: times }, signInOnce));
      return [...together, await signInOnce()];
    } finally {
      await stage.close();
    }
  };

  it('that fails is asked once, however many strangers begin a sign-in', async () => {
    const ends = await begin(20);
    expect(new Set(ends)).toEqual(new Set(['/account/#sign-in=provider-down']));
    expect(asked).toHaveLength(1);
  });

  it.each(['/', ''])('that calls itself with "%s" at the end is taken', async (end) => {
    const own = issuer + end;
    if (end === '') issuer += '/';
    metadata = {
      ...{ issuer: own, jwks_uri: endpoint('keys'), response_types_supported: ['code'] },
      ...{ authorization_endpoint: endpoint('authorize'), token_endpoint: endpoint('token') },
    };
    const ends = await begin(1);
    expect(ends.every((each) => each.startsWith(endpoint('authorize')))).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('that cannot be reached is no riddle to administrators', async () => {
    server.close();
    const configured = signInWith({ issuer });
    if (configured === undefined) throw new Error('there is no sign-in');
    const verifier = { verifyIdToken: () => Promise.resolve(undefined) };
    const signIn = new BrowserSignIn(configured, configured.client, verifier, () => 0);
    await expect(signIn.begin('https://gateway.example/done')).rejects.toMatchObject({
      fault: 'provider-down',
      facts: { why: 'ECONNREFUSED' },
    });
  });

  it('that calls itself something else is not', async () => {
    metadata = { issuer: 'https://elsewhere.example', authorization_endpoint: endpoint('a') };
    expect(await begin(1)).toEqual(Array(2).fill('/account/#sign-in=provider-down'));
  });
});
