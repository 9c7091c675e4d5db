import type { FrozenFormulas } from '../workbook/frozen-formulas';
import type { FrozenStore } from '../workbook/frozen-store';
import { renamedInFormula } from '../workbook/model-formulas';
import type { Renaming } from './renaming';

/** The same for formulas that are frozen: thawed, they ask for the model that they name. */
export async function findFrozenRenaming(
  store: FrozenStore,
  from: string,
  to: string,
): Promise<Renaming> {
  const state = await store.read();
  const kept = state.kind === 'frozen' ? state.formulas : [];
  const taken = new Set(kept.map(({ id }) => id));
  const renamings = kept.flatMap((before) => renamed(before, from, to, taken) ?? []);
  return {
    count: renamings.reduce((sum, { count }) => sum + count, 0),
    async write() {
      if (renamings.length === 0) return undefined;
      return replace(store, renamings);
    },
    async undo() {
      const now = await store.read();
      if (now.kind === 'failed') return now.message;
      // What was thawed meanwhile is in its cells.
      const ids = new Set(now.formulas.map(({ id }) => id));
      const still = renamings.filter(({ after }) => ids.has(after.id));
      if (still.length === 0) return undefined;
      return replace(
        store,
        still.map(({ before, after }) => ({ before: after, after: before })),
      );
    },
  };
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
  if (before.thawedAt !== undefined) return { before, after, count: 0 };
  if (before.kind === 'spill') return { before, after, count: 1 };
  const rows = before.repeats.filter(([index]) => changed.has(index)).map(([, count]) => count);
  return { before, after, count: rows.reduce((sum, count) => sum + count, 0) };
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
