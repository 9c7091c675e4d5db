import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCA, createCert } from 'mkcert';
import { ask, newToken, startProgram, type GatewayProgram } from './gateway-program';

/** Names that only the proxy knows. */
const SERVICE = 'data.locus.example';
const HELPDESK = 'help.locus.example';
const ALONE = 'alone.locus.example';

/** The built programs where nothing outside is reached but through a proxy that wants a password. */
describe('behind a proxy', () => {
  let folder: string;
  let service: Server;
  let proxy: Server;
  let passed: string[];
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-behind-'));
    const ca = await createCA({
      ...{ organization: 'Locus', countryCode: 'IN', state: 'KA', locality: 'Bengaluru' },
      validity: 1,
    });
    const { cert, key } = await createCert({ ca, domains: [SERVICE, HELPDESK], validity: 1 });
    writeFileSync(join(folder, 'ca.pem'), ca.cert);
    service = createSecureServer({ cert, key }, (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end('{"data":{"a":1},"status":200}');
    });
    proxy = createServer((_request, response) => response.writeHead(501).end());
    proxy.on('connect', (request, socket) => {
      const isKnown = request.headers['proxy-authorization'] === `Basic ${btoa('asha:secret')}`;
      passed.push(isKnown ? String(request.url) : 'a stranger');
      if (!isKnown) return void socket.end('HTTP/1.1 407 Who are you\r\n\r\n');
      const onward = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [socket, onward]) end.on('error', () => socket.destroy());
    });
    for (const server of [service, proxy]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    const { port } = proxy.address() as AddressInfo;
    environment = {
      HTTPS_PROXY: `http://asha:secret@127.0.0.1:${port}`,
      NO_PROXY: `.${ALONE},10.0.0.1`,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    };
  });
  beforeEach(() => (passed = []));
  afterAll(() => {
    for (const server of [service, proxy]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });

  const withGateway = async (
    change: Record<string, string>,
    use: (gateway: GatewayProgram, token: string) => Promise<void>,
  ): Promise<void> => {
    const gateway = await startProgram({
      ...environment,
      LOCUS_ATTRIBUTE_URL: `https://${SERVICE}`,
      LOCUS_MODEL_URL: `https://${SERVICE}`,
      LOCUS_PROVIDER_KEY: 'key',
      LOCUS_ADMIN_TOKEN: 'an-administrators-token-for-tests',
      LOCUS_DATA: mkdtempSync(join(folder, 'data-')),
      LOCUS_LOG_LEVEL: 'silent',
      ...change,
    });
    await use(gateway, await newToken(gateway));
    gateway.kill('SIGTERM');
    await gateway.ended;
  };

  it('a gateway asks the service and calls for help through it', async () => {
    const help = { LOCUS_WEBHOOK_URL: `https://${HELPDESK}/locus` };
    await withGateway(help, async (gateway, token) => {
      expect((await ask(gateway, token, 1)).status).toBe(200);
      expect(await gateway.admin('POST /alerts/test', {})).toEqual({
        status: 'the webhook took it',
      });
      expect(passed).toEqual([`${SERVICE}:443`, `${HELPDESK}:443`]);
    });
  });

  it('a gateway reads the keys of a company’s sign-in through it', async () => {
    const signIn = {
      LOCUS_OIDC_ISSUER: `https://${HELPDESK}`,
      LOCUS_OIDC_CLIENT_ID: 'locus',
    };
    await withGateway(signIn, async (gateway) => {
      const headers = { 'x-api-key': `${btoa('{"alg":"RS256","kid":"k"}')}.e30.e30` };
      await fetch(`${gateway.people}/v1/me`, { headers });
      await fetch(`${gateway.administrators}/admin/sign-in`, { redirect: 'manual' });
      expect(new Set(passed)).toEqual(new Set([`${HELPDESK}:443`]));
    });
  });

  it.each([
    ['what NO_PROXY names', { LOCUS_WEBHOOK_URL: `https://help.${ALONE}` }],
    ['anyone, where NO_PROXY is *', { LOCUS_WEBHOOK_URL: `https://${HELPDESK}`, NO_PROXY: '*' }],
  ])('a gateway does not call %s through it', async (_what, change) => {
    await withGateway(change, async (gateway) => {
      const told = await gateway.admin('POST /alerts/test', {});
      expect(told).toMatchObject({ status: 502 });
      expect(passed).toEqual([]);
    });
  });

  it('this machine is reached without it: here, a gateway’s own commands', async () => {
    await withGateway({}, async (gateway) => {
      const { output } = await run('gateway.cjs', ['people', 'list'], {
        HTTP_PROXY: environment['HTTPS_PROXY'] ?? '',
        LOCUS_ADMIN_URL: gateway.administrators,
        LOCUS_ADMIN_TOKEN: 'an-administrators-token-for-tests',
      });
      expect(output).toMatch(/Asha/);
      expect(passed).toEqual([]);
    });
  });

  it('the command line asks through it', async () => {
    const place = ['lookup', '--lat', '1', '--lng', '2', '--names', 'a'];
    const service = ['--service', `https://${SERVICE}`];
    const { output, code } = await run('cli.cjs', [...place, ...service], { LOCUS_KEY: 'key' });
    expect([output.trim(), code]).toEqual(['1', 0]);
    expect(passed).toEqual([`${SERVICE}:443`]);
  });

  it.each([
    ['gateway.cjs', []],
    ['cli.cjs', ['test', '--service', `https://${SERVICE}`]],
  ])('%s says which variable names no proxy, and not what it holds', async (program, args) => {
    const { output, code } = await run(program, args, {
      HTTPS_PROXY: 'socks5://asha:secret@proxy.example',
      LOCUS_KEY: 'key',
      LOCUS_DATA: join(folder, 'none'),
    });
    expect(output).toContain(
      'HTTPS_PROXY should be an http(s) address, such as http://proxy.example.com:3128.',
    );
    expect(output).not.toContain('secret');
    expect(code).toBe(1);
  });

  /** A built program, to its end. */
  function run(
    program: string,
    args: readonly string[],
    more: Record<string, string>,
  ): Promise<{ readonly output: string; readonly code: number }> {
    const path = join(__dirname, '../../build', program);
    const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: folder, ...environment, ...more };
    return new Promise((resolve) => {
      execFile(process.execPath, [path, ...args], { env, cwd: folder }, (error, out, err) => {
        resolve({ output: out + err, code: Number(error?.code ?? 0) });
      });
    });
  }
});
