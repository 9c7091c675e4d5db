import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Starts any of them without a window (HEADED=1 shows it), and without talking to anyone. */
export const HEADLESS_ARGUMENTS = [
  '--no-sandbox',
  ...(process.env.HEADED === '1' ? [] : ['--headless']),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium on this machine, or undefined. `CHROMIUM` in the environment wins. */
export function findBrowser() {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) return existsSync(CHROMIUM) ? CHROMIUM : undefined;
  const onPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find((path) => existsSync(path));
}
