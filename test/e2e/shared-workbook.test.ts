import { deflateRawSync } from 'node:zlib';
import type { Browser, Locator } from 'playwright-core';
import { ANSWERS_NAMESPACE } from '../../src/addin/workbook/answer-parts';
import { openFile, savedFile } from './workbench-files';
import { launchBrowser, openWorkbench } from './workbench-page';
import type { WorkbenchPage } from './workbench-page';

const ROWS = 120;
const NAMES = 'w_pop_tt,w_pop_tt_500';
const NEW_NAME = 'w_pop_tt_1000';
const LIST = Array.from({ length: ROWS }, (_, index) => [
  12.9 + index / 10_000,
  77.6 + (index % 7) / 1_000,
  `=LOCATTR(A${index + 1},B${index + 1},"${NAMES}")`,
]);
const VALUES = `C1:D${ROWS}`;

describe('a workbook that is sent to a colleague', () => {
  let browser: Browser;
  let owner: WorkbenchPage;
  let colleague: WorkbenchPage;
  let victim: WorkbenchPage;
  let shown: string[][];

  beforeAll(async () => {
    browser = await launchBrowser();
    [owner, colleague, victim] = await Promise.all([
      openWorkbench(browser, { query: '?workbook=blank' }),
      openWorkbench(browser, { query: '?workbook=blank&key=none' }),
      openWorkbench(browser, { query: '?workbook=blank' }),
    ]);
    await Promise.all([owner, colleague, victim].map(({ idle }) => idle()));
    await owner.set('A1', LIST);
    await owner.idle();
    shown = await owner.get(VALUES);
    await saveAnswers(owner);
    await openFile(colleague, 'shared.xlsx', await savedFile(owner, 'shared'));
  }, 120_000);
  afterAll(async () => {
    for (const page of [owner, colleague, victim]) {
      expect(page?.complaints).toEqual([]);
      expect(page?.requestsElsewhere).toEqual([]);
      await page?.close();
    }
    await browser?.close();
  });

  it('holds every value, which the owner paid for', () => {
    expect(shown.flat().filter((text) => /^\d/.test(text))).toHaveLength(2 * ROWS);
    expect(owner.server.sample.stats().lookups).toBe(ROWS);
  });

  it('shows a colleague without a key everything, recalculated, moved and copied, for no call', async () => {
    expect(await colleague.get(VALUES)).toEqual(shown);
    await colleague.page.evaluate(() => window.workbook.recalculate());
    await colleague.idle();
    expect(await colleague.get(VALUES)).toEqual(shown);
    const written = LIST.map(([lat = 0, lng = 0]) => [`=LOCATTR(${lat},${lng},"${NAMES}")`]);
    await colleague.set('H3', written);
    await colleague.set(
      'A1',
      [...LIST].reverse().map(([lat = 0, lng = 0]) => [lat, lng]),
    );
    await colleague.idle();
    expect(await colleague.get(`H3:I${ROWS + 2}`)).toEqual(shown);
    expect(await colleague.get(VALUES)).toEqual([...shown].reverse());
    expect(colleague.server.sample.stats()).toMatchObject({ lookups: 0, scores: 0 });
  });

  it('asks for nothing but what is new, and only when the colleague has a key', async () => {
    const [[lat = 0, lng = 0] = []] = LIST;
    await colleague.set('K1', [
      [`=LOCATTR(${lat},${lng},"w_pop_tt,${NEW_NAME}")`],
      ['=LOCATTR(20,78,"w_pop_tt")'],
    ]);
    await colleague.idle();
    expect(await colleague.get('K1:L2')).toEqual([
      [shown[0]?.[0], '#N/A'],
      ['#N/A', ''],
    ]);
    expect(await colleague.message('K2')).toBe(
      'No API key on this device: enter yours in the Locus pane.',
    );
    expect(colleague.server.sample.stats().lookups).toBe(0);
    await colleague.enterKey('locus-demo-key');
    await colleague.page.waitForFunction(() => /^\d/.test(window.workbook.get('K2')[0]?.[0] ?? ''));
    await colleague.page.evaluate(() => window.workbook.recalculate());
    await colleague.idle();
    // One is the test of the connection.
    expect(colleague.server.sample.stats().lookups).toBe(3);
    expect((await colleague.get('K1:L1'))[0]?.every((text) => /^\d/.test(text))).toBe(true);
    expect(await colleague.get(VALUES)).toEqual([...shown].reverse());
  });

  it('full of tricks costs nobody a value, and does nothing', async () => {
    const bomb = deflateRawSync(new Uint8Array(50_000_000)).toString('base64');
    const root = `<answers xmlns="${ANSWERS_NAMESPACE}" version=`;
    const script = '<script>window.hurt=1</script><x onload="window.hurt=1"/>';
    await loadWith(victim, [
      ...Array.from({ length: 10 }, () => `${root}"2">${bomb} ${bomb}</answers>`),
      `${root}"1">${'<a>'.repeat(100_000)}</answers>`,
      `${root}"1" service="https://evil.example/x">${script}</answers>`,
      `${root}"99">__proto__</answers>`,
    ]);
    await victim.set('A1', [['=LOCATTR(21,79,"w_pop_tt")']]);
    await victim.idle();
    expect((await victim.get('A1'))[0]?.[0]).toMatch(/^\d/);
    expect(await victim.page.evaluate(() => 'hurt' in window || 'answers' in {})).toBe(false);
    await victim.page.getByRole('tab', { name: 'More' }).click();
    const card = answersCard(victim);
    await card.getByText(/are damaged and aren’t used/).waitFor();
    await card.getByText(/newer version of Locus/).waitFor();
  });
});

function answersCard({ page }: WorkbenchPage): Locator {
  return page.getByRole('group', { name: 'Results in this workbook' });
}

async function saveAnswers(workbench: WorkbenchPage): Promise<void> {
  await workbench.page.getByRole('tab', { name: 'More' }).click();
  const card = answersCard(workbench);
  await card.getByRole('button', { name: 'Save results now' }).click();
  await card.getByText('Done. Save the workbook to keep the results.').waitFor();
}

/** The same workbook with these parts in it, as if it had been opened so. */
async function loadWith({ page, idle }: WorkbenchPage, parts: readonly string[]): Promise<void> {
  await page.evaluate((texts) => {
    const saved = window.workbook.save();
    window.workbook.load({ ...saved, custom: { ...saved.custom, locusParts: texts } });
  }, parts);
  await idle();
}
