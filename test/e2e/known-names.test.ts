import type { Page } from 'playwright-core';
import { suiteWorkbench } from './workbench-page';

/** What the sample service slips into its replies when told to. */
const UNASKED = 'br_sample_ct_500';

describe('names that a reply shows', () => {
  const workbench = suiteWorkbench({ query: '?workbook=blank' });

  it('are listed, suggested, and still known when the page is opened again', async () => {
    const { page, server } = workbench;
    await workbench.set('A1', [['=LOCCATALOG("brands")']]);
    await workbench.idle();
    expect(await workbench.get('A1')).toEqual([['#N/A']]);

    await fetch(`${server.address}/sample/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault: 'extra' }),
    });
    await workbench.set('D1', [['=LOCATTR(13.05, 80.21, "w_pop_tt")']]);
    await workbench.idle();
    await keptOnTheDevice(page, UNASKED);

    await workbench.reload();
    await workbench.set('A1', [['=LOCCATALOG("brands 500 m")']]);
    await workbench.set('D1', [['=LOCATTR(13.05, 80.21, "br_sampel_ct_500")']]);
    await workbench.idle();
    expect(await workbench.get('A1:B1')).toEqual([
      [UNASKED, 'Number of Sample outlets within 500 m'],
    ]);
    expect(await workbench.message('D1')).toContain(`did you mean "${UNASKED}"?`);
    expect(workbench.complaints).toEqual([]);
  });
});

/** Settles when another page would find the name. */
async function keptOnTheDevice(page: Page, name: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    const learned = async (): Promise<string> => {
      const databases = await indexedDB.databases();
      if (!databases.some((database) => database.name === 'locus-catalogue')) return '';
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('locus-catalogue');
        opening.onsuccess = () => resolve(opening.result);
      });
      const records = await new Promise<unknown[]>((resolve) => {
        const reading = db.transaction('learned').objectStore('learned').getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
      db.close();
      return JSON.stringify(records);
    };
    while (!(await learned()).includes(wanted)) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, name);
}
