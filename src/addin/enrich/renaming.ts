import { columnRuns } from '../spreadsheet/block-writing';
import { ShownPrice } from '../spreadsheet/shown-price';
import type { CannotDo, LocatedFormula, Sheet, WrittenBlock } from '../spreadsheet/sheet';
import { aliasKey, mayAskModel, renamedInFormula } from '../workbook/workbook-model';

/** Replaces the alias of a model in formulas. */
export interface Renaming {
  readonly count: number;
  /** Writes the formulas. Leaves out cells whose formula has changed since they were found. */
  write(): Promise<(Renamed & { readonly count: number }) | CannotDo>;
  /** Undoes the change. After a failure, calling it again undoes the rest. */
  undo(): Promise<Renamed | CannotDo>;
}

export interface Renamed {
  readonly kind: 'renamed';
  /** Cells that were left alone because somebody has changed them. */
  readonly kept: number;
  /** Cells that may still use the alias: they name it, or read the model from another cell. */
  readonly uses: readonly string[];
}

/** Finds the cells whose formulas name this model. Empty if the workbook cannot be read. */
export async function cellsNaming(
  sheet: Pick<Sheet, 'formulas'>,
  alias: string,
): Promise<readonly string[]> {
  const reading = await sheet.formulas();
  const found = reading.kind === 'formulas' ? reading.formulas : [];
  // The new name does not matter here.
  const names = (formula: string): boolean =>
    renamedInFormula(formula, alias, `${alias}_`) !== undefined;
  return found.filter(({ formula }) => names(formula)).map(({ address }) => address);
}

/** Finds the formulas to change. If the workbook cannot be read, `write` says so. */
export async function findRenaming(
  sheet: Pick<Sheet, 'formulas' | 'write' | 'undo'>,
  from: string,
  to: string,
): Promise<Renaming> {
  const reading = await sheet.formulas();
  const found = reading.kind === 'formulas' ? reading.formulas : [];
  const wanted = found.filter(({ formula }) => renamedInFormula(formula, from, to) !== undefined);
  const written: WrittenBlock[] = [];
  let kept = 0;

  return {
    count: wanted.length,
    async write() {
      // The person may have edited cells before confirming.
      const now = await sheet.formulas();
      if (now.kind === 'failed') return now;
      const formulas = new Map(now.formulas.map((located) => [placeOf(located), located.formula]));
      const same = wanted.filter((located) => formulas.get(placeOf(located)) === located.formula);
      for (const run of columnRuns(same.map((located) => renamedIn(located, from, to)))) {
        const result = await sheet.write(run, {
          shouldOverwrite: true,
          // The alias means the same model.
          price: ShownPrice.none,
        });
        if (result.kind === 'failed') return result;
        if (result.kind === 'written') written.push(result.written);
      }
      const uses = await usesOf(sheet, from);
      if ('kind' in uses) return uses;
      const count = same.length;
      return { kind: 'renamed', count, kept: wanted.length - same.length, uses };
    },
    async undo() {
      for (let block = written.at(-1); block !== undefined; block = written.at(-1)) {
        const result = await sheet.undo(block);
        if (result.kind === 'failed') return result;
        written.pop();
        kept += result.kept;
      }
      const uses = await usesOf(sheet, to);
      return 'kind' in uses ? uses : { kind: 'renamed', kept, uses };
    },
  };
}

async function usesOf(
  sheet: Pick<Sheet, 'formulas'>,
  alias: string,
): Promise<readonly string[] | CannotDo> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const keys = new Set([aliasKey(alias)]);
  const asking = reading.formulas.filter(({ formula }) => mayAskModel(formula, keys));
  return asking.map(({ address }) => address);
}

function placeOf({ sheet, row, column }: LocatedFormula): string {
  return `${row} ${column} ${sheet}`;
}

function renamedIn(located: LocatedFormula, from: string, to: string) {
  return { ...located, input: renamedInFormula(located.formula, from, to) ?? located.formula };
}
