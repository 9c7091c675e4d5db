import { hasExcelApi } from './payload-limits';

type Change = (context: Excel.RequestContext) => Promise<void>;

/**
 * Makes changes that one step of Excel's own undo takes back, if Excel supports that (ExcelApi
 * 1.20). A group must only write to cells: Excel refuses to read, to add names or to delete sheets
 * in it. It was also reported to refuse some 1,600 formulas, and any group on the web (office-js
 * issues 6491 and 6711). So what fails is repeated without a group.
 *
 * @param change does the same whenever it is repeated, even after it has stopped halfway.
 */
export async function inUndoGroup(change: Change): Promise<void> {
  if (hasExcelApi('1.20')) {
    try {
      return await Excel.run({ mergeUndoGroup: true }, change);
    } catch {
      // If the group was not the cause, the repetition fails as well and says why.
    }
  }
  await Excel.run(change);
}
