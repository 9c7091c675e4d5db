import { Hono } from 'hono';
import { aboutPage, aboutSample } from './about';
import type { FaultControl } from './fault-control';
import { refuse } from './sample-environment';
import type { SampleContext, SampleEnvironment } from './sample-environment';

export interface SampleControlsOptions {
  readonly control: FaultControl;
  stats(): object;
  reset(): void;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** `/sample`: what this service is, what it has counted, and faults on request. */
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
    if (!isFromHere(c)) return refuseStranger();
    options.reset();
    return c.json(options.stats());
  });
  app.post('/sample/faults', async (c) => {
    if (!isFromHere(c)) return refuseStranger();
    const problem = options.control.set(await c.req.json().catch(() => undefined));
    return problem === undefined ? c.json({ status: 200 }) : refuse(400, problem);
  });
  app.all('/sample/*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? refuse(404, 'There is nothing here.')
      : refuse(405, 'This path does not take this method.'),
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

function refuseStranger(): Response {
  return refuse(403, 'Only this machine may change the sample service.');
}
