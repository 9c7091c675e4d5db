import type { KeptWorkbook, KeptWorkbooks } from './kept-workbooks';
import type { SavedWorkbook } from './saved-workbook';
import type { WindowWork } from './window-claim';

/** A kept workbook with its content; undefined if that can no longer be read. */
export interface LastWork {
  readonly workbook: KeptWorkbook;
  readonly saved: SavedWorkbook | undefined;
}

/** What a person left last, with the other workbooks that this device keeps. */
export interface KeptWork {
  readonly last: LastWork | undefined;
  readonly others: readonly KeptWorkbook[];
}

/** @param isWanted whether the page is to open the last one; it is offered in any case */
export async function findKept(
  kept: KeptWorkbooks,
  windowWork: WindowWork,
  isWanted: boolean,
): Promise<KeptWork> {
  const workbooks = await kept.list();
  const workbook = isWanted ? await windowWork.claimLast(workbooks) : undefined;
  if (workbook === undefined) return { last: undefined, others: workbooks };
  return {
    last: { workbook, saved: await readKept(kept, workbook) },
    others: workbooks.filter(({ id }) => id !== workbook.id),
  };
}

/** Undefined if it is gone, or cannot be read. */
export async function readKept(
  kept: Pick<KeptWorkbooks, 'read'>,
  { id }: KeptWorkbook,
): Promise<SavedWorkbook | undefined> {
  const [content = '', { readKeptContent }] = await Promise.all([
    kept.read(id),
    import(/* webpackChunkName: "kept" */ './kept-content'),
  ]);
  return readKeptContent(content);
}
