import type { Locator } from 'playwright-core';
import { madeWorkbook, rows } from '../workbench/files/made-package';
import { suiteWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

jest.setTimeout(180_000);

const KEY = 'sk-live-9fQ2xT7LmZ04bKcR8vWyE1uH';

/** A part of the key that no accident brings, and that must show nowhere on the page. */
const TELLTALE = KEY.slice(8, 20);

/** Each test goes on from the one before, as a person's session does. */
describe('a share check in the workbench', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });
  let card: Locator;

  beforeAll(async () => {
    await workbench.enterKey(KEY);
    await workbench.page.getByRole('tab', { name: 'More' }).click();
    card = workbench.page.getByRole('group', { name: 'Check before sending' });
    await card.waitFor();
  });

  const button = (name: string | RegExp) => card.getByRole('button', { name });
  const places = () => card.getByRole('listitem').allInnerTexts();

  async function pageText(): Promise<string> {
    return workbench.page.evaluate(() => document.documentElement.outerHTML);
  }

  it('says that a workbook without the key is ready to send', async () => {
    await workbench.set('A1', [
      ['Address', 'Pincode'],
      ['MG Road 1', '560001'],
    ]);
    await button('Check this workbook').click();
    await card
      .getByText(/^Ready to send/)
      .first()
      .waitFor();
  });

  it('finds the key in each of seven places, and shows it in none', async () => {
    await plant(workbench);
    await button(/^Check (again|this workbook)$/).click();
    await card
      .getByText(/^Not ready to send: your key is in 7 places/)
      .first()
      .waitFor();
    const found = (await places()).map((text) => text.split(/\n+/).slice(0, 2).join(': '));
    expect(found.sort()).toEqual([
      'Cell Hidden!B2: Your key, in base64',
      'Cell Sheet1!A3: Your key',
      'Cell Sheet1!B3: Your key, in the formula',
      'Hidden part urn:example:notes: Your key',
      'Name Token: Your key, in base64',
      'Note at Sheet1!A2: Your key, with escape characters',
      'Setting session: Your key',
    ]);
    expect(await pageText()).not.toContain(TELLTALE);
  });

  it('one fix asks first where it empties a cell, and leaves the others', async () => {
    await button('Remove key: Cell Sheet1!A3').click();
    await card.getByText('Clear this cell?').waitFor();
    await card.getByRole('button', { name: 'Remove', exact: true }).click();
    await card
      .getByText(/^Not ready to send: your key is in 6 places/)
      .first()
      .waitFor();
    expect(await workbench.get('A3')).toEqual([['']]);
  });

  it('fixes all, checks again, and finds nothing', async () => {
    await button('Remove all keys…').click();
    await button('Remove all keys').click();
    await card
      .getByText(/^Ready to send/)
      .first()
      .waitFor();
    expect(await workbench.get('A1:B2')).toEqual([
      ['Address', 'Pincode'],
      ['MG Road 1', '560001'],
    ]);
    const saved = await workbench.page.evaluate(() => JSON.stringify(window.workbook.save()));
    for (const written of [KEY, base64(KEY), percentEncoded(KEY)])
      expect(saved).not.toContain(written);
    expect(await pageText()).not.toContain(TELLTALE);
    // The sample service does not know this key.
    expect(workbench.complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('goes through 200,000 cells while the page goes on, and can be called off', async () => {
    const turns = await workbench.page.evaluate(async () => {
      const rows = Array.from({ length: 20_000 }, (_, row) =>
        Array.from({ length: 10 }, (__, column) => `MG Road ${row}, house ${column}`),
      );
      window.workbook.set('F1', rows);
      await window.workbook.idle();
      const pane = document.querySelector('#pane');
      const isReady = () => /Ready to send/.test(pane?.textContent ?? '');
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      [...document.querySelectorAll('button')]
        .find((one) => one.textContent === 'Check again')
        ?.click();
      while (isReady()) await turn();
      let count = 0;
      for (; !isReady(); count += 1) await turn();
      return count;
    });
    expect(turns).toBeGreaterThan(10);
    // In the page, since the check may be over before two clicks have come from here.
    await workbench.page.evaluate(async () => {
      const press = async (name: RegExp): Promise<void> => {
        const buttons = [...document.querySelectorAll('button')];
        const found = buttons.find((one) => name.test(one.textContent ?? ''));
        if (found !== undefined) return found.click();
        await new Promise((resolve) => setTimeout(resolve));
        return press(name);
      };
      await press(/^Check (again|this workbook)$/);
      await press(/^Cancel check$/);
    });
    await button('Check this workbook').waitFor();
  });

  it('says what it has not seen of a file, since it was left out on opening', async () => {
    const { page } = workbench;
    const sheet = `${rows('')}<sheetProtection sheet="1"/><hyperlinks><hyperlink ref="A1"/></hyperlinks>`;
    const buffer = Buffer.from(madeWorkbook(sheet));
    await page.setInputFiles('#file-choice', { name: 'links.xlsx', mimeType: '', buffer });
    await page
      .getByText('links.xlsx is open. Left out: hyperlinks and sheet protection.')
      .waitFor();
    await button('Check this workbook').click();
    await card
      .getByText(/^Locus can’t check these, so check them yourself: .*hyperlinks.*sheet protection/)
      .waitFor();
    await page.getByRole('button', { name: 'Reopen previous workbook' }).click();
  });
});

/** A key in a cell, a formula, a name, a note, a setting, a hidden part, and on a hidden sheet. */
async function plant({ page }: WorkbenchPage): Promise<void> {
  await page.evaluate(
    ({ key, inBase64, escaped }) => {
      const { workbook } = window;
      workbook.set('A3', [[key, `="Bearer ${key}"`]]);
      const saved = JSON.parse(JSON.stringify(workbook.save())) as {
        sheets: Record<string, object>;
        sheetOrder: string[];
        resources?: { name: string; data: string }[];
        custom?: object;
      };
      const [first = ''] = saved.sheetOrder;
      saved.sheets.hidden = {
        id: 'hidden',
        name: 'Hidden',
        hidden: 1,
        rowCount: 20,
        columnCount: 10,
        cellData: { 1: { 1: { v: inBase64, t: 1 } } },
      };
      saved.sheetOrder.push('hidden');
      saved.custom = {
        ...saved.custom,
        session: key,
        locusParts: [`<notes xmlns="urn:example:notes">the key: ${key}</notes>`],
      };
      const kept = (saved.resources ?? []).filter(
        ({ name }) => name !== 'SHEET_DEFINED_NAME_PLUGIN' && name !== 'SHEET_NOTE_PLUGIN',
      );
      const name = {
        id: 'n1',
        name: 'Token',
        formulaOrRefString: `="${inBase64}"`,
        localSheetId: 'AllDefaultWorkbook',
      };
      const note = { id: 'note1', row: 1, col: 0, width: 160, height: 72, note: escaped };
      saved.resources = [
        ...kept,
        { name: 'SHEET_DEFINED_NAME_PLUGIN', data: JSON.stringify({ n1: name }) },
        { name: 'SHEET_NOTE_PLUGIN', data: JSON.stringify({ [first]: { 1: { 0: note } } }) },
      ];
      workbook.load(saved as never);
    },
    { key: KEY, inBase64: base64(KEY), escaped: percentEncoded(KEY) },
  );
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}
