import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { mayAskModel, renamedInFormula } from '../workbook/model-formulas';
import type { CannotDo } from '../spreadsheet/sheet';

export interface FrozenAliases {
  readonly count: number;
  /** Undefined once they are written; else why they are not. */
  write(): Promise<string | undefined>;
  undo(): Promise<string | undefined>;
}

/** The same for formulas that are frozen: thawed, they ask for the model that they name. */
export async function findFrozenRenaming(
  store: FrozenStore,
  from: string,
  to: string,
): Promise<FrozenAliases> {
  const state = await store.read();
  const kept = state.kind === 'frozen' ? state.formulas : [];
  const taken = new Set(kept.map(({ id }) => id));
  const renamings = kept.flatMap((before) => renamed(before, from, to, taken) ?? []);
  /** Those of which this is kept now: what was thawed meanwhile is in its cells. */
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
  return state.formulas.reduce((sum, frozen) => {
    const asking = new Set<number>();
    frozen.formulas.forEach((parts, index) => {
      // Any reference will do.
      const formula = parts.map((part) => (typeof part === 'string' ? part : 'A1')).join('');
      if (mayAskModel(formula, keys)) asking.add(index);
    });
    return sum + cellsOf(frozen, asking);
  }, 0);
}

/** @returns why it could not. */
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
  /** Cells whose formula it is; none of what was thawed, whose formulas are in their cells. */
  readonly count: number;
}

/** With an id of its own: what is kept is never changed, only replaced. */
function renamed(
  before: FrozenFormulas,
  from: string,
  to: string,
  taken: Set<string>,
): FrozenRenaming | undefined {
  const changed = new Set<number>();
  const formulas = before.formulas.map((parts, index) =>
    parts.map((part) => {
      // A call and the name that it asks by are never cut apart.
      const text = typeof part === 'string' ? renamedInFormula(part, from, to) : undefined;
      if (text !== undefined) changed.add(index);
      return text ?? part;
    }),
  );
  if (changed.size === 0) return undefined;
  const after = { ...before, id: freshId(before.id, taken), formulas };
  return { before, after, count: cellsOf(before, changed) };
}

/** The cells with one of these of its formulas; none of what was thawed, which has them in its cells. */
function cellsOf(
  { kind, repeats, thawedAt }: FrozenFormulas,
  formulas: ReadonlySet<number>,
): number {
  if (formulas.size === 0 || thawedAt !== undefined) return 0;
  if (kind === 'spill') return 1;
  const rows = repeats.filter(([index]) => formulas.has(index)).map(([, count]) => count);
  return rows.reduce((sum, count) => sum + count, 0);
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
