import type { FrozenStore } from '../workbook/frozen-store';
import type { CellInput, LocatedFormula, Sheet, WrittenBlock } from '../spreadsheet/sheet';
import { findFrozenRenaming } from './frozen-renaming';
import { renamedInFormula } from '../workbook/model-formulas';

/** Formulas that name a model by an alias, as they would read with another. */
export interface Renaming {
  readonly count: number;
  /** Undefined once they are written; else why not all of them are. */
  write(): Promise<string | undefined>;
  undo(): Promise<string | undefined>;
}

/** The cells whose formulas name this model; none where the workbook cannot be read. */
export async function cellsNaming(
  sheet: Pick<Sheet, 'formulas'>,
  alias: string,
): Promise<readonly string[]> {
  const reading = await sheet.formulas();
  const found = reading.kind === 'formulas' ? reading.formulas : [];
  // Any other name will do.
  const names = (formula: string): boolean =>
    renamedInFormula(formula, alias, `${alias}_`) !== undefined;
  return found.filter(({ formula }) => names(formula)).map(({ address }) => address);
}

/** Looks for the formulas, in cells and frozen; where the workbook cannot be read, there are none to offer. */
export async function findRenaming(
  sheet: Pick<Sheet, 'formulas' | 'write' | 'undo'>,
  store: FrozenStore,
  from: string,
  to: string,
): Promise<Renaming> {
  const reading = await sheet.formulas();
  const found = reading.kind === 'formulas' ? reading.formulas : [];
  const renamed = found.flatMap((located) => {
    const formula = renamedInFormula(located.formula, from, to);
    return formula === undefined ? [] : [{ ...located, formula }];
  });
  const frozen = await findFrozenRenaming(store, from, to);
  const written: WrittenBlock[] = [];
  return {
    count: renamed.length + frozen.count,
    async write() {
      for (const run of runsOf(renamed)) {
        const result = await sheet.write(run, { shouldOverwrite: true });
        if (result.kind === 'failed') return result.message;
        if (result.kind === 'written') written.push(result.written);
      }
      return frozen.write();
    },
    async undo() {
      for (let block = written.pop(); block !== undefined; block = written.pop()) {
        const result = await sheet.undo(block);
        if (result.kind === 'failed') return result.message;
      }
      return frozen.undo();
    },
  };
}

interface Run {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly cells: CellInput[][];
}

/** Cells below each other are written together. */
function runsOf(formulas: readonly LocatedFormula[]): readonly Run[] {
  const inOrder = [...formulas].sort(
    (one, other) =>
      one.sheet.localeCompare(other.sheet) || one.column - other.column || one.row - other.row,
  );
  const runs: Run[] = [];
  for (const { sheet, row, column, formula } of inOrder) {
    const last = runs.at(-1);
    const continues =
      last?.sheet === sheet && last.column === column && last.row + last.cells.length === row;
    if (continues) last.cells.push([formula]);
    else runs.push({ sheet, row, column, cells: [[formula]] });
  }
  return runs;
}
