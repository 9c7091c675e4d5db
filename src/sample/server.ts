import { isIP, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { createSampleAtlas } from './sample-atlas';
import { loadSampleData } from './sample-data';
import { errorResponse, type SampleEnvironment } from './sample-environment';
import {
  createSampleService,
  type SampleService,
  type SampleServiceOptions,
} from './sample-service';
import { createStaticFiles } from '../node/static-files';
import { streamSSE } from 'hono/streaming';
import { localDay } from '../engine/async/clock';

/** The sample service and the built add-in, on one port of this machine. */
export interface RunningServer {
  readonly port: number;
  /** `http://localhost:3000` */
  readonly address: string;
  readonly sample: SampleService;
  /** Cuts open connections, and settles when the port is free again. */
  stop(): Promise<void>;
}

export interface ServerOptions extends Partial<SampleServiceOptions> {
  /** The first port to try; if it is taken, the next free one. 0 takes any. @default 3000 */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** The folder of built files. @default './dist' */
  readonly distDir?: string;
  /** Registers a listener that reloads open pages after each build. */
  readonly onBuilt?: (notify: () => void) => () => void;
  /** Settles when all files are built. Until then, a request for a missing file waits. */
  readonly whenWhole?: Promise<void>;
}

const FIRST_PORT = 3000;
const LOOPBACK = '127.0.0.1';
const MOST_PORTS_TRIED = 100;
const FRONT_PAGE = 'workbench.html';
const ANOTHER_HOST = 'This server answers as localhost. For another name, start it with HOST=name.';
const NOT_BUILT =
  'There is nothing here. If this is the first page: npm run build has not run yet.';

/**
 * Starts the server. Settles when it answers calls. Rejects if no port is free, or the data is not
 * installed.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { port: firstPort = FIRST_PORT, host = LOOPBACK, distDir = './dist' } = options;
  const sample = createSampleService({
    ...options,
    atlas: options.atlas ?? createSampleAtlas(loadSampleData()),
    now: options.now ?? Date.now,
    today: options.today ?? (() => localDay(new Date())),
    delay: options.delay ?? delay,
  });
  const app = createApp(sample, { ...options, distDir, host });
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  const port = await listen(server, firstPort, host);
  return {
    port,
    address: `http://${host === LOOPBACK ? 'localhost' : host}:${port}`,
    sample,
    stop: () => stop(server),
  };
}

type AppOptions = ServerOptions & Pick<Required<ServerOptions>, 'distDir' | 'host'>;

function createApp(
  sample: SampleService,
  { distDir, host: ownHost, onBuilt, whenWhole }: AppOptions,
): Hono<SampleEnvironment> {
  const files = createStaticFiles(distDir, FRONT_PAGE, undefined, ownHost === LOOPBACK);
  const app = new Hono<SampleEnvironment>();
  app.use(async (c, next) => {
    const named = [c.req.header('host'), new URL(c.req.url).host];
    if (!named.every((host) => isKnownHost(host, ownHost))) return errorResponse(421, ANOTHER_HOST);
    return next();
  });
  app.route('/', sample.app);
  if (onBuilt !== undefined) app.route('/', createReload(onBuilt));
  app.get('*', async ({ req: { raw } }) => {
    const file = await files(raw);
    if (file !== undefined || whenWhole === undefined) return file ?? errorResponse(404, NOT_BUILT);
    await whenWhole;
    return (await files(raw)) ?? errorResponse(404, NOT_BUILT);
  });
  app.notFound(() => errorResponse(404, 'There is nothing here.'));
  // An error may hold the request, so nothing of it is sent or logged.
  app.onError(() => errorResponse(500, 'The server has failed.'));
  return app;
}

async function listen(server: Server, firstPort: number, host: string): Promise<number> {
  for (let port = firstPort; ; port += 1) {
    const failure = await listenOn(server, port, host);
    if (failure === undefined) return (server.address() as AddressInfo).port;
    const isTaken = failure.code === 'EADDRINUSE';
    if (!isTaken || port >= firstPort + MOST_PORTS_TRIED) throw failure;
  }
}

function listenOn(
  server: Server,
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((settle) => {
    const onError = (error: NodeJS.ErrnoException): void => settle(error);
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      settle(undefined);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((settle) => {
    server.close(() => settle());
    server.closeAllConnections();
  });
}

async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Notifies open pages when they have been rebuilt. Only `npm run dev` needs this. */
function createReload(onBuilt: (notify: () => void) => () => void): Hono {
  const app = new Hono();
  app.get('/development/built', (c) =>
    streamSSE(c, async (stream) => {
      // Pages try again every 300 ms, so that they soon find a restarted server.
      await stream.write('retry: 300\n\n');
      const leave = onBuilt(() => void stream.writeSSE({ data: 'built' }));
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      leave();
    }),
  );
  return app;
}

/**
 * Whether a request is meant for this server, judged by its `Host`. Another site can point its own
 * name at this machine (DNS rebinding), and its page would then share the workbench's origin. A
 * numeric address cannot be redirected like that.
 *
 * @param host as in the header, perhaps with a port.
 * @param own the name or address that the server was told to listen on.
 */
export function isKnownHost(host: string | undefined, own: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(`http://${host}`);
  // Only a name and a port: `evil@localhost` is no host.
  if (url.host !== host.toLowerCase().replace(/:80$/, '')) return false;
  const name = url.hostname.replace(/\.$/, '');
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return (
    isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase()
  );
}
