/** Renders assets/*.svg to the PNG sizes that Office asks for: `node scripts/make/icons.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.cjs';

const DRAWINGS = [
  { drawing: 'icon-small', sizes: [16], name: 'icon' },
  { drawing: 'icon', sizes: [32, 64, 80, 128, 192], name: 'icon' },
  { drawing: 'icon-outline', sizes: [32], name: 'icon-outline' },
  { drawing: 'recalculate', sizes: [16, 32, 80], name: 'recalculate' },
  { drawing: 'help', sizes: [16, 32, 80], name: 'help' },
];

const options = launchOptions();
if (options.executablePath === undefined)
  throw new Error('no Chromium found: set CHROMIUM to its path');
const browser = await chromium.launch(options);
const page = await browser.newPage();
for (const { drawing, sizes, name } of DRAWINGS) {
  const svg = readFileSync(new URL(`../assets/${drawing}.svg`, import.meta.url), 'utf8');
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    writeFileSync(new URL(`../assets/${name}-${size}.png`, import.meta.url), png);
  }
}
await browser.close();
