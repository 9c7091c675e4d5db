import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createCA, createCert } from 'mkcert';
import { ADDIN_SITE, passOn } from './addin-site';
import { HOST_ORIGIN, SITE } from './host-page';

/**
 * Excel on the web and Microsoft's CDN, on a port of this machine and under their own names, and
 * add-ins on a site of theirs.
 */
export interface MicrosoftServers {
  /** Lets a browser take this machine for all of them, and reach nothing else but localhost. */
  readonly browserArguments: readonly string[];
  /** How the CDN answers for `office.js` from now on. */
  serveOfficeScript(manner: OfficeScriptManner): void;
  /** Ends the holding back of office.js. */
  releaseOfficeScript(): void;
  stop(): Promise<void>;
}

/** `held` until it is released; `missing` as where a network blocks the CDN. */
export type OfficeScriptManner = 'at-once' | 'held' | 'missing';

const CDN = 'appsforoffice.microsoft.com';
const HOSTED = '/lib/1/hosted/';
const OFFICE_JS = join(__dirname, '../../node_modules/@microsoft/office-js/dist');
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** @param pageOf the host's page for a path such as `/workbook?…`. */
export async function startMicrosoftServers(
  pageOf: (url: URL) => string,
): Promise<MicrosoftServers> {
  const certificate = await createCertificate([`*.${SITE}`, `*.${ADDIN_SITE}`, CDN]);
  let manner: OfficeScriptManner = 'at-once';
  const held: (() => void)[] = [];

  async function serveScript(path: string, response: ServerResponse): Promise<void> {
    if (path === 'office.js' && manner === 'missing') return void response.destroy();
    if (path === 'office.js' && manner === 'held') {
      await new Promise<void>((release) => void held.push(release));
    }
    const body = await readFile(join(OFFICE_JS, normalize(`/${path}`))).catch(() => undefined);
    if (body === undefined) return void response.writeHead(404).end();
    // As the CDN does, so that a second visit finds it in the browser's cache.
    response
      .writeHead(200, {
        'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=86400',
        'access-control-allow-origin': '*',
      })
      .end(body);
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (passOn(request, response)) return;
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
    if (url.hostname === CDN && url.pathname.startsWith(HOSTED)) {
      void serveScript(url.pathname.slice(HOSTED.length), response);
    } else if (url.origin === HOST_ORIGIN && url.pathname === '/workbook') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(url));
    } else response.writeHead(404).end();
  }

  const server = createServer(certificate, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const releaseOfficeScript = (): void => {
    for (const release of held.splice(0)) release();
  };
  return {
    browserArguments: [
      // The add-in gets a process of its own, as it has beside the genuine host.
      `--isolate-origins=https://[*.]${SITE},https://[*.]${ADDIN_SITE}`,
      `--ignore-certificate-errors-spki-list=${fingerprintOf(certificate.cert)}`,
      `--host-resolver-rules=${[
        `MAP *.${SITE} 127.0.0.1:${port}`,
        `MAP *.${ADDIN_SITE} 127.0.0.1:${port}`,
        `MAP ${CDN} 127.0.0.1:${port}`,
        'MAP * ~NOTFOUND',
        'EXCLUDE localhost',
      ].join(',')}`,
    ],
    serveOfficeScript: (next) => void (manner = next),
    releaseOfficeScript,
    stop() {
      releaseOfficeScript();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** New each time, and known to nobody but the one browser that is told of it. */
async function createCertificate(domains: string[]): Promise<{ key: string; cert: string }> {
  const validity = 2;
  const where = { countryCode: 'IN', state: 'Tests', locality: 'Tests' };
  const ca = await createCA({ organization: 'Tests', ...where, validity });
  return createCert({ ca, domains, validity });
}

function fingerprintOf(certificate: string): string {
  const { publicKey } = new X509Certificate(certificate);
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('base64');
}
