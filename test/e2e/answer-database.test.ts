import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import webpack from 'webpack';
import type { AnswerStore, StoredAnswer, StoredEntry, StoreSize } from '../../src/engine/lookup';
import { describeAnswerStore, type StoreLimits } from '../engine/lookup/cache/answer-store-suite';
import type { StoreUnderTest } from '../engine/lookup/cache/answer-store-suite';
import { decode, encode, type Call } from './answer-database-page';
import { launchBrowser } from './workbench-page';

let browser: Browser;
let server: Server;
let folder: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locus-answers-'));
  await bundle(folder);
  const script = await readFile(join(folder, 'page.js'));
  server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>');
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

let made = 0;

describeAnswerStore('the database in a real browser', (limits) => {
  made += 1;
  return Promise.resolve(inPage({ name: `answers ${made}`, window: 0, now: START, limits }));
});

const START = Date.UTC(2026, 10, 21, 6);

interface Place {
  readonly name: string;
  readonly window: number;
  readonly now: number;
  readonly limits: StoreLimits;
}

/** A store whose every call is played in the page, at the time this side says it is. */
function inPage(place: Place): StoreUnderTest {
  let { now } = place;
  const { name, window, limits } = place;
  const call = async (method: Call['method'], argument?: unknown): Promise<unknown> => {
    const text = encode({ database: name, window, limits, now, method, argument });
    return decode(await page.evaluate((sent) => globalThis.answerPage.play(sent), text));
  };
  const store: AnswerStore = {
    read: async (keys) => new Map((await call('read', keys)) as [string, StoredAnswer[]][]),
    write: async (entries: readonly StoredEntry[]) => void (await call('write', entries)),
    clear: async () => void (await call('clear')),
    size: async () => (await call('size')) as StoreSize,
  };
  return {
    store,
    clock: { now: () => now, jump: (ms) => void (now += ms) },
    async settle() {
      await call('flush');
      await call('sweep');
    },
    async reopen() {
      await call('close');
      return inPage({ ...place, window: window + 1, now });
    },
    close: async () => void (await call('close')),
  };
}

function bundle(path: string): Promise<void> {
  const root = join(__dirname, '../..');
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    context: root,
    target: ['web', 'es2022'],
    entry: './test/e2e/answer-database-page.ts',
    output: { path, filename: 'page.js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: [{ test: /\.ts$/, use: join(root, 'test/strip-types-loader.cjs') }] },
  });
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) => {
      const complaint = stats?.hasErrors() === true ? stats.toString('errors-only') : undefined;
      const failure = error ?? (complaint === undefined ? undefined : new Error(complaint));
      compiler.close(() => (failure === undefined ? resolve() : reject(failure)));
    });
  });
}
