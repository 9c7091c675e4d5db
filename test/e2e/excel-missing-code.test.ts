import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { suiteStage } from '../host/excel-stage';
import type { Invocation } from '../host/invocations';
import { createWorkbook } from '../host/workbook';

const ADD_IN = /\/add-in\.[0-9a-f]+\.js$/;
const PANE = /\/pane\.[0-9a-f]+\.js$/;
const MINUTE_MS = 60_000;

describe('the add-in’s page whose other code is gone from the server', () => {
  const { stage, server } = suiteStage();
  let excel: ExcelOnTheWeb;

  beforeEach(async () => {
    excel = await stage.begin({
      address: server.address,
      workbook: createWorkbook().answer,
      prepare: (page) => page.clock.install(),
    });
    await excel.ready();
  });
  afterEach(() => excel.close());

  const place = (position: string, left: string): Promise<void> =>
    excel.page.locator('iframe').evaluate(
      ({ style }, how) => {
        [style.position, style.left] = how;
      },
      [position, left] as const,
    );
  const key = () => excel.frame.getByRole('textbox', { name: 'API key' });

  it('says which part did not come, and gets it when a person tries again', async () => {
    await excel.page.route(PANE, (route) => route.fulfill({ status: 404 }));
    await excel.show();
    await excel.frame.getByRole('heading', { name: 'The Locus pane couldn’t load' }).waitFor();
    expect(await excel.frame.getByRole('alert').textContent()).toMatch(/\/pane\.[0-9a-f]+\.js/);
    expect(await excel.frame.getByText('Microsoft').filter({ visible: true }).count()).toBe(0);
    await excel.page.unroute(PANE);
    await excel.frame.getByRole('button', { name: 'Try again' }).click();
    await key().waitFor();
  });

  it('gets it when the pane is shown again', async () => {
    await excel.page.route(PANE, (route) => route.abort());
    await excel.show();
    await excel.frame.getByRole('heading', { name: 'The Locus pane couldn’t load' }).waitFor();
    await excel.page.unroute(PANE);
    // A frame without a box is not drawn, and so may not notice that it was hidden for a moment.
    await place('fixed', '-9999px');
    await excel.frame.evaluate(outOfSight);
    await place('', '');
    await key().waitFor();
  });

  it('misses nothing once the page has had a quiet minute, whether or not the pane was open', async () => {
    const rest = excel.page.waitForRequest(/\/builds\.json$/);
    await excel.page.clock.runFor(MINUTE_MS / 2);
    await rest;
    const listed = await excel.frame.evaluate(async () => {
      const builds: { files: string[] }[] = await (await fetch('builds.json')).json();
      return builds[0]?.files ?? [];
    });
    const had = (): string[] =>
      listed.filter((file) => excel.requests.some((url) => url.endsWith(file)));
    while (had().length < listed.length) {
      const next = excel.page.waitForEvent('requestfinished');
      await excel.page.clock.runFor(1_000);
      await next;
    }
    expect(listed).toContainEqual(expect.stringMatching(/^pane-map\./));
    await excel.page.route(/\.js$/, (route) => route.abort());
    await excel.show();
    await key().waitFor();
    await excel.frame.getByRole('tab', { name: 'Map' }).click();
    await excel.frame.getByRole('tabpanel', { name: 'Map' }).getByRole('heading').first().waitFor();
  });

  it('says in cells and pane that the add-in has not come, and calculates once it has', async () => {
    const missing = await stage.begin({
      address: server.address,
      workbook: createWorkbook().answer,
      prepare: async (page) => {
        await page.clock.install();
        await page.route(ADD_IN, (route) => route.abort());
      },
    });
    try {
      await missing.ready();
      const cell: Invocation = {
        name: 'LOCVARS',
        values: [[['area']], [[500]]],
        address: 'Sheet1!A1',
      };
      const [shown] = await missing.calculate([cell]);
      expect(JSON.stringify(shown)).toContain('Part of Locus couldn’t load');
      await missing.show();
      await missing.frame.getByRole('heading', { name: 'The Locus pane couldn’t load' }).waitFor();
      expect(await missing.frame.getByRole('alert').textContent()).toMatch(
        /\/add-in\.[0-9a-f]+\.js/,
      );
      await missing.page.unroute(ADD_IN);
      await missing.page.clock.runFor(20_000);
      // Both have been tried again by then, the pane without a click.
      await missing.frame.getByRole('textbox', { name: 'API key' }).waitFor();
      const [then] = await missing.calculate([cell]);
      expect(JSON.stringify(then)).toContain('{\\"area\\":500}');
    } finally {
      await missing.close();
    }
  });
});

function outOfSight(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== false) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body);
  });
}
