import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

/** Browsers that tests start, so that a test that fails can report what their pages showed. */
export interface OpenPages {
  launch(options: NonNullable<Parameters<typeof chromium.launch>[0]>): Promise<Browser>;
  /** The same for a browser that was started elsewhere. */
  follow(browser: Browser): Browser;
  /** What a person would read in each page that is open; "" where there is none. */
  texts(): Promise<string>;
}

/** A page that has stopped answering must not hold up the report of it. */
const TIMEOUT_MS = 5_000;
const MAX_LENGTH = 4_000;

export function createOpenPages(): OpenPages {
  const browsers = new Set<Browser>();
  const follow = (browser: Browser): Browser => {
    browsers.add(browser);
    browser.on('disconnected', () => browsers.delete(browser));
    return browser;
  };
  return {
    launch: async (options) => follow(await chromium.launch(options)),
    follow,
    async texts() {
      const pages = [...browsers].flatMap((browser) =>
        browser.contexts().flatMap((context) => context.pages()),
      );
      return (await Promise.all(pages.map(textOf))).join('\n\n');
    },
  };
}

async function textOf(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) => {
    setTimeout(() => resolve('(the page does not answer)'), TIMEOUT_MS).unref();
  });
  const text = page.evaluate(() => document.body.innerText).catch(String);
  return `${page.url()} shows:\n${(await Promise.race([text, silence])).slice(0, MAX_LENGTH)}`;
}
