import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { RunningServer } from '../../src/sample/server';
import { launchBrowser, startServer } from './workbench-page';

const CDN = 'https://appsforoffice.microsoft.com/lib/1/hosted/';
const OFFICE_JS = join(__dirname, '../../node_modules/@microsoft/office-js/dist');

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe('the add-in’s page in a plain browser', () => {
  test('explains itself where Microsoft’s script finds no Excel', async () => {
    const errors: string[] = [];
    const page = await open(async (page) => {
      page.on('pageerror', (error) => errors.push(error.message));
      await serveOfficeJs(page);
    });
    await page.evaluate(() => Office.onReady());
    await expectExplanation(page);
    expect(errors).toEqual([]);
  });

  test('fetches nothing of the pane that is not shown', async () => {
    const fetched: string[] = [];
    const page = await open(async (page) => {
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      await serveOfficeJs(page);
    });
    await page.evaluate(() => Office.onReady());
    expect(fetched).toContain('/functions.js');
    expect(fetched.filter((path) => path.startsWith('/pane.'))).toEqual([]);
  });
});

async function open(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 350, height: 600 } });
  await prepare(page);
  await page.goto(`${server.address}/taskpane.html`);
  return page;
}

/** Microsoft's own files, in place of its CDN. */
async function serveOfficeJs(page: Page): Promise<void> {
  await page.route(`${CDN}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(OFFICE_JS, pathname.replace('/lib/1/hosted/', '')) });
  });
}

async function expectExplanation(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Locus works inside Excel' });
  await heading.waitFor({ state: 'visible' });
  // It appears after a delay, so that it does not flash by inside Excel.
  await page.waitForFunction(() => {
    const explanation = document.querySelector('.outside');
    return explanation !== null && getComputedStyle(explanation).opacity === '1';
  });
}
