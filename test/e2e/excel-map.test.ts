import type { Page } from 'playwright-core';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { suiteStage } from '../host/excel-stage';
import { createWorkbook } from '../host/workbook';
import { bringAxe, NARROW, THEMES, violationsOf, WIDE } from './axe-in-page';

const KEY = 'locus-demo-key';
const LIST = [
  ['Shop', 'lat', 'lng', 'people'],
  ['Koramangala', 12.9352, 77.6245, 5],
  ['Bandra', 19.0596, 72.8295, 7],
  // Enough for many messages.
  ...Array.from({ length: 2_000 }, (_, row) => [`Shop ${row}`, 10 + row / 100, 77.5, row]),
];

const BRANCHES = [
  ['Branch', 'lat', 'lng'],
  ['The branch at the old bus stand', 12.9, 77.6],
];

/** What Fluent's themes of these names have behind everything. */
const BACKGROUNDS = { light: '#ffffff', dark: '#292929', 'high contrast': '#000000' };

/** Each test goes on from the one before, as a person's session does. */
describe('a list in Excel on the web, under Microsoft’s own script: its large map, its nearest and its page', () => {
  const workbook = createWorkbook(['Sheet1', 'Branches']);
  const { stage, server } = suiteStage();
  let excel: ExcelOnTheWeb;
  let map: Page;

  beforeAll(async () => {
    workbook.fill('Branches!A1', BRANCHES);
    workbook.fill('Sheet1!A1', LIST);
    excel = await stage.open({ address: server.address, workbook: workbook.answer });
    await excel.enterKey(KEY);
    await excel.frame.getByRole('tab', { name: 'Map' }).dispatchEvent('click');
    await excel.frame.getByText('2,002 places from Sheet1!A1:D2003.').waitFor();
  });

  const button = (name: string) => excel.frame.getByRole('button', { name, exact: true });
  const choose = (name: string, label: string) =>
    excel.frame.getByRole('combobox', { name, exact: true }).selectOption({ label });

  it('opens in a window of its own, with all places of the list', async () => {
    const opened = excel.page.waitForEvent('popup');
    await button('Open large map').click();
    map = await opened;
    await map.getByRole('heading', { name: '2,002 places from Sheet1!A1:D2003.' }).waitFor();
    await map.getByRole('figure', { name: 'Legend: people' }).waitFor();
  });

  it('leads to the row in the sheet, and follows what is looked at in the pane', async () => {
    await map.getByRole('combobox', { name: 'Place' }).selectOption({ label: 'Bandra: 7' });
    await excel.frame.getByText('Bandra: people 7').waitFor();
    await button('Previous').click();
    await map.getByText('Koramangala: people 5').waitFor();
    await map.getByRole('button', { name: 'Go to row 2' }).click();
  });

  it('puts its picture beside the list', async () => {
    await map.getByRole('button', { name: 'Insert picture into the sheet' }).click();
    await map.getByText('Picture inserted at Sheet1!F1.').waitFor();
    const [picture] = workbook.sheets[0]?.pictures ?? [];
    expect(picture).toMatchObject({ width: 840, height: 525, left: 5 * 48, top: 0 });
    expect(picture?.description).toMatch(/^2,002 places, coloured by people\./);
    const png = Buffer.from(picture?.base64 ?? '', 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('has nothing that axe finds wrong, in any theme, narrow or wide', async () => {
    await bringAxe(map);
    const found: string[] = [];
    for (const theme of ['dark', 'high contrast', 'light'] as const) {
      await map.emulateMedia({ ...THEMES[theme], reducedMotion: 'reduce' });
      // The pane tells the window which theme its host has.
      await excel.page.emulateMedia({ ...THEMES[theme], reducedMotion: 'reduce' });
      const isShown = map.waitForFunction(hasBackground, BACKGROUNDS[theme], { timeout: 30_000 });
      await isShown.catch(() => found.push(`${theme}: the window did not become so`));
      for (const size of [NARROW, WIDE]) {
        await map.setViewportSize(size);
        const violations = await violationsOf(map, theme);
        found.push(...violations.map((text) => `${theme}, ${size.width} px: ${text}`));
        // All of it can be read without scrolling to the side.
        expect(await map.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      }
    }
    expect(found).toEqual([]);
  });

  it('has no key, and nothing of the list in its address', async () => {
    const held = await map.evaluate(() => JSON.stringify([window.name, { ...localStorage }]));
    expect(held).not.toContain(KEY);
    expect(map.url()).not.toContain('Koramangala');
    expect(await map.content()).not.toContain(KEY);
  });

  it('closes by Esc, and the pane offers it again', async () => {
    const closed = map.waitForEvent('close');
    // The window is gone before the key is released.
    await Promise.all([closed, map.keyboard.press('Escape').catch(() => undefined)]);
    await excel.frame.getByText(/open in a window of its own/).waitFor({ state: 'detached' });
    await button('Open large map').waitFor();
  });

  it('opens over the pane where a browser blocks the window', async () => {
    await excel.frame.evaluate(() => {
      window.open = () => null;
    });
    await button('Open large map').click();
    await excel.frame.getByRole('dialog', { name: /^2,002 places/ }).waitFor();
    await excel.page.keyboard.press('Escape');
  });

  it('has beside its list the nearest of another, in a column that shows its name', async () => {
    await excel.frame.getByRole('tab', { name: 'Enrich' }).dispatchEvent('click');
    await choose('Other list', 'Branches');
    await excel.frame.getByText(/^Row 2: The branch at the old bus stand, \d/).waitFor();
    await button('Add nearest and distance').press('Enter');
    await excel.frame.getByText('2 columns added in Sheet1!E1:F2003.').waitFor();
    expect(workbook.sheets[0]?.widths.get(4)).toBeGreaterThan(150);
  });

  it('goes with its best places onto a page for a meeting', async () => {
    await excel.frame.getByRole('tab', { name: 'Rank' }).dispatchEvent('click');
    await choose('Column', 'people');
    await button('Make a page for a meeting').press('Enter');
    await excel.frame.getByText(/^Made the sheet “Ranking page”, which prints/).waitFor();
    const { charts = [], pictures = [] } = workbook.sheets[2] ?? {};
    expect([charts.length, pictures.length]).toEqual([1, 1]);
    await excel.page.keyboard.press('Tab');
    await excel.page.keyboard.press('Enter');
    await excel.frame.getByText('Sheet removed.').waitFor();
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Branches']);
  });
});

/** To be called in the page: whether its theme gives it this colour. */
function hasBackground(color: string): boolean {
  const page = document.querySelector('.fui-FluentProvider');
  const own = page && getComputedStyle(page).getPropertyValue('--colorNeutralBackground1');
  return own === color;
}
