import { ListenerSet } from '../engine/lookup';
import { SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import type { Selection } from '../addin/spreadsheet/host';
import { formatArea } from '../addin/spreadsheet/cell-address';
import type { Spreadsheet } from './spreadsheet';

/** Where the person is: the range last selected on the active sheet. */
export function createSelection(spreadsheet: Spreadsheet): Selection {
  const { api } = spreadsheet;
  const listeners = new ListenerSet<[address: string | undefined]>();
  const current = (): string | undefined => {
    const range = spreadsheet.workbook().getActiveRange();
    return range === null
      ? undefined
      : formatArea({ ...range.getRange(), sheet: range.getSheetName() });
  };
  let reported: string | undefined;
  // Univer's own event reports only selections by hand, and no change of sheet.
  api.addEvent(api.Event.CommandExecuted, ({ id }) => {
    if (id !== SetSelectionsOperation.id && id !== SetWorksheetActiveOperation.id) return;
    const address = current();
    if (address === reported) return;
    reported = address;
    listeners.notify(address);
  });
  return {
    current,
    subscribe: listeners.subscribe,
  };
}
