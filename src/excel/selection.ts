import { ListenerSet } from '../engine/lookup';
import type { Selection } from '../addin/spreadsheet/host';
import { hasExcelApi } from './payload-limits';

/**
 * The selected range, read from Excel for each change and when a person turns to the pane. Before
 * ExcelApi 1.19 every request takes away what a person could undo, so there it is unknown from a
 * change until the person turns to the pane.
 */
export function createSelection(): Selection {
  const listeners = new ListenerSet<[address: string | undefined]>();
  let current: string | undefined;
  let latest = 0;
  const refresh = (isChanged: boolean): void => {
    const request = (latest += 1);
    void readSelection().then((address) => {
      // A slower reading must not overwrite a later one.
      if (request !== latest || address === current) return;
      // A person is still typing, perhaps, and the same cell stays selected.
      if (address === undefined && !isChanged) return;
      current = address;
      listeners.notify(current);
    });
  };
  const onChange = (): void => {
    if (hasExcelApi('1.19')) return refresh(true);
    latest += 1;
    if (current === undefined) return;
    current = undefined;
    listeners.notify(current);
  };
  const { DocumentSelectionChanged } = Office.EventType;
  Office.context.document.addHandlerAsync(DocumentSelectionChanged, onChange);
  // To Excel, a new name of the sheet does not change the selection, but the address has changed.
  window.addEventListener('focus', () => refresh(false));
  refresh(true);
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
