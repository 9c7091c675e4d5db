import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as sheetJs from '@e965/xlsx';
import type { Browser, Page } from 'playwright-core';
import { startProgram } from '../gateway/gateway-program';
import type { GatewayProgram } from '../gateway/gateway-program';
import { launchBrowser } from './workbench-page';

const ADMINISTRATOR = 'an-administrators-token-for-tests';

describe('the built add-in before a gateway, which stands before the sample service', () => {
  let folder: string;
  let gateway: GatewayProgram;
  let browser: Browser;
  let page: Page;
  let person: { id: string; token: string };
  const paths: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-e2e-gateway-'));
    const config = join(folder, 'gateway.config.json');
    writeFileSync(config, JSON.stringify({ pricePerLookup: 0.5, currency: '₹' }));
    [gateway, browser] = await Promise.all([
      startProgram({
        LOCUS_CONFIG: config,
        LOCUS_DATA: join(folder, 'data'),
        LOCUS_ADMIN_TOKEN: ADMINISTRATOR,
      }),
      launchBrowser(),
    ]);
    const { id: team } = (await gateway.admin('POST /teams', { name: 'Sales' })) as { id: string };
    const { id } = (await gateway.admin('POST /people', { name: 'Asha', team })) as { id: string };
    const { token } = (await gateway.admin(`POST /people/${id}/tokens`, {})) as { token: string };
    person = { id, token };
    page = await browser.newPage();
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await open(page);
    await saveToken(page);
  });
  afterAll(async () => {
    await browser.close();
    gateway.kill('SIGTERM');
    await gateway.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(shown: Page): Promise<void> {
    await shown.goto(`${gateway.people}/`);
    await shown.waitForFunction(() => 'workbook' in window);
  }

  async function saveToken(shown: Page): Promise<void> {
    await shown.getByPlaceholder('API key or access token').fill(person.token);
    await shown.getByRole('button', { name: 'Save and test' }).click();
    await shown.getByText(/^Connected/).waitFor();
    await shown.evaluate(() => window.workbook.idle());
  }

  const booked = async (): Promise<number> =>
    ((await gateway.admin('GET /usage')) as { account: { booked: number } }).account.booked;

  async function calculate(a1: string, formulas: string[][]): Promise<string[][]> {
    await page.evaluate(({ cells, values }) => window.workbook.set(cells, values), {
      cells: a1,
      values: formulas,
    });
    await page.evaluate(() => window.workbook.idle());
    return page.evaluate((cells) => window.workbook.get(cells), a1);
  }

  it('opens empty, and says nothing of sample data', async () => {
    expect(await page.evaluate(() => window.workbook.get('A1:F3').flat().join(''))).toBe('');
    expect(await page.getByText(/sample data|demo key/i).count()).toBe(0);
    // The connection was tested without a call.
    expect(await booked()).toBe(0);
  });

  it('asks before it spends a token on a workbook that came from elsewhere', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await open(stranger);
    const rows = Array.from(
      { length: 30 },
      (_, row) => `_xldudf_LOCATTR(${14 + row / 100},80,"w_pop_tt")`,
    );
    await stranger.locator('#file-choice').setInputFiles({
      name: 'from-elsewhere.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbookOf(rows),
    });
    const cells = () => stranger.evaluate(() => window.workbook.get('A1:A30').flat());
    await stranger.waitForFunction(() => window.workbook.get('A30').flat().join() === '#N/A');
    const before = await booked();
    await saveToken(stranger);
    const calculate = stranger.getByRole('button', { name: 'Calculate (30 calls)' });
    await calculate.waitFor();
    expect(new Set(await cells())).toEqual(new Set(['#N/A']));
    expect((await booked()) - before).toBe(0);
    await calculate.click();
    await stranger.waitForFunction(() =>
      window.workbook
        .get('A1:A30')
        .flat()
        .every((text) => Number(text) > 0),
    );
    expect((await booked()) - before).toBe(30);
    await context.close();
  });

  it('says who somebody is, and what they may spend', async () => {
    const account = page.getByRole('region', { name: 'Your account' });
    await account.getByText('Signed in as Asha (Sales)').waitFor();
    const used = await booked();
    await gateway.admin(`PUT /people/${person.id}/budget`, { callsPerDay: used + 7 });
    await account.getByRole('button', { name: 'Refresh' }).click();
    await account
      .getByText(/^Today: [\d,]+ of [\d,]+ calls used, 7 left, ₹[\d,.]+ spent, resets /)
      .waitFor();
    await account.getByText('You’ve used most of today’s budget.').waitFor();
  });

  it('offers the names and the models that an administrator lists for everybody', async () => {
    const csv =
      'name,title,topic,unit,meaning\nw_walkers_tt_300,Walkers,Footfall,persons a day,"Counted, in the street"';
    expect(await gateway.admin('PUT /catalogue/names', { csv })).toMatchObject({
      names: 1,
      refused: 0,
    });
    await gateway.admin('PUT /catalogue/models', {
      models: [{ id: 'store-potential', name: 'Street shops', note: 'For the high street' }],
    });
    await page.getByRole('tab', { name: 'Attributes' }).click();
    await page.getByRole('searchbox', { name: 'Find an attribute' }).fill('walkers');
    await page.getByRole('option', { name: /w_walkers_tt_300/ }).click();
    const about = page.getByRole('region', { name: 'About w_walkers_tt_300' });
    for (const text of ['Counted, in the street', 'persons a day', 'Your team’s list']) {
      await about.getByText(text).waitFor();
    }
    const [[first = ''] = []] = await calculate('AE1:AE1', [
      ['=INDEX(LOCCATALOG("footfall"),1,1)'],
    ]);
    expect(first).toBe('w_walkers_tt_300');
    await page.getByRole('tab', { name: 'Models' }).click();
    await page.getByRole('button', { name: 'Add Street shops' }).click();
    await page.getByText('Street shops added.').waitFor();
    const [[score = ''] = []] = await calculate('AF1:AF1', [
      ['=LOCSCORE("Street shops","Koramangala, Bengaluru")'],
    ]);
    expect(Number(score)).toBeGreaterThan(0);
    await page.getByRole('tab', { name: 'Home' }).click();
  });
});

/** Formulas below each other, without results. */
function workbookOf(formulas: readonly string[]): Buffer {
  const cells = formulas.map((f, row) => [`A${row + 1}`, { t: 'n', f }]);
  const sheet = { ...Object.fromEntries(cells), '!ref': `A1:A${formulas.length}` };
  const workbook = { SheetNames: ['List'], Sheets: { List: sheet } };
  return sheetJs.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
