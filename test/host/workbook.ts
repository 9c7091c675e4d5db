import { createBatchPlayer } from '../excel/played/played-batch';
import type { Batch } from '../excel/played/played-batch';
import type { CellInput } from '../../src/addin/spreadsheet/sheet';
import { PlayedWorkbook as Workbook } from '../excel/played/played-workbook';
import type { PlayedSheet } from '../excel/played/played-workbook';
import type { RichRequest } from './rich-request';

/** The cells of a workbook, as far as the add-in's batches touch them. */
export interface PlayedWorkbook {
  /** Values of a batch's actions, by their ids; undefined for a batch that is not played. */
  answer(request: RichRequest): ReadonlyMap<number, unknown> | undefined;
  /** Types into cells, from the first of `a1` on, and selects that one. */
  fill(a1: string, rows: readonly (readonly CellInput[])[]): void;
  /** Its sheets with what was put on them. */
  readonly sheets: readonly PlayedSheet[];
  /** The formula that a cell holds, by its address: `Sheet1!A1`. */
  write(address: string, formula: string): void;
  /** Addresses of cells marked to be calculated again since this was last called. */
  takeDirty(): string[];
  /** Settles when so many are marked. */
  whenDirty(count: number): Promise<void>;
}

export function createWorkbook(names?: readonly string[]): PlayedWorkbook {
  const workbook = new Workbook(names);
  const play = createBatchPlayer(workbook);
  let awaited: { readonly count: number; readonly resolve: () => void } | undefined;

  function tell(): void {
    if (awaited !== undefined && workbook.dirty.length >= awaited.count) awaited.resolve();
  }

  return {
    answer(request) {
      const reply = attempt(() => play(request as unknown as Batch));
      tell();
      if (reply === undefined) return undefined;
      const { Error: error, Results: results } = reply;
      if (error !== null) return undefined;
      return new Map(results.map(({ ActionId, Value }) => [ActionId, Value]));
    },
    fill(a1, rows) {
      workbook.set(a1, rows);
      workbook.select(a1);
    },
    sheets: workbook.sheets,
    write(address, formula) {
      workbook.set(address, [[formula]]);
      // Written before the add-in looked; what counts is what it marks.
      workbook.dirty.length = 0;
    },
    takeDirty: () => workbook.dirty.splice(0),
    whenDirty(count) {
      if (workbook.dirty.length >= count) return Promise.resolve();
      return new Promise((resolve) => (awaited = { count, resolve }));
    },
  };
}

/** Undefined for a batch with something in it that is not played. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
