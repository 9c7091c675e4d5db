import type { Locator, Page } from 'playwright-core';
import { countClicks, isNumber, openWorkbench, suiteBrowser } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

/** Places in and around Bengaluru, all different. */
function coordinates(count: number): (string | number)[][] {
  const rows = Array.from({ length: count }, (_, row) => [
    `Store ${row + 1}`,
    12.8 + (row % 200) / 1_000,
    77.5 + Math.floor(row / 200) / 1_000,
  ]);
  return [['Store', 'Latitude', 'Longitude'], ...rows];
}

/** What a call says. */
interface Sent {
  readonly variables?: string;
  readonly key?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly address?: string;
  readonly pincode?: string;
}

interface WrittenList {
  readonly at: string;
  readonly rows: (string | number | null)[][];
  /** The columns that are found. */
  readonly chosen: Readonly<Record<string, string>>;
  /** What the first row sends. */
  readonly promised: string;
  readonly calls: number;
  /** The new columns. */
  readonly target: string;
  /** What is sent for attributes, and for scores. */
  readonly attributes: readonly Sent[];
  readonly scores: readonly Sent[];
}

const KOLKATA_PAIR = { lat: 22.5535, lng: 88.3512 };
const PUNE_PAIR = { lat: 18.5204, lng: 73.8567 };
const MUMBAI_PAIR = { lat: 19.076, lng: 72.8777 };

const LISTS: readonly WrittenList[] = [
  {
    at: 'A1',
    rows: [
      ['Our stores, November', null, null, null, null],
      ['Shop', 'Address', 'City', 'Pin Code', 'Sales'],
      ['One', 'Hill Road', 'Mumbai', 400050, 12],
      ['Two', '8 Park Street, Kolkata', 'Kolkata', '700 016', 7],
      ['Three', 'MG Road', null, '560001', 11],
      ['Total', null, null, null, 30],
    ],
    chosen: {
      Address: 'Address (B)',
      'Address, part 2': 'City (C)',
      Pincode: 'Pin Code (D)',
    },
    promised: 'Hill Road, Mumbai + 400050',
    calls: 6,
    target: 'F2:G6',
    attributes: [
      { address: 'Hill Road, Mumbai', pincode: '400050' },
      { address: '8 Park Street, Kolkata', pincode: '700016' },
      { address: 'MG Road', pincode: '560001' },
    ],
    scores: [
      { address: 'Hill Road, Mumbai 400050' },
      { address: '8 Park Street, Kolkata 700016' },
      { address: 'MG Road 560001' },
    ],
  },
  {
    at: 'J1',
    rows: [
      ['Shop', 'Full address'],
      ['One', '14 FC Road, Pune 411004'],
      ['Two', '3 Church Street, Bengaluru - 560 025'],
    ],
    chosen: { Address: 'Full address (K)', Pincode: 'Found in the address: 2 of 2 rows' },
    promised: '14 FC Road, Pune + 411004',
    calls: 4,
    target: 'L1:M3',
    attributes: [
      { address: '14 FC Road, Pune', pincode: '411004' },
      { address: '3 Church Street, Bengaluru', pincode: '560025' },
    ],
    scores: [
      { address: '14 FC Road, Pune 411004' },
      { address: '3 Church Street, Bengaluru - 560 025' },
    ],
  },
  {
    at: 'A20',
    rows: [
      ['Shop', 'GPS'],
      ['One', '22.5535, 88.3512'],
      ['Two', 'POINT(73.8567 18.5204)'],
      ['Three', '(19,076; 72,8777)'],
    ],
    chosen: { 'Latitude and longitude': 'GPS (B)' },
    promised: '22.5535, 88.3512',
    calls: 6,
    target: 'C20:D23',
    attributes: [KOLKATA_PAIR, PUNE_PAIR, MUMBAI_PAIR],
    scores: [KOLKATA_PAIR, PUNE_PAIR, MUMBAI_PAIR],
  },
  {
    at: 'J20',
    rows: [
      ['Shop', 'Breitengrad', 'Längengrad'],
      ['One', '12,9352', '77,6245'],
      ['Two', '28,6139', '77,209'],
    ],
    chosen: { Latitude: 'Breitengrad (K)', Longitude: 'Längengrad (L)' },
    promised: '12.9352, 77.6245',
    calls: 4,
    target: 'M20:N22',
    attributes: [
      { lat: 12.9352, lng: 77.6245 },
      { lat: 28.6139, lng: 77.209 },
    ],
    scores: [
      { lat: 12.9352, lng: 77.6245 },
      { lat: 28.6139, lng: 77.209 },
    ],
  },
];

describe('new columns beside a list', () => {
  const browser = suiteBrowser();
  let workbench: WorkbenchPage;
  let page: Page;

  beforeEach(async () => {
    workbench = await openWorkbench(browser(), { query: '?workbook=blank' });
    ({ page } = workbench);
  });
  afterEach(async () => {
    expect(workbench.complaints).toEqual([]);
    expect(workbench.requestsElsewhere).toEqual([]);
    await workbench.close();
  });

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const checkbox = (name: string): Locator => page.getByRole('checkbox', { name });
  const said = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
  const figure = (term: string, value: string): Promise<void> =>
    page.locator(`dt:text-is("${term}") + dd:text-is("${value}")`).waitFor();
  const formulas = (a1: string): Promise<string[][]> =>
    page.evaluate((cells) => window.workbook.formulas(cells), a1);

  /** Puts a list into the sheet and opens the view with one of its cells selected. */
  async function enrich(rows: (string | number | null)[][], at = 'A1'): Promise<void> {
    await workbench.set(at, rows);
    await page.evaluate((cell) => window.workbook.select(cell), at);
    await page.getByRole('tab', { name: 'Enrich' }).click();
  }

  it('are 8 clicks at most from a key in hand, and nothing is typed but the key', async () => {
    await workbench.set('A1', coordinates(40));
    // From here on a newcomer.
    const clicks = await countClicks(page);
    await page.getByRole('textbox', { name: 'API key', exact: true }).click();
    await page.keyboard.insertText('locus-demo-key');
    await button('Save and test').click();
    await said(/^Connected/);
    await page.getByRole('tab', { name: 'Enrich' }).click();
    await page
      .locator('#sheet canvas')
      .last()
      .click({ position: { x: 100, y: 60 } });
    await said('Sheet1!A1:C41');
    await checkbox('w_pop_tt_1000').click();
    await figure('Calls', '40');
    await button('Add columns').click();
    await said('1 column added in Sheet1!D1:D41.');
    await workbench.idle();
    const values = (await workbench.get('D2:D41')).flat();
    expect(values.filter(isNumber)).toHaveLength(40);
    expect(await clicks()).toBeLessThanOrEqual(8);
    // One for each place, and the one that tested the key.
    expect(workbench.server.sample.stats().lookups).toBe(41);
  });

  it('are not offered to be undone once they were undone in the sheet', async () => {
    await enrich(coordinates(20));
    await checkbox('w_pop_tt_1000').click();
    await button('Add columns').click();
    await said('1 column added in Sheet1!D1:D21.');
    await workbench.idle();
    await page.getByRole('tab', { name: 'Home' }).click();
    const grid = page.locator('#sheet canvas').last();
    await grid.click({ position: { x: 100, y: 60 } });
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: 'Enrich' }).click();
    await said('No longer there: undone, changed or moved since.');
    expect(await button('Undo').count()).toBe(0);
    // Another cell each time: a second click on the same one would open its editor.
    await grid.click({ position: { x: 100, y: 90 } });
    await page.keyboard.press('Control+y');
    // What is done again is selected, and the list is another one.
    await grid.click({ position: { x: 100, y: 150 } });
    await said('1 column added in Sheet1!D1:D21.');
    await button('Undo').click();
    await said('Columns removed.');
  });

  it('come into sight where the list is wider than the window', async () => {
    const [header = [], ...rows] = coordinates(20);
    const notes = Array.from({ length: 17 }, (_, index) => `Note ${index + 1}`);
    await enrich([[...header, ...notes], ...rows.map((row) => [...row, ...notes])]);
    /** The number of the column at the right edge of the grid. */
    const lastInSight = async (): Promise<number> => {
      const canvas = page.locator('#sheet canvas').last();
      const { width = 0 } = (await canvas.boundingBox()) ?? {};
      await canvas.click({ position: { x: width - 40, y: 60 } });
      const name = page.locator('[data-u-comp="defined-name"] input');
      const letters = (await name.inputValue()).replace(/\d+$/, '');
      return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    };
    expect(await lastInSight()).toBeLessThan(20);
    await checkbox('w_pop_tt_1000').click();
    await button('Add columns').click();
    await said('1 column added in Sheet1!U1:U21.');
    expect(await lastInSight()).toBeGreaterThanOrEqual(21);
  });

  it('cost what was told: a place that is listed twice once, and what is known nothing', async () => {
    const [header = [], ...rows] = coordinates(30);
    await enrich([header, ...rows, ...rows.slice(0, 10), ['Nowhere', null, null]]);
    await checkbox('w_pop_tt_1000').click();
    await checkbox('p_retail_gc_np').click();
    await figure('Rows', '41, 1 blank');
    await figure('Unique places', '30');
    await figure('Values', '60');
    await figure('Calls', '30');
    await button('Add columns').click();
    await said('2 columns added in Sheet1!D1:E42.');
    await workbench.idle();
    expect(workbench.server.sample.stats().lookups).toBe(30);
    expect((await workbench.get('D2:E41')).flat().every(isNumber)).toBe(true);
    expect(await workbench.get('D42:E42')).toEqual([['', '']]);
    await button('Undo').click();
    await said('Columns removed.');
    await figure('Values', '60, all already known');
    await figure('Calls', 'none');
    // Known on the device, too: to another page it costs no more.
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await said(/^6\d values, about/u);
    await workbench.reload();
    await enrich([header, ...rows]);
    await checkbox('w_pop_tt_1000').click();
    await figure('Calls', 'none');
    await checkbox('w_pop_tt_500').click();
    await figure('Calls', '30');
    expect(workbench.server.sample.stats().lookups).toBe(30);
  });

  it('are taken back exactly, also where a cell was changed since', async () => {
    await enrich(coordinates(40));
    await workbench.set('F1', [['beside'], ['it']]);
    const before = await page.evaluate(() => window.workbook.get('A1:F60'));
    await checkbox('w_pop_tt_1000').click();
    await button('Add columns').click();
    await said('1 column added in Sheet1!D1:D41.');
    await workbench.set('D7', [['mine']]);
    await button('Undo').click();
    await said('Columns removed, except 1 cell changed since.');
    await workbench.idle();
    // The button is gone; what it did is in sight, and has the focus.
    const outcome = page.getByText('Columns removed, except 1 cell changed since.');
    expect(await outcome.evaluate((text) => text === document.activeElement)).toBe(true);
    const { y = 0, height = 0 } = (await outcome.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    const after = await page.evaluate(() => window.workbook.get('A1:F60'));
    expect(after[6]?.[3]).toBe('mine');
    expect(after.map((line, row) => (row === 6 ? line.with(3, '') : line))).toEqual(before);
    expect((await formulas('D1:D41')).flat().join('')).toBe('');
  });

  it('ask and calculate what was promised, wherever and however the places are written', async () => {
    const sent: Sent[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON() as Sent);
    });
    await page.getByRole('tab', { name: 'Models' }).click();
    await button('Add a model').click();
    await page.getByRole('textbox', { name: 'Name in formulas' }).fill('Shops');
    await page.getByRole('textbox', { name: 'Model ID' }).fill('store-potential');
    await button('Add model').click();
    await said('Shops added.');
    await page.getByRole('tab', { name: 'Enrich' }).click();
    for (const { at, rows, chosen, promised, calls, target, attributes, scores } of LISTS) {
      workbench.server.sample.reset();
      sent.length = 0;
      await workbench.set(at, rows);
      // The first list begins in the cell that is selected already, which is no selecting.
      for (const cell of ['Z60', at]) {
        await page.evaluate((each) => window.workbook.select(each), cell);
      }
      for (const [label, column] of Object.entries(chosen)) {
        const select = page.getByRole('combobox', { name: label, exact: true });
        await select.locator(`option:checked:text-is("${column}")`).waitFor({ state: 'attached' });
      }
      await checkbox('w_pop_tt_1000').check();
      await page.getByRole('combobox', { name: 'Model score' }).selectOption('Shops');
      await figure('Sends', promised);
      await figure('Calls', String(calls));
      await button('Add columns').click();
      await said(`2 columns added in Sheet1!${target}.`);
      await workbench.idle();
      const [, ...values] = await workbench.get(target);
      const filled = values.filter((row) => row.join('') !== '');
      expect(filled).toHaveLength(attributes.length);
      expect(filled.flat().filter((text) => !isNumber(text))).toEqual([]);
      const { lookups, scores: scored } = workbench.server.sample.stats();
      expect(lookups + scored).toBe(calls);
      const told = sent.map(({ variables: _names, key: _key, ...place }) => JSON.stringify(place));
      expect(told.sort()).toEqual(
        [...attributes, ...scores].map((of) => JSON.stringify(of)).sort(),
      );
    }
  });

  it('are planned for 10,000 rows while the page goes on with other things', async () => {
    await enrich(coordinates(10_000));
    await figure('Unique places', '10,000');
    const turns = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // The page's own next turn, over and over, until the calls are told.
          const { port1, port2 } = new MessageChannel();
          let turn = 0;
          port1.onmessage = () => {
            turn += 1;
            const figures = [...document.querySelectorAll('dd')];
            if (figures.filter((dd) => dd.textContent === '10,000').length > 3) resolve(turn);
            else port2.postMessage(undefined);
          };
          port2.postMessage(undefined);
          const name = [...document.querySelectorAll('label')].find(
            ({ textContent }) => textContent?.includes('w_pop_tt_1000') === true,
          );
          name?.click();
        }),
    );
    // Rows, places, values and calls: the counting had at least as many pieces.
    expect(await turns).toBeGreaterThan(5);
    await figure('Calls', '10,000');
    await said('Locus asks before it makes this many calls.');
    await button('Add and approve 10,000 calls').waitFor();
  });

  it('are approved by the click that adds them, however the sheet asks for them', async () => {
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('tab', { name: 'Spending' }).click();
    await page.getByRole('textbox', { name: 'Ask for approval above' }).fill('100');
    await page.keyboard.press('Enter');
    await enrich(coordinates(120));
    await checkbox('w_pop_tt_1000').click();
    await checkbox('w_pop_tt_500').click();
    await button('Add and approve 120 calls').click();
    await said('2 columns added in Sheet1!D1:E121.');
    await workbench.idle();
    expect((await workbench.get('D2:E121')).flat().every(isNumber)).toBe(true);
    expect(workbench.server.sample.stats().lookups).toBe(120);
  });

  it('name the nearest of another list in full, and leave the focus in sight', async () => {
    await workbench.set('H1', [
      ['Branch', 'Latitude', 'Longitude'],
      ['The branch at the old bus stand', 12.8, 77.5],
      ['Hebbal', 13, 77.6],
    ]);
    await enrich(coordinates(10));
    await page.getByRole('combobox', { name: 'Other list' }).selectOption('Cells that I enter');
    await page.getByRole('textbox', { name: 'Cells' }).fill('H1:J3');
    await page.keyboard.press('Enter');
    await said('Row 2: The branch at the old bus stand, 0 km away.');
    const add = button('Add nearest and distance');
    await add.press('Enter');
    await said('2 columns added in Sheet1!D1:E11.');
    await workbench.idle();
    expect(await workbench.get('D2:E2')).toEqual([['The branch at the old bus stand', '0.00']]);
    expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
    const { y = 0, height = 0 } = (await add.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    const width = await page.evaluate(() => {
      const [sheet] = Object.values(window.workbook.save().sheets ?? {});
      return sheet?.columnData?.[3]?.w ?? 0;
    });
    expect(width).toBeGreaterThan(180);
  });

  it('are done by keyboard alone', async () => {
    await workbench.set('A1', coordinates(10));
    await page.getByRole('tab', { name: 'Home' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await said('Sheet1!A1:C11');
    const pressed = new Set<string>();
    for (let step = 0; step < 60 && !pressed.has('Add columns'); step += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const { activeElement: element } = document;
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        return label?.textContent ?? element?.textContent ?? '';
      });
      if (!pressed.has('tick') && name.includes('w_pop_tt')) {
        await page.keyboard.press('Space');
        pressed.add('tick');
        // What it will cost is worked out first.
        await page.locator('button:text-is("Add columns"):not([aria-disabled="true"])').waitFor();
      }
      if (name === 'Add columns') {
        await page.keyboard.press('Enter');
        pressed.add(name);
      }
    }
    await said('1 column added in Sheet1!D1:D11.');
    await workbench.idle();
    expect((await workbench.get('D2:D11')).flat().every(isNumber)).toBe(true);
  });
});
