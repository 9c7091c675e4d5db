'use strict';
const { existsSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/** Headless Chromium, which needs a third less processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Chromium then talks only to the pages' own servers. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium on this machine, or undefined. `CHROMIUM` in the environment wins. */
function findBrowser() {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) return existsSync(CHROMIUM) ? CHROMIUM : undefined;
  const names = isHeadless() ? [SHELL, ...NAMES] : NAMES;
  const onPath = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find((path) => existsSync(path));
}

/** How scripts and tests start Chromium: without a window, unless HEADED=1 asks for one. */
function launchOptions() {
  return { executablePath: findBrowser(), headless: isHeadless(), args: ARGUMENTS };
}

function isHeadless() {
  return process.env.HEADED !== '1';
}

module.exports = { SHELL, findBrowser, launchOptions };
