import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { RunningServer } from '../../src/sample/server';
import { DIST, launchBrowser, startServer } from './workbench-page';

const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
];
const SCHEMES = ['light', 'dark'] as const;

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

/** The index, and where functions.json sends people; served here from another origin. */
function helpPaths(): readonly string[] {
  const { functions } = JSON.parse(readFileSync(join(DIST, 'functions.json'), 'utf8')) as {
    functions: readonly { helpUrl: string }[];
  };
  return ['/help.html', ...functions.map(({ helpUrl }) => new URL(helpUrl).pathname)];
}

test('the server gives each help page as a page that is not kept', async () => {
  for (const path of helpPaths()) {
    const { status, headers } = await fetch(server.address + path);
    expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

describe.each(SIZES)('at $width pixels', (viewport) => {
  test.each(SCHEMES)(
    'every help page is whole and keeps to its policy, %s',
    async (colorScheme) => {
      const page = await browser.newPage({ viewport, colorScheme });
      const complaints = complaintsOf(page);
      for (const path of helpPaths()) {
        await page.goto(server.address + path);
        expect({ path, ...(await looksOf(page)) }).toEqual({
          path,
          isStyled: true,
          isDark: colorScheme === 'dark',
          goesBeyondTheWindow: false,
          brokenImages: 0,
        });
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
    60_000,
  );
});

test('one finds the way by keyboard from the index to a function and back', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.address}/help.html`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the text');
  await page.getByRole('navigation').getByRole('link', { name: 'LOCSCORE', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'LOCSCORE' }).waitFor();
  await page.getByText('All that it says about its arguments').focus();
  await page.keyboard.press('Enter');
  await page.getByText('The model is blank').waitFor();
  await page.getByRole('banner').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Locus' }).waitFor();
  await page.close();
});

/** What the console, a policy or a missing file had to say; filled while the page is used. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The picture of the tab may still be on its way when the next page is gone to.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  return complaints;
}

function looksOf(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const [red = 0] = /\d+/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
    return {
      isStyled: getComputedStyle(document.body).margin === '0px',
      isDark: Number(red) < 128,
      goesBeyondTheWindow: scrollWidth > clientWidth,
      brokenImages: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
    };
  });
}
