import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startProgram } from '../gateway/gateway-program';
import type { GatewayProgram } from '../gateway/gateway-program';
import { startProvider } from '../gateway/sign-in/company-provider';
import type { Provider } from '../gateway/sign-in/company-provider';
import { launchBrowser } from './workbench-page';

const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** Somebody at a company with a sign-in, in a browser. Each test goes on from the one before. */
describe('a person who signs in from the pane', () => {
  let folder: string;
  let provider: Provider;
  let gateway: GatewayProgram;
  let browser: Browser;
  let page: Page;
  let account: Page;
  let id: string;
  const complaints: string[] = [];
  const addresses: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-e2e-account-'));
    provider = await startProvider();
    [gateway, browser] = await Promise.all([
      startProgram({
        LOCUS_DATA: join(folder, 'data'),
        LOCUS_ADMIN_TOKEN: 'an-administrators-token-for-tests',
        LOCUS_OIDC_ISSUER: provider.issuer,
        LOCUS_OIDC_CLIENT_ID: 'locus',
      }),
      launchBrowser(),
    ]);
    const added = await gateway.admin('POST /people', { name: 'Ravi Iyer', oid: 'ravi' });
    ({ id } = added as { id: string });
    await gateway.admin(`PUT /people/${id}/budget`, { callsPerDay: 40 });
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    context.on('request', (request) => addresses.push(request.url()));
    context.on('console', (entry) => {
      if (entry.text().includes('Content Security Policy')) complaints.push(entry.text());
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    page = await context.newPage();
    await page.goto(`${gateway.people}/`);
    await page.waitForFunction(() => 'workbook' in window);
  });
  afterAll(async () => {
    await browser.close();
    gateway.kill('SIGTERM');
    await Promise.all([gateway.ended, provider.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What axe finds in every theme, and whether anything is wider than a narrow page. */
  async function faults(shown: Page): Promise<string[]> {
    await shown.evaluate(axe.source);
    const found: string[] = [];
    for (const width of [1280, 320]) {
      await shown.setViewportSize({ width, height: 700 });
      for (const look of LOOKS) {
        await shown.emulateMedia(look);
        const { violations } = await shown.evaluate(async () => {
          const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          await nextFrame();
          await nextFrame();
          return window.axe.run({ exclude: ['[data-tabster-dummy]'] });
        });
        found.push(...violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`));
      }
      await shown.emulateMedia(LOOKS[0]);
      const isWide = await shown.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWide) found.push(`wider than ${width} pixels`);
    }
    return found;
  }

  async function valueOf(formula: string): Promise<string> {
    await page.evaluate((text) => window.workbook.set('C3', [[text]]), formula);
    await page.evaluate(() => window.workbook.idle());
    return page.evaluate(() => window.workbook.get('C3').flat().join());
  }

  it('is handed a token by a window, and has values', async () => {
    await page.getByText(/^Sign in with your work account at 127\.0\.0\.1/).waitFor();
    expect(await page.getByText('Get started').count()).toBe(0);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const popup = await opening;
    await popup.getByLabel('Who are you?').fill('ravi');
    await popup.getByRole('button', { name: 'Continue' }).click();
    // The provider's page has cut the window off: the pane cannot close it.
    await popup.getByText('You can close this window.').waitFor();
    await page.getByText(/^Connected\./).waitFor();
    await page.getByText('Signed in as Ravi Iyer').waitFor();
    await page.getByText('Get started').waitFor();
    expect(Number(await valueOf('=LOCATTR(12.9352,77.6245,"w_pop_tt")'))).toBeGreaterThan(0);
    expect(addresses.filter((address) => /locus_|locusaccount_/.test(address))).toEqual([]);
  });

  it('sees budget, usage and devices on a page of their own, which is the same session', async () => {
    account = await page.context().newPage();
    await account.goto(`${gateway.people}/account`);
    await account.getByRole('heading', { name: 'Your Locus account' }).waitFor();
    await account.getByText(/^Today: \d+ of 40 calls used, \d+ left\. Resets /).waitFor();
    await account.getByText(/^\d calls? in 30 days/).waitFor();
    await account.getByText(/^Workbench on Linux, \d+ \w+ \d{4}$/).waitFor();
    await account.getByText('this page').waitFor();
    expect(await faults(account)).toEqual([]);
  });

  it('makes a token there, which is shown once', async () => {
    await account.getByLabel(/^New token/).fill('a script');
    await account.keyboard.press('Enter');
    const shown = await account.getByText(/locus_[\w-]{43}/).innerText();
    const token = /locus_[\w-]{43}/.exec(shown)?.[0] ?? '';
    const me = await fetch(`${gateway.people}/v1/me`, { headers: { 'x-api-key': token } });
    expect(me.status).toBe(200);
    await account.reload();
    await account.getByText('a script').waitFor();
    expect(await account.getByText(token).count()).toBe(0);
  });

  it('asks for more, and has it once an administrator approves', async () => {
    await account.getByRole('button', { name: 'Ask for more' }).click();
    await account.getByLabel('What do you need it for?').fill('New stores in Pune');
    await account.getByLabel('Calls a day').fill('900');
    expect(await faults(account)).toEqual([]);
    await account.getByRole('button', { name: 'Send' }).click();
    await account.getByText(/you asked for 900 calls a day: “New stores in Pune”/).waitFor();
    const admin = await browser.newPage({
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
    });
    await admin.goto(`${gateway.administrators}/admin/`);
    await admin.getByLabel('Administrator’s token').fill('an-administrators-token-for-tests');
    await admin.keyboard.press('Enter');
    await admin.getByRole('tab', { name: 'Requests' }).click();
    await admin.getByText('New stores in Pune').waitFor();
    expect(await faults(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Approve Ravi Iyer’s request' }).click();
    await admin.getByText('Ravi Iyer has a new budget.').waitFor();
    await admin.close();
    await account.reload();
    await account.getByText(/^Today: \d+ of 900 calls used/).waitFor();
    await account.getByText(/^Your last request was approved on /).waitFor();
  });

  it('revokes the device there, and the pane says so, and offers to sign in again', async () => {
    await account.getByRole('button', { name: /^Revoke Workbench on Linux/ }).click();
    await account.getByRole('button', { name: 'Revoke', exact: true }).click();
    await account.getByText(/ is revoked\.$/).waitFor();
    expect(await valueOf('=LOCATTR(13.5,77.9,"w_pop_tt")')).toBe('#VALUE!');
    expect(await page.evaluate(() => window.workbook.message('C3'))).toMatch(/key/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is told whom to ask, where nobody has added them', async () => {
    const stranger = await browser.newPage({ reducedMotion: 'reduce' });
    await stranger.goto(`${gateway.people}/account/`);
    await stranger.getByRole('link', { name: 'Sign in' }).click();
    await stranger.getByLabel('Who are you?').fill('asha');
    await stranger.getByRole('button', { name: 'Continue' }).click();
    await stranger.getByText(/Ask your administrator to add you with the ID asha\./).waitFor();
    expect(await faults(stranger)).toEqual([]);
  });
});
