import { openWorkbench, suiteBrowser } from './workbench-page';

const SHOPS = [
  ['Shop', 'Lat', 'Lng'],
  ['Hill Road', 19.05, 72.83],
  ['MG Road', 12.97, 77.6],
];
const browser = suiteBrowser();

it.each([1280, 320])(
  'adds the nearest of another sheet without a call, %d px wide',
  async (width) => {
    const workbench = await openWorkbench(browser(), { viewport: { width, height: 800 } });
    try {
      const { page } = workbench;
      await workbench.set('Scratch!A1', SHOPS);
      await workbench.idle();
      await page.evaluate(() => window.workbook.select('Scratch!B2'));
      if (width < 720) await page.getByRole('button', { name: 'Pane', exact: true }).click();
      await page.getByRole('tab', { name: 'Enrich' }).click();
      const other = page.getByRole('combobox', { name: 'Other list' });
      await other.selectOption('Places');
      await page.getByText(/^Row 2: .*, [\d.]+ km away\.$/).waitFor();
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
      let calls = 0;
      page.on('request', (request) => {
        if (/\/(?:production|model)\//.test(request.url())) calls += 1;
      });
      await page.getByRole('button', { name: 'Add nearest and distance' }).click();
      await page.getByText('2 columns added in Scratch!D1:E3.').waitFor();
      await workbench.idle();
      const [head, ...rows] = await workbench.get('Scratch!D1:E3');
      expect(head).toEqual(['Nearest of Places', 'Distance to Places (km)']);
      for (const [name, distance] of rows) {
        expect(name).not.toMatch(/^#|^$/);
        expect(Number(distance)).toBeGreaterThanOrEqual(0);
      }
      expect(calls).toBe(0);
      expect(workbench.requestsElsewhere).toEqual([]);
      expect(workbench.complaints).toEqual([]);
    } finally {
      await workbench.close();
    }
  },
);
