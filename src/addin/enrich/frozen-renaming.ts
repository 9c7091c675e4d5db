import { formulaCount } from '../workbook/frozen-formulas';
import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { mayAskModel, renamedInFormula } from '../workbook/model-formulas';
import type { CannotDo } from '../spreadsheet/sheet';

export interface FrozenAliases {
  readonly count: number;
  /** @returns why the aliases could not be written; undefined if they were. */
  write(): Promise<string | undefined>;
  undo(): Promise<string | undefined>;
}

/** Finds the frozen formulas to rename: once thawed, they ask the model that they name. */
export async function findFrozenRenaming(
  store: FrozenStore,
  from: string,
  to: string,
): Promise<FrozenAliases> {
  const state = await store.read();
  const kept = state.kind === 'frozen' ? state.formulas : [];
  const taken = new Set(kept.map(({ id }) => id));
  const renamings = kept.flatMap((before) => renamed(before, from, to, taken) ?? []);
  /** Replaces only formulas that are still kept: those thawed meanwhile are in their cells. */
  async function replaceKept(
    sides: (renaming: FrozenRenaming) => Pick<FrozenRenaming, 'before' | 'after'>,
  ): Promise<string | undefined> {
    if (renamings.length === 0) return undefined;
    const now = await store.read();
    if (now.kind === 'failed') return now.message;
    const ids = new Set(now.formulas.map(({ id }) => id));
    const still = renamings.map(sides).filter(({ before }) => ids.has(before.id));
    return still.length === 0 ? undefined : replace(store, still);
  }
  return {
    count: renamings.reduce((sum, { count }) => sum + count, 0),
    write: () => replaceKept((renaming) => renaming),
    undo: () => replaceKept(({ before, after }) => ({ before: after, after: before })),
  };
}

/** How many frozen formulas may ask one of these models when they are thawed. */
export async function frozenAsking(
  store: FrozenStore,
  keys: ReadonlySet<string>,
): Promise<number | CannotDo> {
  const state = await store.read();
  if (state.kind === 'failed') return state;
  return state.formulas.reduce(
    (sum, frozen) => sum + formulaCount(frozen, (formula) => mayAskModel(formula, keys)),
    0,
  );
}

/** @returns why it failed; undefined if it did not. */
async function replace(
  store: FrozenStore,
  renamings: readonly Pick<FrozenRenaming, 'before' | 'after'>[],
): Promise<string | undefined> {
  const saved = await store.change({
    removed: renamings.map(({ before }) => before.id),
    added: renamings.map(({ after }) => after),
  });
  return saved.kind === 'failed' ? saved.message : undefined;
}

interface FrozenRenaming {
  readonly before: FrozenFormulas;
  readonly after: FrozenFormulas;
  /** How many cells are frozen with a renamed formula. */
  readonly count: number;
}

/** A renamed copy with a new id: formulas in the store are never changed, only replaced. */
function renamed(
  before: FrozenFormulas,
  from: string,
  to: string,
  taken: Set<string>,
): FrozenRenaming | undefined {
  let isAny = false;
  const formulas = before.formulas.map((parts) =>
    parts.map((part) => {
      // A call and the alias that it names are always in the same part.
      const text = typeof part === 'string' ? renamedInFormula(part, from, to) : undefined;
      isAny ||= text !== undefined;
      return text ?? part;
    }),
  );
  if (!isAny) return undefined;
  const after = { ...before, id: freshId(before.id, taken), formulas };
  const count = formulaCount(
    before,
    (formula) => renamedInFormula(formula, from, to) !== undefined,
  );
  return { before, after, count };
}

const MOST_STEM = 48;

function freshId(id: string, taken: Set<string>): string {
  const stem = id.replace(/-n\d+$/, '').slice(0, MOST_STEM);
  let count = 1;
  while (taken.has(`${stem}-n${count}`)) count += 1;
  const fresh = `${stem}-n${count}`;
  taken.add(fresh);
  return fresh;
}
