import type { Locator, Page } from 'playwright-core';
import { countClicks, isNumber, suiteWorkbench } from './workbench-page';

describe('the welcome leads to a value in the sample', () => {
  const workbench = suiteWorkbench({ query: '?workbook=sample' });
  let page: Page;
  let clicks: () => Promise<number>;
  let isUsed = false;

  beforeAll(() => void ({ page } = workbench));
  beforeEach(async () => {
    // Opened anew the sample is as it was, and its values are on the device.
    if (isUsed) await workbench.reload();
    isUsed = true;
    await workbench.idle();
    clicks = await countClicks(page);
  });
  afterEach(() => expect(workbench.complaints.splice(0)).toEqual([]));

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  /** The first of the cells that were added, once it has its value. */
  async function valueIn(address: string): Promise<string> {
    await workbench.idle();
    return (await workbench.get(address))[0]?.[0] ?? '';
  }

  it('by a column beside its list, in two clicks', async () => {
    await button(/^Add data to this list/).click();
    await button('Add columns').click();
    await page.getByText(/^1 column added in /).waitFor();
    expect(isNumber(await valueIn('Stores!I2'))).toBe(true);
    expect(await clicks()).toBe(2);
  });

  it('by a formula, in two clicks', async () => {
    await button(/^Try a formula/).click();
    await button('Insert formula').click();
    await page.getByText(/^Added in 'Locus example'!B1/).waitFor();
    expect(isNumber(await valueIn("'Locus example'!B1"))).toBe(true);
    expect(await clicks()).toBe(2);
  });

  it('by the score of a model, in two clicks', async () => {
    await button(/^Score places/).click();
    await button('Add columns').click();
    await page.getByText(/^1 column added in /).waitFor();
    expect(isNumber(await valueIn('Stores!I2'))).toBe(true);
    expect(await clicks()).toBe(2);
  });
});
