import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchOptions } from '../../scripts/browser.cjs';
import type { RunningServer, ServerOptions } from '../../src/sample/server';
import type { WorkbookObject } from '../../src/workbench/workbook-object';

declare global {
  interface Window {
    workbook: WorkbookObject;
  }
}

/** The production bundle in a real browser, before a sample service of its own. */
export interface WorkbenchPage {
  readonly page: Page;
  readonly server: RunningServer;
  /** What a console, a policy or an uncaught error had to complain of. */
  readonly complaints: string[];
  /** Addresses of requests that went to any other origin. */
  readonly requestsElsewhere: readonly string[];
  get(a1: string): Promise<string[][]>;
  set(a1: string, rows: (string | number | boolean | null)[][]): Promise<void>;
  message(a1: string): Promise<string | null>;
  idle(): Promise<void>;
  /** Stops the service, and starts a new one on the same port when called. */
  stopService(): Promise<() => Promise<RunningServer>>;
  /** Opens the page anew; settles as opening it did. */
  reload(): Promise<void>;
  /** Writes the key into the pane and presses "Save and test". */
  enterKey(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface WorkbenchPageOptions extends ServerOptions {
  /** After the page's name: `?deadlineMs=3000`. */
  readonly query?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What the browser says of the person’s place. */
  readonly region?: { readonly locale: string; readonly timezoneId: string };
  /** Done to the page before anything of ours is in it. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Another build can be tested by naming its folder. */
export const DIST = process.env.DIST ?? join(__dirname, '../../dist');
/** For what is waited for in a page: a busy machine is no reason to fail. */
const TIMEOUT_MS = 90_000;
const STORED = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';
const WIDE = { width: 1280, height: 800 };

/** A sample service of its own beside the built files, on any port. */
export function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  return e2e.startServer({ port: 0, distDir: DIST, ...options });
}

/** @param more of Chromium's arguments; a browser that has some of its own starts without files. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!existsSync(join(DIST, 'workbench.html'))) throw new Error('dist/ is empty: npm run build');
  const launch = more.length === 0 ? e2e.launchWarm : e2e.launch;
  const { executablePath, headless, args } = launchOptions();
  if (executablePath === undefined) throw new Error('no Chromium: set CHROMIUM to its path');
  return launch({ executablePath, headless, args: [...args, ...more] });
}

/** A browser of the suite that calls this, from before its first test to after its last. */
export function suiteBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => void (browser = await launchBrowser()));
  afterAll(() => browser?.close());
  return () => browser as Browser;
}

/** The page of the suite that calls this, from before its first test to after its last. */
export function suiteWorkbench(options: WorkbenchPageOptions = {}): WorkbenchPage {
  const browser = suiteBrowser();
  let opened: WorkbenchPage | undefined;
  beforeAll(async () => void (opened = await openWorkbench(browser(), options)));
  afterAll(() => opened?.close());
  return onceOpen(() => opened);
}

/** What a suite opens before its first test, to be named before that. */
export function onceOpen<Thing extends object>(current: () => Thing | undefined): Thing {
  return new Proxy({} as Thing, {
    get: (_, name) => Reflect.get(current() ?? {}, name) as unknown,
  });
}

/** Settles when the page can be driven; its first calculation may still be under way. */
export async function openWorkbench(
  browser: Browser,
  { query = '', viewport = WIDE, region, prepare, ...serverOptions }: WorkbenchPageOptions = {},
): Promise<WorkbenchPage> {
  let server = await e2e.ports.start({ distDir: DIST, ...serverOptions });
  const { address, port } = server;
  // What is prepared may stay with a context, as a clock does.
  const isUsual = prepare === undefined && region === undefined;
  const kept = isUsual ? browser.contexts()[0] : undefined;
  const context = kept ?? (await browser.newContext(region));
  const page = await newPage(context, address);
  await page.setViewportSize(viewport);
  const complaints: string[] = [];
  const requestsElsewhere: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'error' || entry.type() === 'warning') complaints.push(entry.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== address && protocol !== 'data:' && protocol !== 'blob:') {
      requestsElsewhere.push(request.url());
    }
  });
  await prepare?.(page);
  await page.goto(`${address}/workbench.html${query}`);
  await whenDrawn(page);
  return {
    page,
    get server() {
      return server;
    },
    complaints,
    requestsElsewhere,
    get: (a1) => page.evaluate((cells) => window.workbook.get(cells), a1),
    set: (a1, rows) =>
      page.evaluate(({ cells, values }) => window.workbook.set(cells, values), {
        cells: a1,
        values: rows,
      }),
    message: (a1) => page.evaluate((cells) => window.workbook.message(cells), a1),
    idle: () => page.evaluate(() => window.workbook.idle()),
    async stopService() {
      await server.stop();
      return async () => {
        server = await startServer({ ...serverOptions, port });
        return server;
      };
    },
    async reload() {
      await page.reload();
      await whenDrawn(page);
    },
    async enterKey(key) {
      await page.getByRole('textbox', { name: KEY_BOX }).fill(key);
      await page.getByRole('button', { name: 'Save and test' }).click();
    },
    async close() {
      if (kept === undefined) await context.close();
      await Promise.all(pagesOf(context, address).map((open) => open.close()));
      await server.stop();
      e2e.ports.free(port);
    },
  };
}

/** Settles when the page has nothing to do: what a key or a click leads to has been done. */
export function whenIdle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((settle) => {
        requestIdleCallback(() => requestIdleCallback(() => settle()));
      }),
  );
}

/** The name of the key's box, which changes once a gateway has said that it is one. */
export const KEY_BOX = /^(API key|Access token)$/;

/** A page whose origin has nothing in store, but for the files that the browser has fetched. */
async function newPage(context: BrowserContext, origin: string): Promise<Page> {
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await session.detach();
  return page;
}

function pagesOf(context: BrowserContext, origin: string): Page[] {
  return context.pages().filter((page) => page.url().startsWith(`${origin}/`));
}

async function whenDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => 'workbook' in window);
  await page.locator('#sheet canvas').first().waitFor();
  // The grid takes the focus when it is drawn, from whatever had it.
  await page.waitForFunction(() => document.activeElement !== document.body);
}

/** What the sample workbook calculates: all cells whose formulas ask the service. */
export const ASKING_CELLS = ['Stores!C2:H51', 'Places!C2:J201'];

export function isNumber(shown: string): boolean {
  return /^-?\d[\d,]*(?:\.\d+)?$/.test(shown);
}

/** Counts a person's clicks from now on, by the page itself; resolves with what tells how many. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { clicks: 0 };
    Object.assign(window, { counted });
    window.addEventListener('pointerdown', () => (counted.clicks += 1), true);
  });
  return () =>
    page.evaluate(() => (window as unknown as { counted: { clicks: number } }).counted.clicks);
}
