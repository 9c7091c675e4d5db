import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

type LaunchOptions = NonNullable<Parameters<typeof chromium.launch>[0]>;

/**
 * One folder for the browsers that a process starts one after the other, so that each finds the
 * files that the one before has fetched, and what V8 has compiled of them: opening the workbench
 * takes less than half of the processor's time then.
 */
export interface BrowserProfile {
  /** Its first context is the one that keeps files; undefined while another browser has the folder. */
  launch(options: LaunchOptions): Promise<Browser | undefined>;
}

/** Large enough for a file of 20 MB: Chromium keeps none above an eighth of it. */
const CACHE_BYTES = 512 * 1024 * 1024;

const ARGUMENTS = [
  `--disk-cache-size=${CACHE_BYTES}`,
  // Compiled code is kept the first time already, not only the third.
  '--blink-settings=v8CacheOptions=3',
];

export function createBrowserProfile(): BrowserProfile {
  let folder: string | undefined;
  let isTaken = false;

  return {
    async launch({ args = [], ...options }) {
      if (isTaken) return undefined;
      isTaken = true;
      folder ??= temporaryFolder();
      const context = await chromium.launchPersistentContext(folder, {
        ...options,
        args: [...args, ...ARGUMENTS],
      });
      context.on('close', () => (isTaken = false));
      const browser = context.browser();
      if (browser === null) throw new Error('a context that keeps files belongs to no browser');
      return browser;
    },
  };
}

/** Gone when the process ends. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locus-browser-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
