import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Dialog, FileChooser, Page } from 'playwright-core';
import { madeWorkbook, rows } from '../workbench/files/made-package';
import { judge } from '../workbench/files/package-judge';
import { chooseFile, openFile, saveAs, savedFile } from './workbench-files';
import { ASKING_CELLS, isNumber, launchBrowser, openWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

describe('files in the workbench', () => {
  let browser: Browser;
  let owner: WorkbenchPage;
  let colleague: WorkbenchPage;

  beforeAll(async () => {
    browser = await launchBrowser();
    [owner, colleague] = await Promise.all([
      openWorkbench(browser),
      openWorkbench(browser, { query: '?workbook=blank' }),
    ]);
    await Promise.all([owner.idle(), colleague.idle()]);
  });
  beforeEach(() => colleague.server.sample.reset());
  afterEach(() => {
    expect(owner.complaints).toEqual([]);
    expect(colleague.complaints).toEqual([]);
    expect([...owner.requestsElsewhere, ...colleague.requestsElsewhere]).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), colleague?.close()]);
    await browser?.close();
  });

  it('saves a workbook that a second browser shows whole, without a single call', async () => {
    const shown = await shownOf(owner);
    const download = await saveAs(owner, 'Shops: ours');
    expect(download.suggestedFilename()).toBe('Shops  ours.xlsx');
    await openFile(colleague, 'Shops.xlsx', readFileSync(await download.path()));
    expect(await shownOf(colleague)).toEqual(shown);
    expect(await formulasOf(colleague)).toEqual(await formulasOf(owner));
    expect(colleague.server.sample.stats()).toMatchObject({ lookups: 0, scores: 0 });
    expect(await colleague.page.title()).toBe('Shops — Locus workbench');
  });

  it('asks before work is lost by leaving, keeps it on the device and offers it again', async () => {
    const { page } = colleague;
    const asked: string[] = [];
    const answer = (dialog: Dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    };
    page.on('dialog', answer);
    const offer = page.getByRole('button', { name: /^kept\b/ });
    await colleague.reload();
    // As it opens, there is nothing to lose.
    await page.mouse.click(90, 300);
    await colleague.reload();
    expect(asked).toEqual([]);
    await openFile(colleague, 'kept.csv', 'a,b\n1,2\n');
    await page.mouse.click(90, 300);
    await page.keyboard.type('=A2+41');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A4:A8').flat().includes('42'));
    await colleague.reload();
    expect(asked).toEqual(['beforeunload']);
    await offer.click();
    await page.waitForFunction(() => window.workbook.get('A1')[0]?.[0] === 'a');
    await colleague.idle();
    expect((await colleague.get('A4:A8')).flat()).toContain('42');
    // In a file, it can be left.
    await saveAs(colleague, 'kept');
    await colleague.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Delete all work kept on this device?').waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await colleague.reload();
    await colleague.idle();
    expect(await offer.count()).toBe(0);
    // With the key in it, it is not kept.
    await page.mouse.click(90, 300);
    await page.keyboard.type('locus-demo-key');
    await page.keyboard.press('Enter');
    await page.getByText('contains your API key').waitFor();
    await colleague.reload();
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
    await colleague.idle();
    expect(await page.getByText('Your work is kept').count()).toBe(0);
    page.off('dialog', answer);
  });

  it('goes back to the workbook that was open before', async () => {
    await openFile(colleague, 'one.csv', 'a,b\n1,=2+3\n');
    await colleague.set('A1', [['typed']]);
    await colleague.set('D9', [['=LOCATTR(95, 77.6, "w_pop_tt")']]);
    const failing = colleague.page.getByRole('button', { name: /D9/ });
    await failing.waitFor();
    await openFile(colleague, 'two.csv', 'c\n');
    // What the pane listed was of the workbook before.
    await failing.waitFor({ state: 'detached' });
    await colleague.page.getByRole('button', { name: 'Reopen previous workbook' }).click();
    await colleague.idle();
    expect(await colleague.get('A1:B2')).toEqual([
      ['typed', 'b'],
      ['1', '=2+3'],
    ]);
  });

  it('shows what has spilled where the workbook before had spilled values too, and saves it again', async () => {
    const { page, server } = colleague;
    const values = [
      [12.9, 77.6],
      [12.91, 77.61],
    ];
    await openFile(colleague, 'start.csv', 'start\n');
    await colleague.set('A1', values);
    await colleague.set('D1', [['=LOCATTR(A1:A2,B1:B2,"w_pop_tt,w_pop_tt_500")']]);
    await colleague.idle();
    const spilled = await colleague.get('D1:E2');
    expect(spilled.flat().every(isNumber)).toBe(true);
    server.sample.reset();
    let file = await savedFile(colleague, 'spills');
    for (const name of ['once.xlsx', 'twice.xlsx']) {
      await openFile(colleague, name, file);
      expect(await colleague.get('D1:E2')).toEqual(spilled);
      file = await savedFile(colleague, name);
    }
    await page.evaluate(() => window.workbook.load(window.workbook.save()));
    await colleague.idle();
    expect(await colleague.get('D1:E2')).toEqual(spilled);
    await colleague.set('D9', [['=SEQUENCE(2)']]);
    await colleague.idle();
    await openFile(colleague, 'thrice.xlsx', file);
    expect(await colleague.get('D1:E2')).toEqual(spilled);
    expect(await colleague.get('D9:D10')).toEqual([[''], ['']]);
    await page.getByRole('button', { name: 'Reopen previous workbook' }).click();
    await colleague.idle();
    expect(await colleague.get('D1:E2')).toEqual(spilled);
    expect(await colleague.get('D9:D10')).toEqual([['1'], ['2']]);
    expect(server.sample.stats()).toMatchObject({ lookups: 0 });
  });

  it('calculates a file that asks for it, without a call for what Locus’s formulas show', async () => {
    const { page, server } = colleague;
    const cell = (at: string, formula: string, value = 0) =>
      `<c r="${at}"><f>${formula}</f><v>${value}</v></c>`;
    const locus = '_xldudf_LOCATTR(B1,77.6,"w_pop_tt")';
    const file = madeWorkbook(
      rows(
        `<row r="1"><c r="A1"><v>6</v></c>${cell('B1', 'A1*2')}${cell('C1', locus, 7)}${cell('D1', 'B1+C1')}</row>`,
      ),
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>',
      },
    );
    await openFile(colleague, 'made.xlsx', file);
    await page.getByText('To ask for their values, press F9.').waitFor();
    expect(await colleague.get('A1:D1')).toEqual([['6', '12', '7', '19']]);
    expect(server.sample.stats()).toMatchObject({ lookups: 0 });
    const parts = unzipSync(await savedFile(colleague, 'made'));
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('fullCalcOnLoad="1"');
    await page.mouse.click(90, 300);
    await page.keyboard.press('F9');
    await page.waitForFunction(() => window.workbook.get('C1')[0]?.[0] !== '7');
    await colleague.idle();
    const [[, , people, sum] = []] = await colleague.get('A1:D1');
    expect(Number(sum)).toBe(12 + Number(people));
    expect(server.sample.stats()).toMatchObject({ lookups: 1 });
  });

  it('calculates for what is typed while a workbook is still being calculated as it opens', async () => {
    const { page, server } = colleague;
    const asked = server.sample.stats().lookups;
    // All in one go, so that the change comes first.
    await page.evaluate(() => {
      window.workbook.set('A1', [[6, '=A1*2', '=LOCATTR(A1,77.6,"w_pop_tt")', '=B1+C1']]);
      const saved = window.workbook.save();
      const { sheets = {} } = saved;
      const cells = Object.values(sheets)[0]?.cellData?.[0] ?? {};
      for (const [column, shown] of [12, 7, 19].entries()) {
        cells[column + 1] = { f: cells[column + 1]?.f, v: shown, t: 2 };
      }
      window.workbook.load({
        ...saved,
        sheetOrder: ['gone', ...Object.keys(sheets)],
        custom: { ...saved.custom, locusCalculates: true },
      });
      window.workbook.set('A1', [[12.3456]]);
    });
    await colleague.idle();
    const [[, twice, people, sum] = []] = await colleague.get('A1:D1');
    expect(twice).toBe('24.6912');
    expect(people).not.toBe('7');
    expect(Number(sum)).toBeCloseTo(24.6912 + Number(people));
    expect(server.sample.stats().lookups).toBe(asked + 1);
  });

  it('opens a file twice, and calculates and saves it as the first time', async () => {
    const file = readFileSync(join(__dirname, '../workbench/files/features/made/formulas.xlsx'));
    for (const name of ['once.xlsx', 'twice.xlsx']) {
      await openFile(colleague, name, file);
      await colleague.set('B2', [[20]]);
      await colleague.idle();
      expect(await colleague.get('D1:D8')).toEqual([
        ['37'],
        ['1'],
        ['Pune 20'],
        ['1.5'],
        ['20'],
        ['21'],
        ['5'],
        ['21'],
      ]);
      await colleague.set('B2', [[7]]);
      await colleague.idle();
    }
    const saved = await savedFile(colleague, 'twice');
    expect(judge(saved)).toEqual(judge(file));
  });

  it('saves a sheet with a cell in its last row and another in its last column', async () => {
    const far = (at: string): string => `<c r="${at}"><v>1</v></c>`;
    const file = madeWorkbook(
      rows(`<row r="1">${far('A1')}${far('XFD1')}</row><row r="1048576">${far('B1048576')}</row>`),
    );
    await openFile(colleague, 'far.xlsx', file);
    const { sheets } = judge(await savedFile(colleague, 'far'));
    expect(Object.keys(sheets[0]?.cells ?? {})).toEqual(['A1', 'XFD1', 'B1048576']);
  });

  it('takes a file that is dropped on the sheet, and keeps the page when one misses it', async () => {
    await drop(colleague, '#sheet', 'dropped.csv', 'dropped\n');
    await colleague.page.getByText('dropped.csv is open.').waitFor();
    await colleague.idle();
    expect(await colleague.get('A1')).toEqual([['dropped']]);
    await drop(colleague, '#pane', 'missed.csv', 'missed\n');
    expect(await colleague.get('A1')).toEqual([['dropped']]);
  });

  it('says plainly what cannot be opened, and keeps the workbook', async () => {
    await colleague.set('A1', [['mine']]);
    await chooseFile(colleague, 'broken.xlsx', 'PK\x03\x04 cut off');
    await colleague.page.getByText('broken.xlsx: The file is damaged or incomplete.').waitFor();
    expect(await colleague.get('A1')).toEqual([['mine']]);
  });

  it('works from the keyboard, in a window of 320 pixels too', async () => {
    const { page } = colleague;
    await page.setViewportSize({ width: 320, height: 640 });
    const chooser = await chooserByKeys(page);
    await chooser.setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from('k\n') });
    await page.getByText('keys.csv is open.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+s');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('keys.xlsx');
  });
});

function shownOf({ get }: WorkbenchPage): Promise<string[][][]> {
  return Promise.all(ASKING_CELLS.map((area) => get(area)));
}

function formulasOf({ page }: WorkbenchPage): Promise<string[][][]> {
  return page.evaluate(
    (areas) => areas.map((area) => window.workbook.formulas(area)),
    ASKING_CELLS,
  );
}

/** Chromium opens no dialog while a window changes its size: a person would press again. */
async function chooserByKeys(page: Page): Promise<FileChooser> {
  for (;;) {
    const opened = page.waitForEvent('filechooser', { timeout: 5000 }).catch(() => undefined);
    await page.keyboard.press('Control+o');
    const chooser = await opened;
    if (chooser !== undefined) return chooser;
  }
}

function drop({ page }: WorkbenchPage, where: string, name: string, text: string): Promise<void> {
  return page.evaluate(
    ({ selector, fileName, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      const target = document.querySelector(selector);
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        const isTaken = target?.dispatchEvent(event) === false;
        if (!isTaken) throw new Error(`the browser would open the file: ${type}`);
      }
    },
    { selector: where, fileName: name, content: text },
  );
}
