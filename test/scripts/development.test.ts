import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { EventSource } from 'undici';
import type { Configuration } from 'webpack';

import { develop } from '../../scripts/development.cjs';
import type { StartedServer } from '../../scripts/development.cjs';
import type { SampleAtlas } from '../../src/sample/sample-atlas';
import { startServer } from '../../src/sample/server';
import type { RunningServer } from '../../src/sample/server';

/** The sample service, as if it were a process of its own. */
class ServerProcess extends EventEmitter implements StartedServer {
  connected = true;
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly running: Promise<RunningServer>;
  private readonly tells = new Set<() => void>();

  constructor(port: number, distDir: string) {
    super();
    this.running = startServer({
      port,
      distDir,
      atlas: {} as SampleAtlas,
      onBuilt: (tell) => {
        this.tells.add(tell);
        return () => void this.tells.delete(tell);
      },
    });
  }

  send(): void {
    for (const tell of this.tells) tell();
  }

  kill(): void {
    void this.running.then(async (server) => {
      await server.stop();
      this.fail();
    });
  }

  /** Ends by itself. */
  fail(): void {
    this.connected = false;
    this.exitCode = 0;
    this.emit('exit');
  }
}

let folder: string;
let servers: ServerProcess[];
let development: ReturnType<typeof develop>;
let page: OpenPage | undefined;
const news = new EventEmitter();
const said: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'locus-development-'));
  servers = [];
  said.length = 0;
  write('page', 'shown = 1;');
  write('server', '1;');
  // What is as new as the watching itself would be built twice.
  for (const name of ['page', 'server']) utimesSync(join(folder, `${name}.js`), 0, 0);
  let port = 0;
  development = develop([configuration('page', 'web'), configuration('server', 'node')], {
    start() {
      const server = new ServerProcess(port, join(folder, 'out'));
      servers.push(server);
      void server.running.then((running) => {
        port = running.port;
        news.emit('started', running);
      });
      return server;
    },
    say: (text) => {
      said.push(text);
      news.emit('said');
    },
  });
  const [{ address }] = (await once(news, 'started')) as [RunningServer];
  page = await openPage(address);
});
afterEach(async () => {
  page?.close();
  page = undefined;
  await development.close();
  rmSync(folder, { recursive: true });
});

test('a change of a page is built, and the open page shows it', async () => {
  expect(page?.shown()).toBe(1);
  write('page', 'shown = 2;');
  await page?.reloaded();
  expect(page?.shown()).toBe(2);
  expect(servers).toHaveLength(1);
});

test('a change of the server starts it anew, and the open page comes back with it', async () => {
  write('server', '2;');
  await page?.reloaded();
  expect(servers.map(({ connected }) => connected)).toEqual([false, true]);
});

test('a change with a fault says so, and its correction is shown', async () => {
  write('page', 'shown = ;');
  while (!said.some((text) => text.includes('Module parse failed'))) await once(news, 'said');
  write('page', 'shown = 3;');
  await page?.reloaded();
  expect(page?.shown()).toBe(3);
});

test('a server that has ended by itself is started again when it is changed', async () => {
  const [first] = servers;
  await (await first?.running)?.stop();
  first?.fail();
  write('server', '3;');
  await page?.reloaded();
  expect(servers).toHaveLength(2);
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.js`), text);
}

function configuration(name: string, target: string): Configuration {
  const main = join(folder, `${name}.js`);
  return {
    name,
    target,
    mode: 'development',
    devtool: false,
    context: folder,
    entry: name === 'page' ? [join(__dirname, '../../webpack/reload.js'), main] : main,
    output: { path: join(folder, 'out'), filename: `${name}.js` },
  };
}

interface OpenPage {
  shown(): unknown;
  /** Once the page has been loaded again. */
  reloaded(): Promise<unknown>;
  close(): void;
}

/** What a browser does with the script. */
async function openPage(address: string): Promise<OpenPage> {
  const sources: EventSource[] = [];
  const pages = new EventEmitter();
  let loaded: { shown?: unknown };

  async function load(): Promise<void> {
    const script = await (await fetch(`${address}/page.js`)).text();
    expect(script).toBe(readFileSync(join(folder, 'out/page.js'), 'utf8'));
    class Source extends EventSource {
      constructor(path: string) {
        super(address + path);
        sources.push(this);
      }
    }
    loaded = { shown: undefined };
    const reload = (): void => {
      for (const open of sources.splice(0)) open.close();
      void load().then(() => pages.emit('reloaded'));
    };
    runInNewContext(script, Object.assign(loaded, { EventSource: Source, location: { reload } }));
    await Promise.all(sources.map((open) => once(open, 'open')));
  }

  await load();
  return {
    shown: () => loaded.shown,
    reloaded: () => once(pages, 'reloaded'),
    close: () => {
      for (const open of sources) open.close();
    },
  };
}
