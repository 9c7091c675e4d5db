import { FUNCTION_NAMES } from '../../src/addin/spreadsheet/signatures';
import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import { LOOKUP_PATH } from '../../src/engine/contract/paths';
import { defaultAnswerDatabaseOptions } from '../../src/addin/device/answer-database';
import { ANSWER_STORES } from '../../src/addin/device/answer-pages';
import { BLOCKED_STORAGE } from '../host/blocked-storage';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { suiteStage } from '../host/excel-stage';
import { createGate } from '../host/gate';
import { shownRows } from '../host/invocations';
import type { Invocation } from '../host/invocations';
import { createWorkbook } from '../host/workbook';

const KEY = 'locus-demo-key';
const IDS = [...FUNCTION_NAMES].sort();
const ANSWERS = [defaultAnswerDatabaseOptions.name, ANSWER_STORES[0]?.name ?? ''];
const EXPLANATION = 'Locus works inside Excel';

describe('the add-in’s page, started by Excel', () => {
  const gate = createGate();
  const opened: ExcelOnTheWeb[] = [];
  const { stage, server } = suiteStage({ delayMs: 1, delay: () => gate.pass() });

  beforeEach(() => server.sample.reset());
  afterEach(async () => {
    gate.open();
    stage.microsoft.serveOfficeScript('at-once');
    for (const excel of opened.splice(0)) await excel.close();
  });

  async function begin(script?: string): Promise<ExcelOnTheWeb> {
    const workbook = createWorkbook();
    const excel = await stage.begin({
      address: server.address,
      workbook: workbook.answer,
      prepare: async (page) => {
        if (script !== undefined) await page.addInitScript(script);
      },
    });
    opened.push(excel);
    return excel;
  }

  async function open(script?: string): Promise<ExcelOnTheWeb> {
    const excel = await begin(script);
    await excel.ready();
    return excel;
  }

  /** What the add-in's page has fetched of its own origin. */
  const fetched = ({ requests, origin }: ExcelOnTheWeb): string[] =>
    requests.filter((url) => url.startsWith(`${origin}/`)).map((url) => new URL(url).pathname);

  it('has associated all functions once functions.js has run, before anything else is asked', async () => {
    const excel = await open(NOTE_ASSOCIATIONS);
    const scripts = [`${excel.origin}/functions.js`];
    expect(await excel.frame.evaluate('atFirst')).toEqual({ ids: IDS, scripts });
    expect(fetched(excel)).not.toContainEqual(expect.stringMatching(/^\/(pane|answers)\./));
    expect(server.sample.stats().calls).toBe(0);
  });

  it('answers while it is hidden, and fetches the pane once, when it is first shown', async () => {
    const excel = await open();
    const panes = (): string[] => fetched(excel).filter((path) => path.startsWith('/pane.'));
    await excel.calculate([attribute(12)]);
    expect(panes()).toEqual([]);
    await excel.show();
    await excel.frame.getByRole('textbox', { name: 'API key' }).waitFor();
    await excel.hide();
    await excel.show();
    await excel.frame.getByRole('textbox', { name: 'API key' }).waitFor();
    await excel.calculate([attribute(12)]);
    expect(panes()).toHaveLength(1);
  });

  describe.each(Object.entries(BLOCKED_STORAGE))('where %s', (_what, script) => {
    it('works on, and what is known costs nothing while the page lives', async () => {
      const excel = await open(script);
      expect(await excel.enterKey(KEY, true)).toMatch(/^Connected/);
      server.sample.reset();
      for (let time = 0; time < 2; time += 1) {
        const [result] = await excel.calculate([attribute(13)]);
        expect(result).toEqual({ value: [[expect.any(Number)]] });
      }
      expect(server.sample.stats().calls).toBe(1);
      expect(excel.complaints).toEqual([]);
    });
  });

  it('answers although browsers hold back the timers of a hidden page', async () => {
    const excel = await open(HELD_TIMERS);
    await excel.enterKey(KEY);
    await excel.hide();
    await excel.frame.evaluate('globalThis.holdsTimers = true');
    const results = await excel.calculate([attribute(21), attribute(22), attribute(23)]);
    expect(results.flatMap(shownRows).flat()).toEqual(Array(3).fill(expect.any(Number)));
    expect(await excel.frame.evaluate('heldTimers')).toBeGreaterThan(0);
  });

  it('says that a key is not kept where the device would not keep it', async () => {
    const excel = await open(BLOCKED_STORAGE['local storage throws']);
    expect(await excel.enterKey(KEY, true)).toMatch(/This device couldn’t save the key/);
  });

  it('goes on after a reload in the middle: cells are called again, and what was known is free', async () => {
    const excel = await open();
    await excel.enterKey(KEY, true);
    await excel.calculate([attribute(14)]);
    // Written down a moment later, so that no cell waits for it.
    await excel.frame.evaluate(whenKept, ANSWERS);
    gate.close();
    const before = await excel.invoke([attribute(15), attribute(16)]);
    await gate.whenWaiting(2);
    await excel.reload();
    gate.open();
    const calls = (): number => excel.requests.filter((url) => url.endsWith(LOOKUP_PATH)).length;
    const earlier = calls();
    const results = await excel.calculate([attribute(15), attribute(16)]);
    expect(results.flatMap(shownRows).flat()).toEqual([expect.any(Number), expect.any(Number)]);
    expect(calls() - earlier).toBe(2);
    expect(before.filter((id) => excel.hasEnded(id))).toEqual([]);
    await excel.calculate([attribute(14)]);
    expect(calls() - earlier).toBe(2);
  });

  it('explains itself while Microsoft’s script is late, and works when it has come', async () => {
    stage.microsoft.serveOfficeScript('held');
    const excel = await begin();
    await excel.show();
    await expectExplanation(excel);
    stage.microsoft.releaseOfficeScript();
    await excel.ready();
    await excel.frame.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(await excel.frame.getByText(EXPLANATION).count()).toBe(0);
    const [result] = await excel.calculate([attribute(12)]);
    expect(result).toEqual({ value: [[expect.objectContaining({ code: '#N/A' })]] });
  });

  it('explains itself where Microsoft’s script never comes', async () => {
    stage.microsoft.serveOfficeScript('missing');
    const excel = await begin();
    await excel.show();
    await expectExplanation(excel);
    expect(fetched(excel)).not.toContainEqual(expect.stringMatching(/^\/pane/));
  });
});

async function expectExplanation({ frame }: ExcelOnTheWeb): Promise<void> {
  await frame.getByRole('heading', { name: EXPLANATION }).waitFor({ state: 'visible' });
  // It appears after a delay, so that it does not flash by inside Excel.
  await frame.waitForFunction(() => {
    const explanation = document.querySelector('.outside');
    return explanation !== null && getComputedStyle(explanation).opacity === '1';
  });
}

/** Settles when the device holds answers; to be called in the page. */
async function whenKept([databaseName = '', storeName = '']: readonly string[]): Promise<void> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('unreadable'));
    });
  for (let count = 0; count === 0;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === databaseName)) continue;
    const database = await settled(indexedDB.open(databaseName));
    count = await settled(database.transaction(storeName).objectStore(storeName).count());
    database.close();
  }
}

/** One name at a place. */
function attribute(lat: number): Invocation {
  return { name: 'LOCATTR', values: [[[lat]], [[77]], [[CONTRACT_NAMES[0]]]] };
}

/** Browsers slow such timers to one a second, and later to one a minute; these never run. */
const HELD_TIMERS = `{
  const original = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms = 0, ...rest) => {
    const [, , caller = ''] = new Error().stack.split('\\n');
    const isOurs = !caller.includes('appsforoffice.microsoft.com');
    if (!globalThis.holdsTimers || !isOurs || ms <= 0) return original(run, ms, ...rest);
    globalThis.heldTimers = (globalThis.heldTimers ?? 0) + 1;
    return 0;
  };
}`;

/** What is associated and fetched when the last of the page's own scripts has run. */
const NOTE_ASSOCIATIONS = `addEventListener('DOMContentLoaded', () => {
  const { mappings = {} } = globalThis.CustomFunctions?._association ?? {};
  globalThis.atFirst = {
    ids: Object.keys(mappings).sort(),
    scripts: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(location.origin) && name.endsWith('.js')),
  };
});`;
