import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { ExcelOnTheWeb } from '../../test/host/excel-on-the-web';
import { size } from './size';
import type { ProfiledTask } from './task-profile';

/** What a person does with a long list, and the longest task of the page while it is done. */
export interface StepFigures {
  readonly step: string;
  readonly longest: ProfiledTask | undefined;
}

/** Runs something, and says what tasks the page's main thread had meanwhile. */
export type Recorder = (run: () => Promise<void>) => Promise<readonly ProfiledTask[]>;

export const MANY_NAMES = size(100_000, 1_000);
const TIMEOUT_MS = 120_000;
/** For what a step leaves to be done when its result is there. */
const REST_MS = size(3_000, 100);

/** Imports names, looks for some of them, and narrows the list down, as a person would. */
export async function useManyNames(
  { frame, page }: ExcelOnTheWeb,
  record: Recorder,
): Promise<StepFigures[]> {
  await frame.getByRole('tab', { name: 'Attributes' }).click();
  await frame.getByRole('button', { name: 'Import a list' }).click();
  // As a path: the contents of a file would be brought into the page by a task of its own.
  const folder = await mkdtemp(join(tmpdir(), 'locus-names-'));
  const list = join(folder, 'names.csv');
  await writeFile(list, listOfNames());
  const search = frame.getByRole('searchbox');
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    'reading the file': async () => {
      await frame.locator('input[type=file]').setInputFiles(list);
      await frame
        .getByRole('heading', { name: / attributes? in / })
        .waitFor({ timeout: TIMEOUT_MS });
    },
    'taking the names': async () => {
      await frame.getByRole('button', { name: /^Import [\d,]+ attributes?/ }).click();
      await said(
        frame,
        `${MANY_NAMES.toLocaleString('en-US')} attributes imported on this device.`,
      );
    },
    'a search that finds them all': () => search.fill('population'),
    'a search that finds some': () => search.fill('retail 500m'),
    'a theme': async () => {
      await search.fill('');
      await frame.getByRole('combobox', { name: 'Theme' }).selectOption({ index: 1 });
    },
    'scrolling from end to end': async () => {
      await frame.getByRole('listbox', { name: 'Attributes' }).focus();
      for (const key of ['End', 'PageUp', 'Home', 'PageDown']) await page.keyboard.press(key);
    },
  };
  const figures: StepFigures[] = [];
  for (const [step, run] of Object.entries(steps)) {
    const tasks = await record(async () => {
      await run();
      await page.waitForTimeout(REST_MS);
    });
    const [longest] = [...tasks].sort((one, other) => other.totalMs - one.totalMs);
    figures.push({ step, longest });
  }
  await rm(folder, { recursive: true });
  return figures;
}

async function said(frame: Frame, text: string): Promise<void> {
  await frame.getByText(text).first().waitFor({ timeout: TIMEOUT_MS });
}

function listOfNames(): string {
  const topics = ['p_pop', 'w_retail', 'a_income', 'p_school_gc_np'];
  const lines = Array.from({ length: MANY_NAMES }, (_, index) => {
    const name = `${topics[index % 4] ?? ''}_${String(index)}_${String([200, 500, 1000][index % 3])}`;
    return `${name},"Population ${String(index)}, all ages",people,"What the value ""${String(index)}"" means",census`;
  });
  return ['name,title,unit,description,source', ...lines].join('\n');
}
