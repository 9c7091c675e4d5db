import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    const config = join(folder, 'gateway.config.json');
    writeFileSync(config, JSON.stringify({ pricePerLookup: 0.5, currency: 'INR' }));
    [gateway, browser] = await Promise.all([
      startProgram({
        LOCUS_CONFIG: config,
        LOCUS_DATA: join(folder, 'data'),
        LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      }),
      launchBrowser(),
    ]);
    page = await browser.newPage({
      viewport: { width: 320, height: 700 },
      // Colours are judged once they have changed.
      reducedMotion: 'reduce',
    });
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
      const { violations } = await page.evaluate(async () => {
        // The frame after the one in which the page hears of other colours.
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await nextFrame();
        await nextFrame();
        return window.axe.run({ exclude: ['[data-tabster-dummy]'] });
      });
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
    await page.getByText('This is not an administrator’s token.').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByLabel('Administrator’s token').fill(ADMINISTRATOR);
    await page.keyboard.press('Enter');
    await page.getByText('No call has been answered since the gateway started.').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('leads a new administrator in three steps to a colleague’s first value', async () => {
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByLabel('Team’s name').fill('Pilot');
    await page.keyboard.press('Enter');
    await steps.getByText('Pilot added.').waitFor();
    // Each step has the focus by itself: by keyboard, nobody looks for it.
    await steps.getByLabel('Person’s name').waitFor();
    await page.keyboard.type('Tara');
    await page.keyboard.press('Enter');
    await steps.getByText('Tara added to Pilot.').waitFor();
    await steps.getByRole('button', { name: 'Make a token for Tara' }).waitFor();
    await page.keyboard.press('Enter');
    const copy = steps.getByRole('button', { name: 'Copy' });
    await copy.waitFor();
    expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
    await steps.getByText('The token goes there under Connection, on Home.').waitFor();
    const token = await steps.getByText(/^locus_[\w-]{43}$/).innerText();
    const address = await steps.locator('strong', { hasText: 'http' }).innerText();
    expect(await faults()).toEqual([]);
    const first = await fetch(`${address}/production/v1.0/getvariablesbulk`, {
      method: 'POST',
      headers: { 'x-api-key': token },
      body: JSON.stringify({ lat: 11, lng: 77, variables: 'w_pop_tt' }),
    });
    expect(first.status).toBe(200);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('1 call in 30 days').waitFor();
    await page.getByRole('cell', { name: 'Tara' }).waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('Team');
    await page.getByRole('cell', { name: 'Pilot' }).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('renames, moves and promotes a person, and deletes a person and then the team', async () => {
    await tab('People');
    await page.getByRole('button', { name: /^Manage Tara/ }).click();
    await page.getByLabel('Name, Tara').fill('Tara Sen');
    await page.getByLabel('Role, Tara').selectOption({ label: 'Administrator of their team' });
    await page.getByRole('button', { name: 'Save Tara', exact: true }).click();
    await page.getByText('Tara Sen saved.').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Delete Tara Sen' }).click();
    await page.getByText('Their calls stay in the usage').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Tara Sen deleted.').waitFor();
    await tab('Teams');
    await page.getByLabel('Name, Pilot').fill('Trial');
    await page.getByRole('button', { name: 'Save Pilot' }).click();
    await page.getByRole('heading', { name: 'Trial' }).waitFor();
    await page.getByRole('button', { name: 'Delete Trial' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Trial deleted.').waitFor();
    await tab('Usage');
    await page.getByText('Tara Sen (deleted)').waitFor();
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
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    const me = await fetch(`${gateway.people}/v1/me`, { headers: { 'x-api-key': token } });
    expect(await me.json()).toMatchObject({
      person: 'Asha',
      team: 'Research',
      budget: { day: { limit: 100, left: 100, of: 'team' } },
    });
    await page.getByRole('button', { name: 'Revoke laptop' }).click();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('revoked').waitFor();
    const later = await fetch(`${gateway.people}/v1/me`, { headers: { 'x-api-key': token } });
    expect(later.status).toBe(401);
  });

  async function upload(label: string, csv: string): Promise<void> {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: label, exact: true }).click();
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await (await choosing).setFiles(file);
  }

  it('takes people from a CSV, and says why a line was not taken', async () => {
    await tab('People');
    await upload('Import a CSV', 'name,team\nBinod,Sales\n=cmd(),Sales\nBinod,Sales\n');
    await page.getByText('1 added, 2 refused').waitFor();
    await page.getByText('Line 3: name: begins like a formula.').waitFor();
    await page.getByText('Line 4: name: already in this team.').waitFor();
    await page.getByRole('heading', { name: 'Binod' }).waitFor();
    await upload('Import a CSV', 'who\nNobody\n');
    await page.getByText('The first line must name the columns: name, team, role, oid.').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('takes the budget with which people begin', async () => {
    await tab('People');
    await page.getByRole('button', { name: 'Budget for new people' }).click();
    const own = page.getByRole('region', { name: 'Budget for new people' });
    await own.getByLabel('Calls a day, new people').fill('40');
    await page.keyboard.press('Enter');
    await own.getByText('Budget for new people saved.').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByLabel('New person').fill('Chitra');
    await page.keyboard.press('Enter');
    await page.getByText('Chitra added.').waitFor();
    await page.getByRole('button', { name: /^Manage Chitra/ }).click();
    expect(await page.getByLabel('Calls a day, Chitra').inputValue()).toBe('40');
    await own.getByLabel('Calls a day, new people').fill('');
    await page.keyboard.press('Enter');
    await own.getByText('Budget for new people saved.').waitFor();
  });

  it('warns of a budget from four fifths of it on, in calls and in price', async () => {
    await tab('People');
    await page.getByRole('button', { name: /^Manage Binod/ }).click();
    await page.getByLabel('Calls a day, Binod').fill('5');
    await page.getByLabel('INR a month, Binod').fill('2.5');
    await page.keyboard.press('Enter');
    const own = page.getByRole('group', { name: 'Binod' });
    await own.getByLabel(/^New token/).fill('phone');
    await page.keyboard.press('Enter');
    const shown = await own.getByText(/locus_[\w-]{43}/).innerText();
    const token = /locus_[\w-]{43}/.exec(shown)?.[0] ?? '';
    const ask = (row: number): Promise<Response> =>
      fetch(`${gateway.people}/production/v1.0/getvariablesbulk`, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: JSON.stringify({ lat: 12 + row / 10, lng: 77, variables: 'w_pop_tt' }),
      });
    for (const row of [1, 2, 3]) await ask(row);
    await tab('Teams');
    await tab('People');
    await page.getByText('3 calls today, 1.5 INR').waitFor();
    expect(await page.getByText(/^Budget (nearly )?spent/).count()).toBe(0);
    await ask(4);
    await tab('Teams');
    await tab('People');
    await page.getByText('Budget nearly spent: 4 of 5 calls today').waitFor();
    await page.getByText('Budget nearly spent: 2 INR of 2.5 INR this month').waitFor();
    expect(await faults()).toEqual([]);
    await ask(5);
    expect((await ask(6)).status).toBe(402);
    await tab('Usage');
    await page.getByText('6 calls today, 3 INR').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await (await downloading).createReadStream();
    const csv = Buffer.concat(await saved.toArray()).toString();
    expect(csv).toMatch(/^day,model,charged,booked,price\r\n/);
    expect(csv).toMatch(/,,6,6,3\r\n$/);
  });

  it('lists names and models for everybody, and takes them away again', async () => {
    await tab('Catalogue');
    // The sample service brings its own.
    await page.getByText('8 attributes listed for everybody. A new file replaces them.').waitFor();
    expect(await faults()).toEqual([]);
    await upload('Upload attributes', 'name,meaning\nw_a,One\nnot a name,x\n');
    await page.getByText('1 added, 1 refused').waitFor();
    await page.getByText(/^Line 3: "not a name" isn’t an attribute’s name/).waitFor();
    await page.getByText('1 attribute listed for everybody. A new file replaces them.').waitFor();
    await page.getByLabel('Model ID').fill('shops-1');
    await page.getByLabel('Note').fill('Any day');
    await page.getByLabel('New model').fill('Shops');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shops' }).waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Remove Shops' }).click();
    await page.getByRole('button', { name: 'Remove attributes' }).click();
    await page.getByText(/^No attributes listed/).waitFor();
    await page.getByRole('heading', { name: 'Shops' }).waitFor({ state: 'detached' });
  });

  it('forgets answers by name, model and date, so that they are asked for again', async () => {
    await tab('Catalogue');
    const own = page.getByRole('region', { name: 'Kept answers' });
    await own.getByLabel('Attributes to forget').fill('w_pop_tt, ');
    await own.getByLabel('Models to forget').fill('retail');
    await own.getByLabel('Fetched before').fill('2026-11-01');
    await own.getByRole('button', { name: /^Forget the answers of w_pop_tt, retail/ }).click();
    await own.getByText('from before 2026-11-01? They can’t be restored.').waitFor();
    expect(await faults()).toEqual([]);
    await own.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('Forgotten. When somebody asks for these values again').waitFor();
    expect(await own.getByLabel('Attributes to forget').inputValue()).toBe('');
    await own.getByRole('button', { name: 'Forget all answers' }).waitFor();
  });

  it('shows scores of unknown outcome, who did what, and the settings', async () => {
    await tab('Scores');
    await page.getByText('Every score has an answer').waitFor();
    expect(await faults()).toEqual([]);
    await tab('Audit');
    await page.getByText(/^Administrator revoked a token of Asha \(laptop\)\.$/).waitFor();
    await page
      .getByText('Administrator forgot the answers of w_pop_tt, retail from before 2026-11-01.')
      .waitFor();
    await page
      .getByText('Administrator set the budget of new people: calls a day from no limit to 40.')
      .waitFor();
    await page
      .getByText(/set the team Research’s budget: calls a day from no limit to 100/)
      .waitFor();
    expect(await faults()).toEqual([]);
    await tab('Settings');
    await page.getByRole('row', { name: /^Price of a lookup 0.5 INR/ }).waitFor();
    await page.getByRole('row', { name: /^Older answers .* Off/ }).waitFor();
    expect(await faults()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
