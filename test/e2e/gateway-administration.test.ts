import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startProgram } from '../gateway/gateway-program';
import type { GatewayProgram } from '../gateway/gateway-program';
import { launchBrowser } from './workbench-page';

const ADMINISTRATOR = 'an-administrators-token-for-tests';
const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** One page that a new administrator opens. Each test goes on from the one before. */
describe('the page for administrators, 320 pixels wide', () => {
  let folder: string;
  let gateway: GatewayProgram;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-e2e-admin-'));
    [gateway, browser] = await Promise.all([
      startProgram({ LOCUS_DATA: join(folder, 'data'), LOCUS_ADMIN_TOKEN: ADMINISTRATOR }),
      launchBrowser(),
    ]);
    page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (entry) => {
      if (entry.text().includes('Content Security Policy')) complaints.push(entry.text());
    });
    await page.goto(`${gateway.administrators}/admin`);
  });
  afterAll(async () => {
    await browser.close();
    gateway.kill('SIGTERM');
    await gateway.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  /** What axe finds, but for Fluent UI's own keepers of the focus, in every theme, and whether anything is wider than the page. */
  async function faults(): Promise<string[]> {
    await page.evaluate(axe.source);
    const found: string[] = [];
    for (const look of LOOKS) {
      await page.emulateMedia(look);
      const { violations } = await page.evaluate(() =>
        window.axe.run({ exclude: ['[data-tabster-dummy]'] }),
      );
      found.push(...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`));
    }
    await page.emulateMedia(LOOKS[0]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    return width > 320 ? [...found, `${width} pixels wide`] : found;
  }

  const tab = (name: string) => page.getByRole('tab', { name }).click();

  it('lets in by a token, and says why not', async () => {
    await page.getByLabel('Administrator’s token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This is no administrator’s token.').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByLabel('Administrator’s token').fill(ADMINISTRATOR);
    await page.keyboard.press('Enter');
    await page.getByText('No call has been made since the gateway started.').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('makes a team, a person, a budget and a token that is shown once, by keyboard', async () => {
    await tab('Teams');
    await page.getByLabel('New team').fill('Research');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Research' }).waitFor();
    await page.getByLabel('Calls a day, Research').fill('100');
    await page.keyboard.press('Enter');
    expect(await faults()).toEqual([]);
    await tab('People');
    await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Research' });
    await page.getByLabel('New person').fill('Asha');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Manage Asha/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(/^New token/).fill('laptop');
    await page.keyboard.press('Enter');
    const shown = await page.getByText(/locus_[\w-]{43}/).innerText();
    expect(await faults()).toEqual([]);
    const token = /locus_[\w-]{43}/.exec(shown)?.[0] ?? '';
    const me = await fetch(`${gateway.people}/v1/me`, { headers: { 'x-api-key': token } });
    expect(await me.json()).toMatchObject({
      person: 'Asha',
      team: 'Research',
      budget: { day: { limit: 100, left: 100, of: 'team' } },
    });
    await page.getByRole('button', { name: 'Revoke laptop' }).click();
    await page.getByText('revoked').waitFor();
    const later = await fetch(`${gateway.people}/v1/me`, { headers: { 'x-api-key': token } });
    expect(later.status).toBe(401);
  });

  it('shows scores of unknown outcome, and who did what', async () => {
    await tab('Scores');
    await page.getByText('Every score has an answer').waitFor();
    expect(await faults()).toEqual([]);
    await tab('Audit');
    await page.getByText(/token revoked/).waitFor();
    expect(await faults()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
