import { CommandType, ICommandService } from '@univerjs/core';
import { ListenerSet } from '../engine/lookup';
import type { Spreadsheet } from './spreadsheet';

/** The changes that a person, or a program on their behalf, makes to the open workbook. */
export interface WorkbookChanges {
  /** Reports a change that bypasses the spreadsheet, such as one of the workbook's parts. */
  note(): void;
  /** Calls the listener for each change, but not when a formula gets its value. */
  subscribe(listener: () => void): () => void;
}

export function createWorkbookChanges(spreadsheet: Spreadsheet): WorkbookChanges {
  const listeners = new ListenerSet();
  spreadsheet.injector.get(ICommandService).onCommandExecuted(({ id, type, params }, options) => {
    // Results are written locally; the editor of a cell is a document of its own.
    const isWork = type === CommandType.MUTATION && options?.onlyLocal !== true;
    const unitId = (params as { readonly unitId?: string } | undefined)?.unitId;
    if (!isWork || id.startsWith('formula.') || unitId !== spreadsheet.workbook().getId()) return;
    listeners.notify();
  });
  return { note: () => listeners.notify(), subscribe: listeners.subscribe };
}
