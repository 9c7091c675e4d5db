import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { Cells } from '../../src/addin/spreadsheet/host';
import type { CellInput, Sheet } from '../../src/addin/spreadsheet/sheet';
import type { WorkbookContents } from '../../src/addin/spreadsheet/workbook-contents';
import type { WorkbookParts } from '../../src/addin/spreadsheet/workbook-parts';
import type { CopyAsValues } from '../../src/addin/spreadsheet/sheet-copy';
import { describeCells } from '../addin/spreadsheet/cells-suite';
import { describeCopyAsValues } from '../addin/spreadsheet/sheet-copy-suite';
import { describeSheet } from '../addin/spreadsheet/sheet-suite';
import { describeWorkbookContents } from '../addin/spreadsheet/workbook-contents-suite';
import { describeWorkbookParts } from '../addin/spreadsheet/workbook-parts-suite';
import { launchBrowser } from './workbench-page';

const bundled = promisify(execFile);

let browser: Browser;
let server: Server;
let folder: string;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locus-ports-'));
  await bundled(process.execPath, [join(__dirname, 'host-ports-bundle.cjs'), folder]);
  const script = await readFile(join(folder, 'page.js'));
  server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : PAGE);
  }).listen(0, '127.0.0.1');
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'hostPorts' in globalThis);
});
afterEach(() => expect(complaints.splice(0)).toEqual([]));
afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Univer gathers changes for 100 ms before it calculates, and the workbench waits a little longer
 * for quiet: at a tenth of all that, in its order, the suites take half as long.
 */
const QUICK_TIMERS =
  'const start = setTimeout; setTimeout = (run, ms, ...given) => start(run, ms / 10, ...given);';
const PAGE = `<!doctype html><div id="sheet" style="height: 400px"></div>
<script>${QUICK_TIMERS}</script><script src="/page.js"></script>`;

describeCells('the workbench', async (sheets) => {
  await open(sheets);
  return {
    cells: inPage<Cells>('cells', ['recalculate', 'recalculateAll', 'goTo']),
    set,
    takeAsked: () => page.evaluate(() => hostPorts.takeAsked()),
    rename,
    remove: (name) => page.evaluate((sheet) => hostPorts.remove(sheet), name),
    selected: () => page.evaluate(() => hostPorts.selected()),
    close: () => Promise.resolve(),
  };
});

describeSheet('the workbench', async (sheets) => {
  await open(sheets);
  return {
    sheet: inPage<Sheet>('sheet', [
      'readSelection',
      'readBlock',
      'write',
      'undo',
      'foreseeUndo',
      'addSheet',
      'removeSheet',
      'sheetNames',
      'formulas',
      'failing',
    ]),
    set,
    read,
    select: (a1) => page.evaluate((cells) => hostPorts.select(cells), a1),
    show: () => Promise.resolve(),
    names: () => page.evaluate(() => hostPorts.names()),
    rename,
    close: () => Promise.resolve(),
  };
});

describeWorkbookParts('the workbench', async () => {
  await open(['Sheet1']);
  const parts: WorkbookParts = {
    ...inPage<WorkbookParts>('parts', ['read', 'write', 'remove']),
    opened: () => 0,
    subscribe: () => () => undefined,
  };
  return {
    parts,
    async reopen() {
      await page.evaluate(() => hostPorts.reopen());
      return parts;
    },
    close: () => Promise.resolve(),
  };
});

const copies = inPage<{ copyAsValues: CopyAsValues }>('copies', ['copyAsValues']);

describeCopyAsValues('the workbench', async (sheets) => {
  await open(sheets);
  return {
    ...copies,
    set,
    read,
    names: () => page.evaluate(() => hostPorts.names()),
    close: () => Promise.resolve(),
  };
});

describe('a copy in the workbench', () => {
  it('has what a formula fills, errors as the sheet shows them, and goes with one Undo', async () => {
    await open(['Stores']);
    await set('A1', [['=LOCATTR(1,2,"block")'], [null], ['=LOCATTR(1,2,"none")']]);
    expect(await copies.copyAsValues('Stores')).toMatchObject({ formulas: 2, errors: 1 });
    expect(await read("'Stores (values)'!A1:B3")).toEqual([
      [1, '0012'],
      [3, 4],
      ['#N/A', ''],
    ]);
    const sheet = inPage<Sheet>('sheet', ['readBlock']);
    expect(await sheet.readBlock("'Stores (values)'!A3")).toMatchObject({
      block: { values: [[{ error: '#N/A' }]] },
    });
    await page.evaluate(() => hostPorts.undo());
    expect(await page.evaluate(() => hostPorts.names())).toEqual(['Stores']);
    expect(await read('A1')).toEqual([['=LOCATTR(1,2,"block")']]);
  });

  it('has the notes of the sheet', async () => {
    await open(['Stores']);
    await set('A1', [['=LOCATTR(1,2,"x")']]);
    await page.evaluate(() => hostPorts.plant('note', 'ask Asha'));
    await copies.copyAsValues('Stores');
    const contents = inPage<WorkbookContents>('contents', ['read']);
    expect(JSON.stringify(await contents.read('texts', 0))).toContain("'Stores (values)'!A1");
  });
});

describeWorkbookContents('the workbench', async (sheets) => {
  await open(sheets);
  return {
    contents: inPage<WorkbookContents>('contents', ['survey', 'read', 'change']),
    set,
    plant: (kind, text) =>
      page.evaluate(({ where, what }) => hostPorts.plant(where, what), { where: kind, what: text }),
    close: () => Promise.resolve(),
  };
});

describe('a workbook opened in the workbench', () => {
  it('is told of while somebody listens', async () => {
    await open(['Sheet1']);
    const counted = await page.evaluate(() => {
      const counter = hostPorts.countOpened();
      hostPorts.reopen();
      hostPorts.reopen();
      hostPorts.stopCounting(counter);
      hostPorts.reopen();
      return hostPorts.opened(counter);
    });
    expect(counted).toBe(2);
  });

  it('may hold anything where parts should be', async () => {
    await open(['Sheet1']);
    const readings = await page.evaluate(async () => {
      const results: unknown[] = [];
      for (const kept of ['text', 5, null, { length: 3 }, [1, null, {}, '<a xmlns="urn:x"/>']]) {
        hostPorts.openWithParts(kept);
        results.push(await hostPorts.call('parts', 'read', ['urn:x']));
      }
      return results;
    });
    const none = { kind: 'parts', parts: [] };
    const one = { kind: 'parts', parts: ['<a xmlns="urn:x"/>'] };
    expect(readings).toEqual([none, none, none, none, one]);
  });

  it('finds parts by the browser’s reading of XML, however long they are', async () => {
    await open(['Sheet1']);
    const found = await page.evaluate(async () => {
      const long = 'x'.repeat(20_000_000);
      const sound = [
        `<!--${long}--><a xmlns="urn:x"/>`,
        `<?x ${long}?><a xmlns="urn:x"/>`,
        `<a b="${long}" xmlns="urn:x"/>`,
        `\uFEFF\n<?xml version="1.0"?><p:a xmlns:p="urn:x"><![CDATA[<]]>&#233;&gt;</p:a>`,
      ];
      const broken = [
        `<!--${long}`,
        `<a b="${long}`,
        `<${long}`,
        `<a xmlns="urn:x" ${'b="" '.repeat(1_000_000)}/>`,
        `<a xmlns="urn:x">${'<a>'.repeat(50_000)}`,
        '<a xmlns="urn:x">',
        '<a xmlns="urn:x"/>x',
        '<a xmlns=urn:x/>',
        '<p:a xmlns="urn:x"/>',
        '<!DOCTYPE a [<!ENTITY b "b">]><a xmlns="urn:x">&b;</a>',
        '',
      ];
      const isFound: boolean[] = [];
      for (const text of [...sound, ...broken]) {
        hostPorts.openWithParts([text]);
        const { parts } = (await hostPorts.call('parts', 'read', ['urn:x'])) as { parts: string[] };
        isFound.push(parts.length === 1);
      }
      return { sound: isFound.splice(0, sound.length), broken: isFound };
    });
    expect(found).toEqual({
      sound: [true, true, true, true],
      broken: Array.from({ length: 11 }, () => false),
    });
  });

  it('a spill is in the way, and belongs to the block around it', async () => {
    await open(['Stores']);
    await set('A1', [['=SEQUENCE(3,2)']]);
    const sheet = inPage<Sheet>('sheet', ['write', 'readSelection']);
    await page.evaluate(() => hostPorts.select('A1'));
    expect(await sheet.readSelection()).toMatchObject({
      block: {
        address: 'Stores!A1:B3',
        values: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    });
    const block = { sheet: 'Stores', row: 2, column: 1, cells: [['x']] };
    expect(await sheet.write(block)).toEqual({
      kind: 'occupied',
      addresses: ['Stores!B3'],
      count: 1,
    });
  });

  it('a new column looks like the one beside it, its header wraps, until it is taken back', async () => {
    await open(['Stores']);
    await set('A1', [['Store', 'Town']]);
    await page.evaluate(() => hostPorts.makeBold('B1'));
    const sheet = inPage<Sheet>('sheet', ['write', 'undo', 'foreseeUndo']);
    const cells = [['Population'], ['=1']];
    const block = { sheet: 'Stores', row: 0, column: 40, cells, headerLike: 1 };
    const result = await sheet.write(block);
    if (result.kind !== 'written') throw new Error(result.kind);
    const isBold = () => page.evaluate(() => [hostPorts.isBold('AO1'), hostPorts.isBold('AO2')]);
    const wrapped = () => page.evaluate(() => [hostPorts.wraps('AO1'), hostPorts.wraps('AO2')]);
    expect(await isBold()).toEqual([true, false]);
    expect(await wrapped()).toEqual([true, false]);
    await sheet.undo(result.written);
    expect(await isBold()).toEqual([false, false]);
    expect(await wrapped()).toEqual([false, false]);
  });

  it('errors are told from texts that look like them', async () => {
    await open(['Stores']);
    await set('A1', [['=1/0', '#DIV/0!']]);
    const sheet = inPage<Sheet>('sheet', ['readBlock']);
    expect(await sheet.readBlock('Stores!A1:B1')).toMatchObject({
      block: { values: [[{ error: '#DIV/0!' }, '#DIV/0!']] },
    });
  });
});

function open(sheets: readonly string[]): Promise<void> {
  return page.evaluate(async (names) => {
    hostPorts.open(names);
    await hostPorts.set('A1', [['']]);
    hostPorts.takeAsked();
  }, sheets);
}

function set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void> {
  return page.evaluate(({ cells, values }) => hostPorts.set(cells, values as CellInput[][]), {
    cells: a1,
    values: rows,
  });
}

function read(a1: string): Promise<CellInput[][]> {
  return page.evaluate((cells) => hostPorts.read(cells), a1);
}

function rename(sheet: string, name: string): Promise<void> {
  return page.evaluate(({ from, to }) => hostPorts.rename(from, to), { from: sheet, to: name });
}

/** A port whose every call is played in the page. A rejection comes back by its name. */
function inPage<Port>(
  port: 'cells' | 'sheet' | 'parts' | 'copies' | 'contents',
  methods: readonly (keyof Port & string)[],
): Port {
  const entries = methods.map((method) => [
    method,
    async (...args: readonly unknown[]) => {
      const result = await page.evaluate(
        ({ on, name, given }) =>
          hostPorts.call(on, name, given).then(
            (value) => ({ value }),
            (error: unknown) => ({ isRange: error instanceof RangeError, text: String(error) }),
          ),
        { on: port, name: method as string, given: args },
      );
      if ('value' in result) return result.value;
      throw result.isRange ? new RangeError(result.text) : new Error(result.text);
    },
  ]);
  return Object.fromEntries(entries) as Port;
}
