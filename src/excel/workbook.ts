import type { Host } from '../addin/spreadsheet/host';
import { createCells } from './cells';
import { createSheet } from './sheet';
import { createWorkbookParts } from './workbook-parts';

/** What the pane and the settings need of the open workbook, besides its formulas' own calls. */
export type WorkbookPorts = Pick<Host, 'cells' | 'sheet' | 'parts'>;

export function createWorkbookPorts(): WorkbookPorts {
  return { cells: createCells(), sheet: createSheet(), parts: createWorkbookParts() };
}
