import type { Cells, PaneRequest } from '../addin/spreadsheet/host';
import type { Addin } from '../addin/start/start';
import { recalculateSelected } from './cells';
import type { RibbonCommands } from './ribbon';

interface RibbonParts extends Pick<Addin, 'priceFirst'>, Pick<Cells, 'recalculateAll'> {}

/**
 * Creates what the ribbon and the cell's menu do.
 *
 * @param ask passes a request to the pane, which is shown meanwhile.
 */
export function createRibbonCommands(
  { recalculateAll, priceFirst }: RibbonParts,
  ask: (request: PaneRequest) => void,
): RibbonCommands {
  /** The ribbon has no room for a price. The pane says what the cells would cost, if anything. */
  const recalculate = (which: () => Promise<unknown>): Promise<void> =>
    priceFirst(which, () => void Office.addin.showAsTaskpane().catch(() => undefined));

  async function askPane(request: PaneRequest): Promise<void> {
    ask(request);
    await Office.addin.showAsTaskpane();
  }
  return {
    recalculate: () => recalculate(recalculateAll),
    openHelp: () => openPage(new URL('help.html', window.location.href).href),
    explainCell: async () => askPane({ cell: await activeCell() }),
    refreshCells: () => recalculate(recalculateSelected),
    convertCells: () => askPane({ part: 'share' }),
  };
}

/**
 * Excel on the web cannot open a browser window (OpenBrowserWindowApi), and its browser may block
 * one that the page opens without a click in it. Excel's own dialog then asks the person first.
 */
async function openPage(url: string): Promise<void> {
  const { ui, requirements } = Office.context;
  if (requirements.isSetSupported('OpenBrowserWindowApi', '1.1')) {
    ui.openBrowserWindow(url);
  } else if (window.open(url) === null) {
    await new Promise<void>((resolve) => {
      ui.displayDialogAsync(url, { height: 80, width: 60 }, () => resolve());
    });
  }
}

/** The first of the selected cells is what a person clicked on. */
async function activeCell(): Promise<string> {
  return Excel.run(async (context) => {
    const cell = context.workbook.getActiveCell();
    cell.load('address');
    await context.sync();
    return cell.address;
  });
}
