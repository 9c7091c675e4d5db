import { readFileSync } from 'node:fs';

import { createPaneRequests } from '../../src/excel/add-in';
import { associateRibbon } from '../../src/excel/ribbon';
import { createRibbonCommands } from '../../src/excel/ribbon-commands';
import { createCells } from '../../src/excel/cells';
import type { PaneRequest } from '../../src/addin/spreadsheet/host';
import { startPlayedExcel } from './played/excel-api';

const excel = startPlayedExcel();
const HELP = 'https://locus.example.com/help.html';

describe('a command of the ribbon', () => {
  it.each([
    ['the browser where Excel can', 'browser', { browserWindow: true }],
    ['a tab on the web', 'tab', {}],
    ['Excel’s dialog where the browser blocks tabs', 'dialog', { isBlocked: true }],
  ])('opens the help in %s', async (_what, where, given) => {
    const { press, opened } = begin(given);
    await press('openHelp');
    expect(opened).toEqual([`${where} ${HELP}`]);
  });

  it.each([
    ['its code does not arrive', { isOffline: true }],
    ['Excel refuses', { isRefused: true }],
    ['Excel throws', { browserWindow: true, isRefused: true }],
  ])('lets its button go though %s', async (_what, given) => {
    const { press } = begin(given);
    const names = ['recalculate', 'openHelp', 'explainCell', 'refreshCells', 'convertCells'];
    for (const name of names) await press(name);
  });

  it('asks the pane for the cell, and shows it', async () => {
    const { press, asked, shown, workbook } = begin();
    workbook.select('Sheet1!B2');
    await press('explainCell');
    expect([asked, shown()]).toEqual([[{ cell: 'Sheet1!B2' }], 1]);
  });

  it('leads to where converting is done', async () => {
    const { press, asked, shown } = begin();
    await press('convertCells');
    expect([asked, shown()]).toEqual([[{ part: 'share' }], 1]);
  });

  it('recalculates the selected formulas alone', async () => {
    const { press, workbook } = begin();
    workbook.set('Sheet1!A1', [['=LOCATTR(1,2,"a")', '=LOCATTR(3,4,"a")', '=SUM(1)']]);
    workbook.set('Sheet1!A2', [['=LOCATTR(5,6,"a")']]);
    workbook.dirty.length = 0;
    workbook.select('Sheet1!B1:C9');
    await press('refreshCells');
    expect(workbook.dirty).toEqual(['Sheet1!B1']);
  });
});

describe('every command in the manifest', () => {
  const manifest = readFileSync('manifest.xml', 'utf8');
  const names = new Set(
    [...manifest.matchAll(/<FunctionName>(\w+)<\/FunctionName>/g)].map(([, name = '']) => name),
  );

  it.each([...names])('asks for no value before its price can be seen: %s', async (name) => {
    const { press, workbook, priced } = begin();
    workbook.set('Sheet1!A1', [['=LOCATTR(1,2,"a")']]);
    workbook.dirty.length = 0;
    workbook.select('Sheet1!A1');
    await press(name);
    expect(priced).toEqual(workbook.dirty);
  });

  it.each(['recalculate', 'refreshCells'])('shows the pane where %s would cost', async (name) => {
    expect([...names]).toContain(name);
    const { press, workbook, shown } = begin({ isHeld: true });
    workbook.set('Sheet1!A1', [['=LOCATTR(1,2,"a")']]);
    workbook.select('Sheet1!A1');
    await press(name);
    expect(shown()).toBe(1);
  });
});

describe('what is asked of the pane', () => {
  it('waits for a pane that is still to be fetched, and is asked once', () => {
    const requests = createPaneRequests();
    const heard: PaneRequest[] = [];
    requests.ask({ part: 'share' });
    requests.ask({ cell: 'S!A1' });
    const leave = requests.subscribe((request) => heard.push(request));
    expect(heard).toEqual([{ cell: 'S!A1' }]);
    requests.ask({ part: 'share' });
    leave();
    requests.subscribe((request) => heard.push(request));
    expect(heard).toEqual([{ cell: 'S!A1' }, { part: 'share' }]);
  });
});

interface Given {
  /** Excel can open a browser window by itself, as on the desktop. */
  readonly browserWindow?: boolean;
  readonly isBlocked?: boolean;
  readonly isOffline?: boolean;
  readonly isRefused?: boolean;
  /** What cells would cost is held. */
  readonly isHeld?: boolean;
}

function begin({ browserWindow = false, isBlocked, isOffline, isRefused, isHeld }: Given = {}) {
  const workbook = excel.open();
  if (isRefused) excel.failWhen(() => 'GeneralException');
  const opened: string[] = [];
  const asked: PaneRequest[] = [];
  const priced: string[] = [];
  let shown = 0;
  const refuse = (): void => {
    if (isRefused) throw new Error('refused');
  };
  const actions = new Map<string, (event: { completed(): void }) => void>();
  const { requirements } = Office.context;
  Object.assign(Office, {
    actions: { associate: (name: string, act: () => void) => void actions.set(name, act) },
    addin: {
      showAsTaskpane: async () => {
        refuse();
        shown += 1;
      },
    },
    context: {
      requirements: {
        isSetSupported: (set: string, version: string) =>
          set === 'OpenBrowserWindowApi'
            ? browserWindow
            : requirements.isSetSupported(set, version),
      },
      ui: {
        // There is none on the web.
        ...(browserWindow && {
          openBrowserWindow(url: string) {
            refuse();
            opened.push(`browser ${url}`);
          },
        }),
        displayDialogAsync(url: string, _options: object, then: () => void) {
          opened.push(`dialog ${url}`);
          then();
        },
      },
    },
  });
  Object.assign(globalThis, {
    window: {
      location: { href: 'https://locus.example.com/taskpane.html' },
      open(url: string) {
        if (isBlocked) return null;
        opened.push(`tab ${url}`);
        return {};
      },
    },
  });
  associateRibbon(() =>
    isOffline
      ? Promise.reject(new Error('offline'))
      : Promise.resolve(
          createRibbonCommands(
            {
              recalculateAll: () =>
                isRefused ? Promise.reject(new Error('refused')) : createCells().recalculateAll(),
              async priceFirst(recalculate, onHeld) {
                await recalculate();
                for (const cell of workbook.dirty) priced.push(cell);
                if (isHeld) onHeld();
              },
            },
            (request) => asked.push(request),
          ),
        ),
  );
  /** Settles when Excel may release the button. */
  const press = (name: string): Promise<void> =>
    new Promise((completed) => actions.get(name)?.({ completed }));
  return { workbook, opened, asked, priced, shown: () => shown, press };
}
