import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'locus-e2e-gateway-'));
    [gateway, browser] = await Promise.all([
      startProgram({ LOCUS_DATA: join(folder, 'data'), LOCUS_ADMIN_TOKEN: ADMINISTRATOR }),
      launchBrowser(),
    ]);
    const { id } = (await admin('POST /people', { name: 'Asha' })) as { id: string };
    const { token } = (await admin(`POST /people/${id}/tokens`, {})) as { token: string };
    person = { id, token };
    page = await browser.newPage();
    await page.goto(`${gateway.people}/workbench.html`);
    await page.waitForFunction(() => 'workbook' in window);
    await page.getByRole('textbox', { name: /API key/ }).fill(token);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText(/^Connected/).waitFor();
    // The sample sheet is calculated through the gateway first.
    await page.evaluate(() => window.workbook.idle());
  });
  afterAll(async () => {
    await browser.close();
    gateway.kill('SIGTERM');
    await gateway.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function admin(what: string, body?: object): Promise<unknown> {
    const [method = '', path = ''] = what.split(' ');
    const response = await fetch(`${gateway.administrators}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMINISTRATOR}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  const booked = async (): Promise<number> =>
    ((await admin('GET /usage')) as { account: { booked: number } }).account.booked;

  async function calculate(a1: string, formulas: string[][]): Promise<string[][]> {
    await page.evaluate(({ cells, values }) => window.workbook.set(cells, values), {
      cells: a1,
      values: formulas,
    });
    await page.evaluate(() => window.workbook.idle());
    return page.evaluate((cells) => window.workbook.get(cells), a1);
  }

  it('calculates with an access token in place of the key, for as few calls', async () => {
    const before = await booked();
    const values = await calculate('AA230:AB232', [
      ['=LOCATTR(19.07,72.87,"w_pop_tt")', '=LOCATTR(19.07,72.87,"p_retail_gc_np")'],
      ['=LOCATTR(19.08,72.87,"w_pop_tt")', '=LOCATTR(19.08,72.87,"p_retail_gc_np")'],
      ['=LOCATTR(19.07,72.87,"w_pop_tt")', '=LOCATTR(19.08,72.87,"w_pop_tt")'],
    ]);
    expect(values.flat().every((value) => Number(value) > 0)).toBe(true);
    expect((await booked()) - before).toBe(2);
  });

  it('says in the cell that the budget is used up', async () => {
    await admin(`PUT /people/${person.id}/budget`, { callsPerDay: await booked() });
    const values = await calculate('AA240:AA240', [['=LOCATTR(20.07,72.87,"w_pop_tt")']]);
    expect(values).toEqual([['#N/A']]);
    const message = await page.evaluate(() => window.workbook.message('AA240'));
    expect(message).toMatch(/budget/i);
  });
});
