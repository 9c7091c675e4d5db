import { columnRuns } from '../spreadsheet/block-writing';
import type { FrozenStore } from '../workbook/frozen-store';
import type { CannotDo, LocatedFormula, Sheet, WrittenBlock } from '../spreadsheet/sheet';
import { aliasKey, mayAskModel, renamedInFormula } from '../workbook/workbook-model';
import { formulaCount } from '../workbook/frozen-formulas';

/** Replaces the alias by which formulas name a model. */
export interface Renaming {
  readonly count: number;
  /** Leaves alone cells whose formula has changed since they were found. */
  write(): Promise<(Renamed & { readonly count: number }) | CannotDo>;
  /** After a failure, calling it again takes back the rest. */
  undo(): Promise<Renamed | CannotDo>;
}

export interface Renamed {
  readonly kind: 'renamed';
  /** Cells that were left alone because somebody has changed them. */
  readonly kept: number;
  /** Formulas that may still ask by the alias: they name it, or read the model from elsewhere. */
  readonly uses: AliasUses;
}

export interface AliasUses {
  readonly cells: readonly string[];
  /** How many such formulas are frozen. */
  readonly frozen: number;
}

/** The cells whose formulas name this model; none if the workbook cannot be read. */
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

/** Finds the formulas, in cells and frozen. If the workbook cannot be read, `write` says so. */
export async function findRenaming(
  sheet: Pick<Sheet, 'formulas' | 'write' | 'undo'>,
  store: FrozenStore,
  from: string,
  to: string,
): Promise<Renaming> {
  const reading = await sheet.formulas();
  const found = reading.kind === 'formulas' ? reading.formulas : [];
  const wanted = found.filter(({ formula }) => renamedInFormula(formula, from, to) !== undefined);
  const frozen = await findFrozenRenaming(store, from, to);
  const written: WrittenBlock[] = [];
  let kept = 0;

  return {
    count: wanted.length + frozen.count,
    async write() {
      // The person may have edited cells before confirming.
      const now = await sheet.formulas();
      if (now.kind === 'failed') return now;
      const formulas = new Map(now.formulas.map((located) => [placeOf(located), located.formula]));
      const same = wanted.filter((located) => formulas.get(placeOf(located)) === located.formula);
      for (const run of columnRuns(same.map((located) => renamedIn(located, from, to)))) {
        const result = await sheet.write(run, { shouldOverwrite: true });
        if (result.kind === 'failed') return result;
        if (result.kind === 'written') written.push(result.written);
      }
      const message = await frozen.write();
      if (message !== undefined) return { kind: 'failed', message };
      const uses = await usesOf(sheet, store, from);
      if ('kind' in uses) return uses;
      const count = same.length + frozen.count;
      return { kind: 'renamed', count, kept: wanted.length - same.length, uses };
    },
    async undo() {
      for (let block = written.at(-1); block !== undefined; block = written.at(-1)) {
        const result = await sheet.undo(block);
        if (result.kind === 'failed') return result;
        written.pop();
        kept += result.kept;
      }
      const message = await frozen.undo();
      if (message !== undefined) return { kind: 'failed', message };
      const uses = await usesOf(sheet, store, to);
      return 'kind' in uses ? uses : { kind: 'renamed', kept, uses };
    },
  };
}

async function usesOf(
  sheet: Pick<Sheet, 'formulas'>,
  store: FrozenStore,
  alias: string,
): Promise<AliasUses | CannotDo> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return reading;
  const keys = new Set([aliasKey(alias)]);
  const frozen = await frozenAsking(store, keys);
  if (typeof frozen !== 'number') return frozen;
  const asking = reading.formulas.filter(({ formula }) => mayAskModel(formula, keys));
  return { cells: asking.map(({ address }) => address), frozen };
}

function placeOf({ sheet, row, column }: LocatedFormula): string {
  return `${row} ${column} ${sheet}`;
}

function renamedIn(located: LocatedFormula, from: string, to: string) {
  return { ...located, input: renamedInFormula(located.formula, from, to) ?? located.formula };
}

interface FrozenAliases {
  readonly count: number;
  /** @returns why the aliases could not be written; undefined if they were. */
  write(): Promise<string | undefined>;
  undo(): Promise<string | undefined>;
}

/** Finds the frozen formulas to rename: once thawed, they ask the model that they name. */
async function findFrozenRenaming(
  store: FrozenStore,
  from: string,
  to: string,
): Promise<FrozenAliases> {
  const state = await store.read();
  const kept = state.kind === 'frozen' ? state.blocks : [];
  const wanted = kept.filter(({ formula }) => renamedInFormula(formula, from, to) !== undefined);
  const anchors = new Set(wanted.map(({ anchor }) => anchor));
  /** What the formulas said before, by what they say now. */
  const written = new Map<string, string>();
  /** Changes only formulas that are still kept: those thawed meanwhile are in their cells. */
  async function change(next: (formula: string) => string | undefined) {
    if (anchors.size === 0) return undefined;
    const now = await store.read();
    if (now.kind === 'failed') return now.message;
    const added = now.blocks.flatMap((block) => {
      const formula = anchors.has(block.anchor) ? next(block.formula) : undefined;
      return formula === undefined ? [] : [{ ...block, formula }];
    });
    if (added.length === 0) return undefined;
    const saved = await store.change({ removed: [], added });
    return saved.kind === 'failed' ? saved.message : undefined;
  }
  return {
    count: wanted.reduce((sum, block) => sum + formulaCount(block), 0),
    write: () =>
      change((formula) => {
        const renamed = renamedInFormula(formula, from, to);
        if (renamed !== undefined) written.set(renamed, formula);
        return renamed;
      }),
    undo: () => change((formula) => written.get(formula) ?? renamedInFormula(formula, to, from)),
  };
}

/** How many frozen formulas may ask one of these models when they are thawed. */
async function frozenAsking(
  store: FrozenStore,
  keys: ReadonlySet<string>,
): Promise<number | CannotDo> {
  const state = await store.read();
  if (state.kind === 'failed') return state;
  const asking = state.blocks.filter(({ formula }) => mayAskModel(formula, keys));
  return asking.reduce((sum, block) => sum + formulaCount(block), 0);
}
