import { CommandType, ICommandService } from '@univerjs/core';
import { ListenerSet } from '../lookup';
import type { Spreadsheet } from './spreadsheet';

/** What a person, or a program on their behalf, does to the open workbook. */
export interface WorkbookChanges {
  /** For what is changed past the spreadsheet, as its parts are. */
  note(): void;
  /** Told of each change, and of no value that a formula has got. */
  subscribe(listener: () => void): () => void;
}

export function createWorkbookChanges(spreadsheet: Spreadsheet): WorkbookChanges {
  const listeners = new ListenerSet();
  spreadsheet.injector.get(ICommandService).onCommandExecuted(({ id, type, params }, options) => {
    // Results are written locally; the editor of a cell is a document of its own.
    const isWork = type === CommandType.MUTATION && options?.onlyLocal !== true;
    const unitId = (params as { readonly unitId?: string } | undefined)?.unitId;
    if (!isWork || id.startsWith('formula.') || unitId !== spreadsheet.workbook().getId()) return;
    listeners.tell();
  });
  return { note: () => listeners.tell(), subscribe: listeners.subscribe };
}
