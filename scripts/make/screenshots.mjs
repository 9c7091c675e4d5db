/**
 * `node scripts/make/screenshots.mjs`: writes docs/images/ from the built workbench, as README shows it,
 * with each view of the pane as it is on a narrow screen.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.cjs';
import { build, isBuilt } from '../build.mjs';
import { root } from '../command.mjs';

const images = join(root, 'docs/images');
const SETTLED_MS = 800;

if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
mkdirSync(images, { recursive: true });
const { server, address } = await startService();
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}/workbench.html`);
  await page.waitForFunction(() => 'workbook' in window);
  await page.evaluate(() => window.workbook.idle());
  await take(page, 'workbench.png');

  await page.evaluate(async () => {
    window.workbook.select('Scratch!A1');
    window.workbook.set('Scratch!A1', [
      ['=LOCATTR(12.9352, 77.6245, "w_pop_tt,p_retail_gc_np")'],
      ['=LOCATTR(77.6245, 12.9352, "w_pop_tt")'],
      ['=LOCATTR(95, 12.9352, "w_pop_tt")'],
      ['=LOCATTR(12.9352, 77.6245, "w_pop")'],
    ]);
    await window.workbook.idle();
  });
  await page.mouse.move(90, 222);
  await page.mouse.move(92, 224);
  await take(page, 'error-message.png');

  const narrow = await browser.newPage({ viewport: { width: 320, height: 760 } });
  await narrow.goto(`${address}/workbench.html`);
  await narrow.waitForFunction(() => 'workbook' in window);
  await narrow.evaluate(() => window.workbook.idle());
  await narrow.getByRole('button', { name: 'Pane', exact: true }).click();
  await take(narrow, 'pane-320.png');
  for (const [view, prepare] of Object.entries(views(narrow))) {
    await narrow.getByRole('tab', { name: view }).click();
    await prepare();
    await take(narrow, `pane-${view.toLowerCase()}-320.png`);
  }
} finally {
  await browser.close();
  server.kill();
}

/** What a person would have done in each view, so that it shows what it is for. */
function views(page) {
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  const select = (a1) => page.evaluate((cells) => window.workbook.select(cells), a1);
  const scrollTo = (heading) =>
    page.getByRole('heading', { name: heading }).evaluate((element) => {
      const tabs = document.querySelector('#pane [role="tablist"]');
      const pane = document.querySelector('#pane');
      pane.scrollTop += element.getBoundingClientRect().top - tabs.getBoundingClientRect().bottom;
      pane.scrollTop -= 8;
    });
  return {
    async Enrich() {
      await page.evaluate(() => {
        const rows = Array.from({ length: 40 }, (_, row) => [
          `Store ${row + 1}`,
          (12.86 + row / 400).toFixed(4),
          (77.52 + ((row * 7) % 40) / 400).toFixed(4),
        ]);
        window.workbook.set('Scratch!A1', [['Store', 'Latitude', 'Longitude'], ...rows]);
        window.workbook.select('Scratch!B2');
      });
      await page.getByRole('checkbox', { name: 'w_pop_tt_1000' }).click();
      await page.getByRole('checkbox', { name: 'p_retail_gc_np' }).click();
      await page.getByText('Goes to').waitFor();
      await page.getByRole('button', { name: 'Add columns' }).scrollIntoViewIfNeeded();
    },
    async Names() {
      await page.getByRole('option', { name: /\bw_pop_tt_500\b/ }).click();
      await page.getByRole('option', { name: /\bp_health_hp_np\b/ }).click();
    },
    async Models() {
      await press('Add sample models');
      await page.getByText('3 models added.').waitFor();
    },
    async Map() {
      await select('Places!A2');
      await press('Show selection');
      await press('Next');
      await page.getByRole('combobox', { name: 'Place' }).scrollIntoViewIfNeeded();
    },
    async More() {
      await page.getByRole('heading', { name: 'Share this workbook' }).waitFor();
      await press('Check this workbook');
      await page.getByRole('button', { name: 'Check again' }).waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await scrollTo('Check before sending');
    },
  };
}

async function take(page, name) {
  await page.waitForTimeout(SETTLED_MS); // for the canvas to be drawn, which nothing announces
  await page.screenshot({ path: join(images, name) });
  console.log(`docs/images/${name}`);
}

function startService() {
  const args = ['build/server.cjs', '--port', '0'];
  const server = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OPEN_BROWSER: '0' },
  });
  return new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error('The sample service did not start.')));
    server.stdout.on('data', (text) => {
      const address = /http:\/\/\S+/.exec(String(text))?.[0];
      if (address !== undefined) resolve({ server, address });
    });
  });
}
