import { suiteWorkbench } from './workbench-page';

describe('an undo', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  it('of a change on another sheet shows the sheet that takes what is typed next', async () => {
    const { page } = workbench;
    await page.keyboard.press('Shift+F11');
    const shown = page.locator('[data-u-comp="slide-tab-item"][aria-selected="true"]');
    await shown.getByText('Sheet2', { exact: true }).waitFor();
    // Longer than the other, which has 20,000 rows, so that its whole columns end beyond it.
    await workbench.set('A30000', [['end']]);
    await page.evaluate(() => window.workbook.select('C3'));
    await page.keyboard.press('Control+Space');
    await workbench.set('Sheet1!B2', [['changed']]);
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.workbook.get('Sheet1!B2')[0]?.[0] === '');
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    const named = (await shown.textContent()) ?? '';
    // Where the change was undone.
    expect(named).toBe('Sheet1');
    await page.waitForFunction(
      (sheet) => window.workbook.get(`${sheet}!A1:F60`).flat().includes('typed'),
      named,
    );
    expect(workbench.complaints).toEqual([]);
  });
});
