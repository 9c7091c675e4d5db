/**
 * `npm run pictures`: writes docs/images/ from what is built: screens of the workbench, the pane and the
 * gateway's page, and a run of the command line. Beside them it writes a record of what each screen said.
 * With `--check`, as `npm run test:all` runs it, it writes nothing and fails where a screen now says
 * something else, so that no picture is older than its screen.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../browser.cjs';
import { build, isBuilt } from '../build.mjs';
import { root } from '../command.mjs';
import { commandLinePicture } from './command-line-picture.mjs';

const images = join(root, 'docs/images');
const RECORD = join(images, 'screens.json');
const SETTLED_MS = 800;
const KEY = 'locus-demo-key';
const ADMINISTRATOR = 'an-administrators-token-for-pictures';
const SHOPS = [
  ['Hill Road', 19.0552, 72.8305],
  ['Linking Rd', 19.064, 72.8352],
  ['Juhu', 19.1075, 72.8263],
  ['Worli', 19.0176, 72.8166],
  ['Dadar', 19.0178, 72.8478],
  ['Colaba', 18.9067, 72.8147],
  ['MG Road', 12.9756, 77.6066],
  ['Brigade Rd', 12.9719, 77.607],
  ['Church St', 12.9751, 77.6043],
  ['Jayanagar', 12.925, 77.5938],
  ['Adyar', 13.0012, 80.2565],
  ['T. Nagar', 13.0418, 80.2341],
  ['Anna Salai', 13.0604, 80.2646],
  ['FC Road', 18.5236, 73.8413],
  ['Baner', 18.559, 73.7868],
  ['Aundh', 18.558, 73.8075],
  ['Kothrud', 18.5074, 73.8077],
  ['Hauz Khas', 28.5494, 77.2001],
  ['Saket', 28.5245, 77.2066],
  ['Karol Bagh', 28.6519, 77.1909],
  ['Park Street', 22.5535, 88.352],
  ['Salt Lake', 22.5867, 88.4171],
  ['Ballygunge', 22.528, 88.3659],
];

const isCheck = process.argv.includes('--check');
if (!isBuilt({ forAnyOrigin: true }) && !(await build())) process.exit(1);
mkdirSync(images, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'locus-pictures-'));
const programs = [];
/** Of each picture, what its screen says and what the file holds, as hashes. */
const record = {};
const before = isCheck ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined;
const outdated = [];
const browser = await chromium.launch(launchOptions());
try {
  const service = await start('server', { SAMPLE_DELAY_MS: '0' }, /Locus is at (\S+)/);
  await takeList(service);
  await takeWorkbench(service);
  await takePane(service);
  await takeMeetingPage(service);
  await takeGateway(await start('gateway', {}, /^administrators: (\S+)$/m));
  const slow = await start('server', { SAMPLE_DELAY_MS: '40' }, /Locus is at (\S+)/);
  const { picture, said } = await commandLinePicture({ service: slow, key: KEY, folder });
  keep('command-line.svg', picture, said);
} finally {
  await browser.close();
  for (const program of programs) program.kill();
  // A gateway still writes to the folder while it stops.
  await Promise.all(programs.map(hasStopped));
  rmSync(folder, { recursive: true, force: true });
}
if (!isCheck) writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
if (outdated.length > 0) {
  console.error(`Screens have changed since these were taken: ${outdated.join(', ')}.`);
  console.error('npm run pictures takes them again. Look at them before you commit.');
  process.exit(1);
}

/** A list of shops with the columns that Enrich has added to it. */
async function takeList(address) {
  const page = await opened(address, { width: 1280, height: 800 });
  await page.evaluate((shops) => {
    window.workbook.set('Scratch!A1', [['Shop', 'Latitude', 'Longitude'], ...shops]);
    window.workbook.select('Scratch!A2');
  }, SHOPS);
  await page.getByRole('tab', { name: 'Enrich' }).click();
  for (const name of ['w_pop_tt_200', 'w_pop_tt_500', 'w_pop_tt_1000']) {
    await page.getByRole('checkbox', { name }).click();
  }
  await page.getByText('Goes to').waitFor();
  await page.getByRole('button', { name: 'Add columns' }).click();
  await page.getByText('3 columns added').waitFor();
  await page.evaluate(async () => {
    await window.workbook.idle();
    window.workbook.select('Scratch!D2');
  });
  await take(page, 'list.png', 'Scratch!A1:F24');
}

async function takeWorkbench(address) {
  const page = await opened(address, { width: 1280, height: 800 });
  await take(page, 'workbench.png', 'Stores!A1:H26');
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
  await page.getByText('outside -90 to 90').first().waitFor();
  await take(page, 'error-message.png', 'Scratch!A1:C5');
  await page.evaluate(() => window.workbook.select('Places!C2'));
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByText('200 places').first().waitFor();
  await page.getByRole('button', { name: 'Open large map' }).click();
  await page.getByRole('dialog').getByRole('figure').first().waitFor();
  await take(page, 'large-map.png');
}

/** A page for a meeting, from shops in and around Pune. */
async function takeMeetingPage(address) {
  const page = await opened(address, { width: 1240, height: 1290 });
  await page.evaluate(() => {
    const rows = Array.from({ length: 14 }, (_, row) => [
      ['Baner', 'Camp', 'Aundh', 'Kothrud', 'Hadapsar', 'Viman Nagar', 'Wakad'][row % 7] +
        (row < 7 ? ' Road' : ' Market'),
      18.42 + ((row * 5) % 14) / 70,
      73.74 + ((row * 9) % 14) / 60,
      40_000 + ((row * 7) % 10) * 5_000,
      300 + ((row * 3) % 11) * 20,
    ]);
    window.workbook.set('Scratch!A1', [
      ['Shop', 'Latitude', 'Longitude', 'Rent', 'Sales'],
      ...rows,
    ]);
    window.workbook.select('Scratch!A2');
  });
  await page.getByRole('tab', { name: 'Rank', exact: true }).click();
  const choose = (label, option) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
  await choose('Column', 'Rent');
  await choose('Add a column', 'Sales');
  await page.getByRole('button', { name: 'Make a page for a meeting' }).first().click();
  await page.getByText('prints on one A4 page').waitFor();
  await take(page, 'meeting-page.png', "'Ranking page'!A1:E20");
}

/** Each view as it is on a narrow screen, after what a person would have done in it. */
async function takePane(address) {
  const page = await opened(address, { width: 320, height: 760 });
  await page.getByRole('button', { name: 'Pane', exact: true }).click();
  const views = {
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
    async Rank() {
      await page.evaluate(() => {
        window.workbook.set('Scratch!F1', [
          ['Shop', 'Latitude', 'Longitude', 'Rent', 'Sales'],
          ['Hill Road', 19.05, 72.83, 90_000, 420],
          ['MG Road', 12.97, 77.6, 60_000, 380],
          ['FC Road', 18.52, 73.85, 45_000, 400],
          ['Park Street', 22.55, 88.35, 75_000, 310],
        ]);
        window.workbook.select('Scratch!G2');
      });
      const choose = (label, option) =>
        page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
      await choose('Column', 'Rent');
      await choose('Add a column', 'Sales');
      await page.getByRole('listitem').filter({ hasText: 'FC Road' }).waitFor();
      await page.getByRole('button', { name: 'Add scores and ranks' }).scrollIntoViewIfNeeded();
    },
    async Map() {
      await page.evaluate(() => window.workbook.select('Places!C2'));
      await page.getByText('200 places').first().waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('combobox', { name: 'Place' }).scrollIntoViewIfNeeded();
    },
    async More() {
      await page.getByRole('heading', { name: 'Share this workbook' }).waitFor();
      await page.getByRole('button', { name: 'Check this workbook', exact: true }).click();
      await page.getByRole('button', { name: 'Check again' }).waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await page.getByRole('heading', { name: 'Check before sending' }).evaluate((element) => {
        const tabs = document.querySelector('#pane [role="tablist"]');
        const pane = document.querySelector('#pane');
        pane.scrollTop += element.getBoundingClientRect().top - tabs.getBoundingClientRect().bottom;
        pane.scrollTop -= 8;
      });
    },
  };
  for (const [view, prepare] of Object.entries(views)) {
    await page.getByRole('tab', { name: view }).click();
    await prepare();
    await take(page, `pane-${view.toLowerCase()}-320.png`);
  }
}

async function takeGateway(address) {
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${ADMINISTRATOR}` };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await fetch(`${address}/admin/api${path}`, init)).json();
  };
  await call('POST', '/teams', { name: 'Research' });
  const { id } = await call('POST', '/people', { name: 'Asha Menon', team: 'Research' });
  const { token } = await call('POST', `/people/${id}/tokens`, { label: 'laptop' });
  await call('PUT', `/people/${id}/budget`, { callsPerDay: 500 });
  await call('PUT', '/account/budget', { callsPerDay: 2000, callsPerMonth: 40_000 });
  const people = programs.at(-1).output.match(/^people: (\S+)$/m)[1];
  const asked = Array.from({ length: 21 }, (_, place) => {
    const body = JSON.stringify({ lat: 12.9 + place / 100, lng: 77.6, variables: 'w_pop_tt' });
    const init = { method: 'POST', headers: { 'x-api-key': token }, body };
    return fetch(`${people}/production/v1.0/getvariablesbulk`, init);
  });
  await Promise.all(asked);
  const page = await browser.newPage({ viewport: { width: 320, height: 760 } });
  await page.goto(`${address}/admin`);
  await page.getByLabel('Administrator’s token').fill(ADMINISTRATOR);
  await page.keyboard.press('Enter');
  await page.getByText('21 calls today').waitFor();
  await take(page, 'gateway-admin-320.png');
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByText('Asha Menon').waitFor();
  await page.getByRole('button', { name: 'Manage' }).last().click();
  await take(page, 'gateway-admin-people-320.png');
}

async function opened(address, viewport) {
  const page = await browser.newPage({ viewport });
  await page.goto(`${address}/workbench.html`);
  await page.waitForFunction(() => 'workbook' in window);
  await page.evaluate(() => window.workbook.idle());
  return page;
}

/** @param cells those that the picture shows: what is drawn on a canvas is in no text. */
async function take(page, name, cells) {
  let said;
  let before;
  do {
    before = said;
    await page.waitForTimeout(SETTLED_MS); // for the canvas to be drawn, which nothing announces
    const shown = await page.locator('body').ariaSnapshot();
    const sheet = cells && (await page.evaluate((a1) => window.workbook.get(a1), cells));
    said = [shown, JSON.stringify(sheet)].join('\n');
  } while (said !== before);
  keep(name, await page.screenshot(), said);
}

function keep(name, picture, said) {
  // Days pass, and a run takes its time.
  const lasting = said
    .replace(/\d{4}-\d\d-\d\d|\d+ [A-Z][a-z]+ \d{4}/g, 'a day')
    .replace(/\d+(?:\.\d+)? s\b/g, 'a time');
  record[name] = { screen: hash(lasting), picture: hash(picture) };
  if (!isCheck) writeFileSync(join(images, name), picture);
  const isOutdated = isCheck && before[name]?.screen !== record[name].screen;
  if (isOutdated) outdated.push(name);
  console.log(`${isOutdated ? '✗' : '✓'} docs/images/${name}`);
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

function hasStopped(program) {
  return program.exitCode ?? program.signalCode ?? once(program, 'exit');
}

/** @returns what the pattern finds in the program's output. */
function start(name, environment, pattern) {
  const program = spawn(process.execPath, [join(root, `build/${name}.cjs`)], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ PORT: '0', ADMIN_PORT: '0', OPEN_BROWSER: '0', DIST_DIR: join(root, 'dist') },
      ...{ LOCUS_ADMIN_TOKEN: ADMINISTRATOR, LOCUS_LOG_LEVEL: 'silent' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  program.output = '';
  return new Promise((resolve, reject) => {
    program.on('exit', () => reject(new Error(`build/${name}.cjs did not start.`)));
    program.stdout.on('data', (text) => {
      program.output += String(text);
      const found = pattern.exec(program.output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}
