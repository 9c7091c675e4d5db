import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import type { WorkbenchPage } from './workbench-page';

/** Saves the workbook by its dialog, under the name that stands there if none is given. */
export async function saveAs(
  { page }: WorkbenchPage,
  name?: string,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<Download> {
  await page.getByRole('button', { name: 'Save as…' }).click();
  if (name !== undefined) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  }
  await page.getByRole('radio', { name: `(.${format})` }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  await page.getByText(`${download.suggestedFilename()} saved`).waitFor();
  return download;
}

/** The bytes of what is saved then. */
export async function savedFile(workbench: WorkbenchPage, name?: string): Promise<Buffer> {
  return readFileSync(await (await saveAs(workbench, name)).path());
}

/** Settles when the file is open and calculated. */
export async function openFile(
  { page, idle }: WorkbenchPage,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  await chooseFile({ page }, name, content);
  await page.getByText(`${name} is open.`).waitFor();
  await idle();
}

/** Settles when the page has the file, whatever becomes of it. */
export function chooseFile(
  { page }: Pick<WorkbenchPage, 'page'>,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  const buffer = Buffer.from(content as string);
  return page.setInputFiles('#file-choice', { name, mimeType: '', buffer });
}

/** Settles when the device keeps a workbook with this text. */
export async function whenKept(page: Page, text: string): Promise<void> {
  const isKept = (): Promise<boolean> =>
    page.evaluate(
      (wanted) =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open('locus-workbooks');
          opening.addEventListener('success', () => {
            const database = opening.result;
            const all = database.transaction('contents').objectStore('contents').getAll();
            all.addEventListener('success', () => {
              database.close();
              resolve(all.result.some(({ content }) => String(content).includes(wanted)));
            });
          });
        }),
      text,
    );
  while (!(await isKept())) await page.evaluate(() => new Promise(requestAnimationFrame));
}
