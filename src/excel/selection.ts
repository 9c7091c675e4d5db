import { ListenerSet } from '../lookup';
import type { Selection } from '../spreadsheet/host';

/** The selected range, read from Excel once for each change. */
export function createSelection(): Selection {
  const listeners = new ListenerSet<[address: string | undefined]>();
  let current: string | undefined;
  let latest = 0;
  const refresh = (): void => {
    const mine = (latest += 1);
    void readSelection().then((address) => {
      // A slower reading must not overwrite a later one.
      if (mine !== latest || address === current) return;
      current = address;
      listeners.tell(current);
    });
  };
  Office.context.document.addHandlerAsync(Office.EventType.DocumentSelectionChanged, refresh);
  refresh();
  return {
    current: () => current,
    subscribe: listeners.subscribe,
  };
}

/** Undefined if a chart or a shape is selected, or Excel is busy with an edit. */
async function readSelection(): Promise<string | undefined> {
  try {
    return await Excel.run(async (context) => {
      const range = context.workbook.getSelectedRange();
      range.load('address');
      await context.sync();
      return range.address;
    });
  } catch {
    return undefined;
  }
}
