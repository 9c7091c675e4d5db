import type { Locator, Page } from 'playwright-core';
import { brokenReferences, hiddenStops, tabThrough, toldOf } from './pane-reach';
import type { Told } from './pane-reach';
import { suiteWorkbench } from './workbench-page';

const VIEWS = ['Home', 'Enrich', 'Attributes', 'Models', 'Map', 'More'];
/** What a person acts on: each must say what it is. */
const CONTROLS = new Set(
  'button checkbox combobox link listbox menuitem option radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
);
/** As people write them: wider than the pane, and some without a place to break. */
const LIST = [
  [
    'What the shop is called on its own signboard',
    'Latitude of the place in decimal degrees (WGS84)',
    'Longitude_of_the_place_in_decimal_degrees_WGS84',
    'People within a walk of ten minutes from the door',
  ],
  ...Array.from({ length: 20 }, (_, row) => [`Store ${row}`, 12.8 + row / 1000, 77.5, row]),
];
/** Problems of several kinds, a value, and more calls than go unasked. */
const FORMULAS = [
  '=LOCATTR(95, 12, "w_pop_tt")',
  '=LOCATTR(12.9, 77.6, "no name")',
  '=LOCSCORE("No such model", "Koramangala")',
  ...Array.from({ length: 600 }, (_, row) => `=LOCATTR(${13 + row / 1000}, 77, "w_pop_tt")`),
];

/** One page, filled as a person's is after an hour; each view in turn, as narrow as a pane gets. */
describe('the pane at 320 pixels', () => {
  const viewport = { width: 320, height: 700 };
  const workbench = suiteWorkbench({ query: '?workbook=blank', viewport });
  let page: Page;

  beforeAll(async () => {
    ({ page } = workbench);
    await page.getByRole('button', { name: 'Pane', exact: true }).click();
    await workbench.set('A1', LIST);
    await workbench.set(
      'F1',
      FORMULAS.map((formula) => [formula]),
    );
    await page.evaluate(() => window.workbook.select('B2'));
    await workbench.idle();
    await page.getByRole('region', { name: 'Needs your approval' }).waitFor();
    await fillViews();
  });

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const open = (view: string): Promise<void> => page.getByRole('tab', { name: view }).click();

  /** Opens what is folded away, so that it is looked at too. */
  async function fillViews(): Promise<void> {
    await button('Advanced').click();
    await open('Enrich');
    await page.getByRole('checkbox', { name: 'w_pop_tt_1000' }).click();
    await page.getByText('Goes to').waitFor();
    await open('Attributes');
    await page.getByRole('option', { name: /\bw_pop_tt_200\b/ }).click();
    await button('Import a list').click();
    await page.getByRole('textbox', { name: 'Or paste a list' }).fill('name\nw_a\nnot one');
    await button('Check list').click();
    await page.getByRole('heading', { name: '1 attribute in 2 rows' }).waitFor();
    await open('Models');
    await button('Add sample models').click();
    await page.getByText('3 models added.').waitFor();
    await addLongModel();
    await open('Map');
    await button('Next').click();
    await open('More');
    await open('Help');
    await button('Collect diagnostics').click();
    await page.getByRole('textbox', { name: 'Diagnostics' }).waitFor();
    await open('Settings');
    await button('Clear all data…').click();
  }

  /** The longest that a person may write where the pane says it again. */
  async function addLongModel(): Promise<void> {
    await button('Add a model').click();
    await page.getByRole('textbox', { name: 'Name in formulas' }).fill('Reach'.repeat(12));
    await page.getByRole('textbox', { name: 'Model ID' }).fill('reach-'.repeat(12));
    await button('Add a variable').click();
    await page.getByRole('textbox', { name: 'Variable name' }).fill('households_'.repeat(8));
    await button('Add model').click();
    await page.getByText(/^(Reach)+ added\.$/).waitFor();
  }

  describe.each(VIEWS)('%s', (view) => {
    let told: readonly Told[];

    beforeAll(async () => {
      await open(view);
      told = await toldOf(page);
    });

    it('says what every control is', () => {
      const nameless = told.filter(({ role, name }) => CONTROLS.has(role) && name === '');
      expect(nameless).toEqual([]);
      expect(told.filter(({ role }) => CONTROLS.has(role)).length).toBeGreaterThan(8);
    });

    it('is in the page’s one main part, under headings that skip no level', () => {
      expect(told.filter(({ role }) => role === 'main')).toHaveLength(1);
      const levels = told.flatMap(({ level, role }) => (role === 'heading' ? [level ?? 0] : []));
      const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
      expect(skipped).toEqual([]);
      expect(levels.length).toBeGreaterThan(1);
    });

    it('refers to nothing that is not there, and hides nothing that the Tab key leads to', async () => {
      expect(await page.evaluate(brokenReferences)).toEqual([]);
      expect(await page.evaluate(hiddenStops)).toEqual([]);
    });

    it('scrolls nothing sideways', async () => {
      const widths = await page.evaluate(() => {
        const pane = document.querySelector('#pane');
        return [document.documentElement.scrollWidth, pane?.scrollWidth, pane?.clientWidth];
      });
      expect(widths).toEqual([320, 320, 320]);
    });

    it('is walked through by the Tab key from top to bottom, each stop in sight, and left', async () => {
      const stops = await tabThrough(page, view);
      expect(stops.length).toBeGreaterThan(1);
      expect(stops.filter(({ isInSight }) => !isInSight)).toEqual([]);
      // Beside each other is neither up nor down.
      const line = 48;
      const upwards = stops.filter(({ top }, index) => top < (stops[index - 1]?.top ?? 0) - line);
      expect(upwards).toEqual([]);
    });
  });
});
