import { createGate } from '../host/gate';
import { isNumber, suiteWorkbench, whenIdle } from './workbench-page';

/** The middle of A1 and of the rows below it, in the window of 1280 x 800. */
const COLUMN_A_X = 90;
const rowY = (row: number) => 174 + (row - 1) * 24;

describe('the spreadsheet', () => {
  const gate = createGate();
  const delay = (): Promise<void> => gate.pass();
  const workbench = suiteWorkbench({ query: '?workbook=blank', delayMs: 1, delay });

  // One page for all, with an empty sheet for each; what it has asked, it remembers.
  beforeEach(async () => {
    await workbench.page.evaluate(async () => {
      const { sheets, ...saved } = window.workbook.save();
      const [id = '', sheet] = Object.entries(sheets ?? {})[0] ?? [];
      const empty = { ...sheet, cellData: {}, rowData: {} };
      window.workbook.load({ ...saved, sheets: { [id]: empty }, sheetOrder: [id], custom: {} });
      await window.workbook.idle();
    });
    workbench.server.sample.reset();
  });
  afterEach(() => {
    gate.open();
    expect(workbench.complaints.splice(0)).toEqual([]);
  });

  /** What Univer's box beside the formula bar says. */
  const isSelected = (cells: string) =>
    workbench.page.waitForFunction(
      (name) =>
        document.querySelector<HTMLInputElement>('[data-u-comp="defined-name"] input')?.value ===
        name,
      cells,
    );

  it('takes a formula that is typed, is busy with it and shows the value', async () => {
    const { page } = workbench;
    gate.close();
    await page.mouse.click(COLUMN_A_X, rowY(2));
    // What is typed before goes nowhere.
    await isSelected('A2');
    await page.keyboard.type('=LOCATTR(12.9352,77.6245,"w_pop_tt")');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A2')[0]?.[0] === '#BUSY!');
    await page.mouse.move(COLUMN_A_X + 3, rowY(2) + 2);
    await page.locator('div').getByText('Waiting for the service.', { exact: true }).waitFor();
    gate.open();
    await workbench.idle();
    expect((await workbench.get('A2')).flat().every(isNumber)).toBe(true);
    expect(await workbench.message('A2')).toBeNull();
  });

  it('calculates, whatever has been typed before', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await isSelected('A2');
    const odd = ['see [1]', ']', '[{(', "it's “[” '", '=SUM(Table1[Pop', '=[2]Jan!A1', '=:@'];
    for (const [index, text] of odd.entries()) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await isSelected(`A${index + 3}`);
    }
    await page.keyboard.type('=SUM(1,2)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A9')[0]?.[0] === '3');
    expect((await workbench.get('A2:A4')).flat()).toEqual(odd.slice(0, 3));
  });

  it('takes what is typed into the formula bar, from the first letter on', async () => {
    const { page } = workbench;
    const bar = page.locator('[data-u-comp="formula-bar"] canvas');
    await page.mouse.click(COLUMN_A_X, rowY(3));
    await bar.click();
    await page.keyboard.type('=1+2');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A3')[0]?.[0] === '3');
    // What is there is changed, and a cell that is clicked becomes a reference.
    await page.mouse.click(COLUMN_A_X, rowY(3));
    await bar.click();
    await page.keyboard.press('End');
    await page.keyboard.type('+');
    await whenIdle(page);
    await page.mouse.click(COLUMN_A_X, rowY(5));
    await whenIdle(page);
    await page.keyboard.type('+4');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.formulas('A3')[0]?.[0] === '=1+2+A5+4');
    // After the bar, the cell has the keys again.
    await page.mouse.click(COLUMN_A_X, rowY(7));
    await bar.click();
    await page.keyboard.type('gone');
    await page.keyboard.press('Escape');
    await page.keyboard.type('in the cell');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A7')[0]?.[0] === 'in the cell');
  });

  it('can be left by the keys alone: round by F6, on by Esc and Tab', async () => {
    const { page } = workbench;
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element?.getAttribute('data-u-comp') === 'editor') return 'editor';
        const name = element?.getAttribute('aria-label') ?? element?.textContent;
        return `${element?.closest('#bar, #sheet, #pane-edge, #pane')?.id}: ${name}`;
      });
    // Its name is the cell’s, with what it holds.
    const CELL = 'editor';
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    await page.mouse.click(COLUMN_A_X, rowY(2));
    expect(await press('F6')).toBe('pane: Home');
    expect(await press('F6')).toBe('bar: Open…');
    expect(await press('F6')).toBe(CELL);
    expect(await press('Shift+F6')).toBe('bar: Open…');
    expect(await press('Shift+F6')).toBe('pane: Home');
    expect(await press('Shift+F6')).toBe(CELL);
    // Within the grid Tab goes from cell to cell.
    expect(await press('Tab')).toBe(CELL);
    await isSelected('B2');
    await page.keyboard.press('Escape');
    const stops = [];
    for (let stop = await press('Tab'); !stop.startsWith('pane:'); stop = await press('Tab')) {
      stops.push(stop);
      if (stops.length > 20) break;
    }
    expect(stops.at(0)).toMatch(/^sheet:/);
    expect(new Set(stops.map((stop) => stop.split(':')[0]))).toEqual(
      new Set(['sheet', 'pane-edge']),
    );
    expect(stops.length).toBeLessThan(15);
    await isSelected('B2');
    // The page's first stop.
    await page.locator('a, button').first().focus();
    expect(await press('Enter')).toBe(CELL);
    // Back from the stop after the grid.
    await page.keyboard.press('Escape');
    expect(await press('Tab')).toMatch(/^sheet:/);
    expect(await press('Shift+Tab')).toBe(CELL);
    // The pointer brings the keys back to the grid, from a tool too.
    await page.keyboard.press('Escape');
    await page.mouse.click(COLUMN_A_X, rowY(4));
    expect(await press('Tab')).toBe(CELL);
    await isSelected('B4');
    await page.keyboard.press('Escape');
    expect(await press('Tab')).toMatch(/^sheet:/);
    await page.locator('[data-u-command="sheet.command.set-range-bold"]').first().click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  });

  it('has no Tab stop that is out of sight', async () => {
    const unseen = await workbench.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#sheet *, .univer-popup *')]
        .filter((element) => {
          const { right, bottom } = element.getBoundingClientRect();
          const panel = element.closest('section')?.getBoundingClientRect();
          const isAway = right <= 0 || bottom <= 0 || panel?.width === 0;
          const isShown =
            element.getClientRects().length > 0 &&
            getComputedStyle(element).visibility !== 'hidden';
          return element.tabIndex >= 0 && isShown && isAway;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(unseen).toEqual([]);
  });

  it('draws nothing while nothing happens', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await workbench.idle();
    const frames = await page.evaluate(async () => {
      const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      // Longer than a person's last touch is followed.
      await rest(1_500);
      const ask = window.requestAnimationFrame;
      let asked = 0;
      window.requestAnimationFrame = (draw) => {
        asked += 1;
        return ask.call(window, draw);
      };
      await rest(1_000);
      window.requestAnimationFrame = ask;
      return asked;
    });
    // Each canvas would ask sixty times.
    expect(frames).toBeLessThan(10);
  });

  it.each([
    ['A1', 'Shift+Tab'],
    ['A1', 'Shift+Enter'],
    ['A1', 'ArrowUp'],
    ['A1', 'ArrowLeft'],
    ['ZZ20000', 'ArrowDown'],
    ['ZZ20000', 'ArrowRight'],
  ])(
    'stays in %s, at the edge of the sheet, on %s, and takes what is typed then',
    async (a1, key) => {
      const { page } = workbench;
      await page.mouse.click(COLUMN_A_X, rowY(1));
      await page.evaluate((cell) => window.workbook.select(cell), a1);
      await isSelected(a1);
      await page.keyboard.press(key);
      await isSelected(a1);
      await page.keyboard.type('x');
      await page.keyboard.press('Enter');
      await page.waitForFunction((cell) => window.workbook.get(cell)[0]?.[0] === 'x', a1);
      await page.evaluate(() => window.workbook.select('A1'));
    },
  );

  it('goes back by Shift+Tab and Shift+Enter, within what is selected too', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X + 2 * 88, rowY(3));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Enter');
    await isSelected('B2');
    await page.evaluate(() => window.workbook.select('B2:C3'));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('last');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('C3')[0]?.[0] === 'last');
  });

  it('shows the toolbar from Undo to its end, also after an edit', async () => {
    const { page } = workbench;
    const isWhole = () => {
      const toolbar = document.querySelector('[data-u-comp="ribbon-toolbar"]');
      const { left, right } = toolbar?.getBoundingClientRect() ?? { left: 0, right: 0 };
      const parts = [...(toolbar?.querySelectorAll('[data-u-command], button') ?? [])];
      const places = parts.map((part) => part.getBoundingClientRect());
      const isUndoFirst = parts[0]?.getAttribute('data-u-command') === 'univer.command.undo';
      return isUndoFirst && places.every((part) => part.left > left - 1 && part.right < right + 1);
    };
    // A cell each: a second click on the same one would soon be a double click, which edits what is there.
    for (const [width, row] of [
      [1280, 2],
      [1600, 4],
    ] as const) {
      const cell = `A${String(row)}`;
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(isWhole);
      await page.mouse.click(COLUMN_A_X, rowY(row));
      await isSelected(cell);
      await page.keyboard.type('edited');
      await page.keyboard.press('Enter');
      await page.waitForFunction((name) => window.workbook.get(name)[0]?.[0] === 'edited', cell);
      await page.waitForFunction(isWhole);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('takes what is typed after a click on its tab, which two clicks rename', async () => {
    const { page } = workbench;
    const tab = page.locator('[data-u-comp="slide-tab-item"]').first();
    await tab.click();
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.workbook.get('A1')[0]?.[0] === 'typed');
    for (const name of ['Ours', 'Sheet1']) {
      await tab.dblclick();
      await tab.locator('[contenteditable=true]:focus').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await tab.getByText(name, { exact: true }).waitFor();
      await page.waitForFunction(
        (sheet) =>
          Object.values(window.workbook.save().sheets ?? {}).some((each) => each.name === sheet),
        name,
      );
      expect(await workbench.get(`${name}!A1`)).toEqual([['typed']]);
    }
  });

  it('offers on a right click to retry and to convert, on cells of ours alone', async () => {
    const { page } = workbench;
    const convert = page.getByText('Convert to values', { exact: true });
    await workbench.set('A1', [
      ['=LOCATTR(12.9352, 77.6245, "w_pop_tt")', 'text'],
      ['=LOCATTR(12.9352, 77.6245, "br_none")', null],
    ]);
    await workbench.idle();
    const shown = await workbench.get('A1');
    await page.mouse.click(COLUMN_A_X + 88, rowY(1), { button: 'right' });
    await page.getByText('Clear', { exact: true }).waitFor();
    expect(await convert.count()).toBe(0);
    await page.keyboard.press('Escape');
    workbench.server.sample.reset();
    await page.mouse.click(COLUMN_A_X, rowY(2), { button: 'right' });
    await page.getByText('Refresh', { exact: true }).last().click();
    await workbench.idle();
    expect(await workbench.get('A2')).toEqual([['#N/A']]);
    await page.mouse.click(COLUMN_A_X, rowY(2), { button: 'right' });
    await page.getByText('Explain this cell', { exact: true }).last().click();
    const about = page.getByRole('region', { name: 'About Sheet1!A2' });
    await about.getByText(/no value/).waitFor();
    await about.getByRole('button', { name: 'Close' }).click();
    await page.mouse.click(COLUMN_A_X, rowY(1), { button: 'right' });
    await convert.click();
    await page.getByText('2 formulas are values in the new sheet Sheet1 (values).').waitFor();
    expect(await workbench.get("'Sheet1 (values)'!A1:A2")).toEqual([...shown, ['#N/A']]);
    expect(await page.evaluate(() => window.workbook.formulas("'Sheet1 (values)'!A1:A2"))).toEqual([
      [''],
      [''],
    ]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('completes names of attributes inside the quotes, and nowhere else', async () => {
    const { page } = workbench;
    const list = page.getByRole('listbox', { name: 'Attributes' });
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await page.keyboard.type('=LOCATTR(12.9352, 77.6245, "w_pop');
    await list.getByRole('option').first().waitFor();
    // The list of fewer letters may still give way to that of all.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = list.getByRole('option').nth(1);
    expect(await second.getAttribute('aria-selected')).toBe('true');
    const name = await second.locator('strong').textContent();
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'hidden' });
    // Longer than Univer takes to put the caret behind what was completed.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await page.keyboard.type(',p_r');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    for (let letters = 0; letters < 4; letters += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('")');
    await page.keyboard.press('Enter');
    await workbench.idle();
    expect(await page.evaluate(() => window.workbook.formulas('A2'))).toEqual([
      [`=LOCATTR(12.9352, 77.6245, "${name}")`],
    ]);
    expect((await workbench.get('A2')).flat().map(isNumber)).toEqual([true]);
  });

  it('helps while a formula is typed, with an example, also after a comma and a blank', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X, rowY(2));
    const example = page.getByText('LOCATTR(12.9352,77.6245,"w_pop_tt")', { exact: true });
    await page.keyboard.type('=LOCATTR(12.9');
    await example.waitFor({ state: 'attached' });
    for (const typed of [', ', '77.6', ', ']) {
      await page.keyboard.type(typed);
      // Longer than Univer waits before it looks anew.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
      expect(await example.count()).toBe(1);
    }
    // Unfolded, it takes nothing of what is typed next.
    const help = page.locator('[data-u-comp="rect-popup"]').filter({ has: example });
    await help.locator('svg').first().click();
    await page.keyboard.type('"w_pop_tt"');
    await page.keyboard.press('Enter');
    await workbench.idle();
    expect(await page.evaluate(() => window.workbook.formulas('A2'))).toEqual([
      ['=LOCATTR(12.9, 77.6, "w_pop_tt")'],
    ]);
  });

  it('shows help in whole words, and beside the cell that is typed in', async () => {
    const { page } = workbench;
    // So low that the help could be taller than either side of the cell.
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.mouse.click(COLUMN_A_X, rowY(6));
    await isSelected('A6');
    await page.keyboard.type('=LOCSCORE_COORDS(');
    const help = page.locator('[data-u-comp="rect-popup"]').filter({ hasText: 'custom_variables' });
    await help.locator('svg').first().click();
    await page.waitForFunction((y) => {
      const popups = [...document.querySelectorAll('[data-u-comp="rect-popup"]')];
      const { top, bottom, height } = popups.at(-1)?.getBoundingClientRect() ?? new DOMRect();
      return height > 150 && (bottom < y || top > y);
    }, rowY(6));
    const split = await help.evaluate((popup) => {
      const names = popup.querySelectorAll('[style*="overflow-wrap"] > div:first-child > span');
      const { right } = popup.getBoundingClientRect();
      const isWhole = (name: Element): boolean => {
        const place = name.getBoundingClientRect();
        return place.height < 20 && place.right <= right;
      };
      return [...names].filter((name) => !isWhole(name)).map((name) => name.textContent);
    });
    expect(split).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('offers its functions by any part of their names', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await page.keyboard.type('=score');
    const offered = page.getByText('LOCSCORE_COORDS', { exact: true }).first();
    await offered.waitFor();
    // None of its letters is marked, since others have been typed.
    const colours = await offered.evaluate((name) =>
      [...name.children].map((letters) => getComputedStyle(letters).color),
    );
    expect(new Set(colours).size).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('sorts, filters and finds, on a sheet with room for millions of cells', async () => {
    const { page } = workbench;
    const tool = (command: string) =>
      page.locator(`[data-u-comp="ribbon-toolbar"] [data-u-command="${command}"]`);
    await workbench.set('A1', [['Town'], ['Pune'], ['Agra'], ['Surat']]);
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await page.getByText('Data', { exact: true }).click();
    await page.evaluate(() => window.workbook.select('A2:A4'));
    await tool('sheet.menu.sheets-sort').click();
    await page.getByText('Ascending', { exact: true }).click();
    await page.waitForFunction(
      () => window.workbook.get('A1:A4').join() === 'Town,Agra,Pune,Surat',
    );
    await page.evaluate(() => window.workbook.select('A1:A4'));
    await tool('sheet.command.smart-toggle-filter').click();
    await page.waitForFunction(() =>
      JSON.stringify(window.workbook.save().resources).includes('\\"endRow\\":3'),
    );
    await tool('sheet.command.smart-toggle-filter').click();
    await page.mouse.click(COLUMN_A_X, rowY(2));
    await page.keyboard.press('Control+f');
    await page.getByRole('dialog').getByRole('textbox').fill('u');
    await page.getByText('2/2').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Start', { exact: true }).click();
  });

  it('leaves rows that are hidden or filtered out of a subtotal, and takes them in again', async () => {
    const { page, set, get, idle } = workbench;
    const subtotals = async (): Promise<unknown> => {
      await set('C1', [['=SUBTOTAL(109,A2:A5)'], ['=SUBTOTAL(9,A2:A5)']]);
      await idle();
      return (await get('C1:C2')).flat();
    };
    await set('A1', [['Sold'], [1], [20], [300], [4_000]]);
    expect(await subtotals()).toEqual(['4321', '4321']);
    await page.evaluate(() => {
      const { sheets, ...saved } = window.workbook.save();
      const [id = '', sheet] = Object.entries(sheets ?? {})[0] ?? [];
      const ref = { startRow: 0, endRow: 4, startColumn: 0, endColumn: 0 };
      const filterColumns = [{ colId: 0, filters: { filters: ['1', '20', '4000'] } }];
      const filters = { [id]: { ref, filterColumns, cachedFilteredOut: [3] } };
      window.workbook.load({
        ...saved,
        sheets: { [id]: { ...sheet, rowData: { 1: { hd: 1 }, 2: { h: 30 } } } },
        resources: [{ name: 'SHEET_FILTER_PLUGIN', data: JSON.stringify(filters) }],
      });
    });
    expect(await subtotals()).toEqual(['4020', '4021']);
    await page.evaluate(() => window.workbook.load({ ...window.workbook.save(), resources: [] }));
    expect(await subtotals()).toEqual(['4320', '4321']);
  });

  it('fills a formula down, one call for each place', async () => {
    await workbench.set('A1', [
      [12.98, 77.58],
      [19.07, 72.88],
      [28.65, 77.23],
    ]);
    await workbench.set('C1', [['=LOCATTR(A1,B1,"w_pop_tt,p_retail_gc_np")']]);
    await workbench.page.mouse.click(COLUMN_A_X, rowY(1));
    await workbench.page.evaluate(() => window.workbook.select('C1:C3'));
    await workbench.page.keyboard.press('Control+d');
    await workbench.page.waitForFunction(() => window.workbook.formulas('C3')[0]?.[0] !== '');
    await workbench.idle();
    expect(await workbench.page.evaluate(() => window.workbook.formulas('C3'))).toEqual([
      ['=LOCATTR(A3,B3,"w_pop_tt,p_retail_gc_np")'],
    ]);
    expect((await workbench.get('C1:D3')).flat().every(isNumber)).toBe(true);
    expect(workbench.server.sample.stats().lookups).toBe(3);
  });

  it('shows the message of an error where the pointer rests on it', async () => {
    await workbench.set('A3', [
      ['=LOCATTR(77.6, 95, "w_pop_tt")'],
      ['=LOCATTR(95, 77.6, "w_pop_tt")'],
    ]);
    await workbench.idle();
    const message = await workbench.message('A4');
    expect(message).toMatch(/Latitude 95/);
    await workbench.page.mouse.move(COLUMN_A_X, rowY(4));
    await workbench.page.mouse.move(COLUMN_A_X + 3, rowY(4) + 2);
    const alert = workbench.page.getByText(message ?? '', { exact: true });
    // The pane lists the message too, as a paragraph.
    const bubble = alert.and(workbench.page.locator('div'));
    await bubble.waitFor();
    await workbench.set('A4', [['=1+2']]);
    await bubble.waitFor({ state: 'hidden' });
  });

  it('lists no cell among the problems that has been emptied', async () => {
    const { page } = workbench;
    await workbench.set('A3', [['=LOCATTR(95, 77.6, "w_pop_tt")']]);
    await workbench.idle();
    const problems = page.getByRole('region', { name: /^Problems/ });
    await problems.getByRole('button', { name: 'Sheet1!A3' }).waitFor();
    await page.mouse.click(COLUMN_A_X, rowY(3));
    await page.keyboard.press('Delete');
    await page.mouse.click(COLUMN_A_X, rowY(6));
    await problems.getByText('No problems.').waitFor();
  });

  it('spills, shrinks, says what stands in the way, and sums what has spilled', async () => {
    await workbench.set('A1', [['=LOCATTR(12.97, 77.59, "w_pop_tt,w_pop_tt_200,p_retail_gc_np")']]);
    await workbench.set('A2', [['=SUM(A1:C1)']]);
    await workbench.idle();
    const [first = []] = await workbench.get('A1:D1');
    expect(first.map(isNumber)).toEqual([true, true, true, false]);
    expect(Number((await workbench.get('A2'))[0]?.[0])).toBeCloseTo(
      first.slice(0, 3).reduce((total, text) => total + Number(text), 0),
    );
    await workbench.set('B1', [['in the way']]);
    await workbench.idle();
    expect(await workbench.get('A1:C1')).toEqual([['#SPILL!', 'in the way', '']]);
    expect(await workbench.message('A1')).toMatch(/Clear them/);
    await workbench.set('B1', [[null]]);
    await workbench.set('A1', [['=LOCATTR(12.97, 77.59, "w_pop_tt,w_pop_tt_200")']]);
    await workbench.idle();
    expect((await workbench.get('A1:D1')).flat().map(isNumber)).toEqual([true, true, false, false]);
  });

  it('passes errors on as Excel does: IFERROR catches them, arithmetic keeps their message', async () => {
    await workbench.set('A1', [
      ['=LOCATTR(12.97, 77.59, "br_none")', '=IFERROR(A1, "none")', '=A1 * 2', '=ISNA(A1)'],
    ]);
    await workbench.idle();
    expect(await workbench.get('A1:D1')).toEqual([['#N/A', 'none', '#N/A', 'TRUE']]);
    expect(await workbench.message('A1')).toMatch(/no value/);
    expect(await workbench.message('B1')).toBeNull();
  });

  it('asks for the branch that is taken alone, and for the other once it is', async () => {
    const { server } = workbench;
    const { calls } = server.sample.stats();
    await workbench.set('A1', [
      ['closed', '=IF(A1="closed", 0, LOCATTR(13.41, 77.59, "w_pop_tt"))'],
      ['open', '=IFERROR(LOCATTR(13.42, 77.59, "w_pop_tt"), LOCATTR(13.43, 77.59, "w_pop_tt"))'],
    ]);
    await workbench.idle();
    expect((await workbench.get('B1:B2')).flat()).toEqual(['0', expect.stringMatching(/^\d/)]);
    expect(server.sample.stats().calls).toBe(calls + 1);
    await workbench.set('A1', [['open']]);
    await workbench.idle();
    expect((await workbench.get('B1')).flat()).toEqual([expect.stringMatching(/^\d/)]);
    expect(server.sample.stats().calls).toBe(calls + 2);
  });

  it('tells the pane what is selected, on every sheet', async () => {
    const { page } = workbench;
    await page.mouse.click(COLUMN_A_X, rowY(5));
    await page.getByRole('group', { name: 'Selected' }).getByText('Sheet1!A5').waitFor();
    await page.evaluate(() => window.workbook.select('Sheet1!B2:D9'));
    await page.getByRole('group', { name: 'Selected' }).getByText('Sheet1!B2:D9').waitFor();
  });

  it('does not ask for ever for a cell whose argument changes by itself', async () => {
    await workbench.set('A1', [
      ['=LOCATTR(12.99, 77.59 + RAND() / 1000, "w_pop_tt")'],
      ['=LOCSCORE("store-potential", "Koramangala, Bengaluru", NOW())'],
      ['=LOCSCORE("delivery-demand", "Indiranagar, Bengaluru", TODAY())'],
    ]);
    await workbench.idle();
    expect((await workbench.get('A1:A3')).flat().every(isNumber)).toBe(true);
    expect(workbench.server.sample.stats()).toMatchObject({ lookups: 1, scores: 2 });
  });

  it('keeps what is typed over a formula, and an emptied cell empty, whenever that happens', async () => {
    const EDITS = 40;
    const rows = Array.from({ length: 400 }, (_, index) => [
      `=LOCATTR(${10 + (index % 100) / 10}, ${75 + Math.floor(index / 100) / 10}, "w_pop_tt")`,
    ]);
    await workbench.set('A1', rows);
    await workbench.page.evaluate(async (edits) => {
      // Univer begins 100 ms after a change: each edit comes a little later after the one before.
      for (let edit = 1; edit <= edits; edit += 1) {
        await new Promise((resolve) => setTimeout(resolve, 90 + edit));
        window.workbook.set(`A${edit * 10}`, [[edit % 2 === 0 ? 'mine' : null]]);
      }
    }, EDITS);
    await workbench.idle();
    const shown = (await workbench.get('A1:A400')).flat();
    const edited = shown.filter((_, index) => (index + 1) % 10 === 0);
    expect(edited).toEqual(Array.from({ length: EDITS }, (_, i) => (i % 2 === 0 ? '' : 'mine')));
    expect(shown.filter((text) => text === '#BUSY!')).toEqual([]);
    // Once each, but for those that were edited before they were asked for.
    const { lookups } = workbench.server.sample.stats();
    expect(lookups).toBeGreaterThanOrEqual(400 - EDITS);
    expect(lookups).toBeLessThanOrEqual(400);
  });

  it('drops a question when its cell is emptied before it was sent', async () => {
    gate.close();
    const rows = Array.from({ length: 40 }, (_, index) => [
      `=LOCATTR(${10 + index}, 77, "w_pop_tt")`,
    ]);
    await workbench.set('A1', rows);
    await workbench.page.waitForFunction(
      () =>
        window.workbook
          .get('A1:A40')
          .flat()
          .filter((text) => text === '#BUSY!').length === 40,
    );
    const waiting = workbench.page.getByRole('group', { name: 'Waiting' });
    await waiting.filter({ hasText: /^[1-9]/ }).waitFor();
    await workbench.set(
      'A1:A40',
      rows.map(() => [null]),
    );
    await waiting.filter({ hasText: /^0$/ }).waitFor();
    gate.open();
    await workbench.idle();
    expect(workbench.server.sample.stats().lookups).toBeLessThan(20);
  });

  it('is as high as its window, and shows where a file that is dragged over the page may fall', async () => {
    const { page } = workbench;
    const drag = (selector: string, type: string) =>
      page.evaluate(
        ([where = '', event = '']) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['a'], 'a.csv'));
          const init = { bubbles: true, cancelable: true, dataTransfer };
          document.querySelector(where)?.dispatchEvent(new DragEvent(event, init));
          const sheet = document.querySelector('#sheet');
          const { content, borderTopWidth } = getComputedStyle(sheet as Element, '::after');
          return { text: content, border: borderTopWidth };
        },
        [selector, type],
      );
    const text = '"Drop a workbook or CSV here to open it"';
    expect(await drag('#pane', 'dragover')).toEqual({ text, border: '2px' });
    expect(await drag('#sheet canvas', 'dragover')).toEqual({ text, border: '3px' });
    expect(await drag('#pane', 'dragleave')).toMatchObject({ text: 'none' });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
  });

  it('says which cells it cannot find, and which values do not fit', async () => {
    const failure = (a1: string) =>
      workbench.page.evaluate((cells) => {
        try {
          window.workbook.set(cells, [[1, 2]]);
          return undefined;
        } catch (error) {
          return String(error);
        }
      }, a1);
    expect(await failure('Nowhere!A1')).toBe(
      'RangeError: workbook: no cells are called "Nowhere!A1"',
    );
    expect(await failure('A0')).toBe('RangeError: workbook: no cells are called "A0"');
    expect(await failure('A1:A2')).toBe('RangeError: workbook.set: 1 x 2 values do not fit A1:A2');
    expect(await failure('ZZZ30000')).toBe('RangeError: workbook: no cells are called "ZZZ30000"');
  });
});

describe('a window of 320 pixels', () => {
  const workbench = suiteWorkbench({
    query: '?workbook=blank',
    viewport: { width: 320, height: 640 },
  });

  it('shows the sheet first and the pane over its whole width on request', async () => {
    const { page } = workbench;
    const pane = page.getByRole('complementary', { name: 'Locus pane' });
    expect(await pane.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pane', exact: true }).click();
    await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor();
    expect((await pane.boundingBox())?.width).toBe(320);
    await page.getByRole('button', { name: 'Sheet', exact: true }).click();
    expect(await pane.isVisible()).toBe(false);
  });

  it('shows the sheet where a link of the pane leads to a cell', async () => {
    const { page } = workbench;
    await workbench.set('B3', [['=LOCATTR(95, 77.6, "w_pop_tt")']]);
    await workbench.idle();
    await page.getByRole('button', { name: 'Pane', exact: true }).click();
    await page.getByRole('button', { name: /Sheet1!B3/ }).click();
    await page.locator('#pane').waitFor({ state: 'hidden' });
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>('[data-u-comp="defined-name"] input')?.value ===
        'B3',
    );
  });

  it('has room for the name of a sheet', async () => {
    const { page } = workbench;
    const bar = await page.getByRole('tablist', { name: 'Sheet tabs' }).boundingBox();
    const name = await page.locator('#sheet').getByText('Sheet1', { exact: true }).boundingBox();
    const { x = 0, width = 0 } = bar ?? {};
    expect(name?.x).toBeGreaterThan(x);
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(x + width);
  });
});
