import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findBrowser, launchOptions } from '../../scripts/browser.cjs';

const { HEADED, CHROMIUM, PATH } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'locus-browsers-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'locus-browsers-'));
afterAll(() => [folder, elsewhere].forEach((each) => rmSync(each, { recursive: true })));
afterEach(() => {
  for (const [name, value] of Object.entries({ HEADED, CHROMIUM, PATH })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test('a browser has a window only where HEADED=1 asks for one, and no argument says otherwise', () => {
  delete process.env.HEADED;
  expect(launchOptions().headless).toBe(true);
  process.env.HEADED = '1';
  expect(launchOptions().headless).toBe(false);
  expect(launchOptions().args.filter((argument) => argument.includes('headless'))).toEqual([]);
});

test('without a window the shell is preferred, wherever it is; it has none to show', () => {
  for (const name of ['chromium', 'google-chrome']) writeFileSync(join(folder, name), '');
  writeFileSync(join(elsewhere, 'chromium-headless-shell'), '');
  process.env.PATH = [folder, elsewhere].join(delimiter);
  delete process.env.CHROMIUM;
  delete process.env.HEADED;
  expect(findBrowser()).toBe(join(elsewhere, 'chromium-headless-shell'));
  process.env.HEADED = '1';
  expect(findBrowser()).toBe(join(folder, 'chromium'));
  process.env.CHROMIUM = join(folder, 'google-chrome');
  expect(findBrowser()).toBe(join(folder, 'google-chrome'));
});
