import { useMemo, useState } from 'react';

import type { Layout } from './enrich-cells';
import type { DescribedName } from '../../engine/catalogue/catalogue-entry';
import { titleOf } from '../../engine/catalogue/name-title';
import { wantScore } from './score-choice';
import type { WantedScore } from './score-choice';
import type { WorkbookModel } from '../spreadsheet/host';
import type { ViewRequest } from '../pane/parts/pane-view';
import type { ListChoice } from './use-list-choice';

/** What a person wants beside a list; kept when they turn to another list. */
export interface Additions {
  readonly chosen: readonly string[];
  /** The alias of the model whose score is wanted; "" for none. */
  readonly alias: string;
  readonly layout: Layout;
  /** New columns have names as headers, and not titles. */
  readonly isByCode: boolean;
  change(change: Partial<Omit<Additions, 'change'>>): void;
}

/**
 * @param request the model or the names that a person came with from elsewhere.
 * @param onChange called when a person wants something else.
 */
export function useAdditions(request: ViewRequest | undefined, onChange: () => void): Additions {
  const [additions, setAdditions] = useState<Omit<Additions, 'change'>>({
    chosen: [],
    alias: '',
    layout: 'cells',
    isByCode: false,
  });
  const change: Additions['change'] = (part) => {
    setAdditions((before) => ({ ...before, ...part }));
    onChange();
  };
  const [taken, setTaken] = useState<ViewRequest>();
  if (request !== undefined && request !== taken) {
    setTaken(request);
    const { alias = additions.alias, names = [] } = request;
    change({ alias, chosen: [...new Set([...additions.chosen, ...names])] });
  }
  return { ...additions, change };
}

/** The wanted columns that this list does not have yet. */
export interface NewColumns {
  readonly names: readonly string[];
  readonly score: WantedScore | undefined;
  readonly count: number;
  /** The wanted columns that the list already has, by title. */
  readonly there: readonly string[];
}

/** The names and the score are the same objects until something changes. */
export function useNewColumns(
  { chosen }: Pick<Additions, 'chosen'>,
  model: WorkbookModel | undefined,
  { list, variables }: Pick<ListChoice, 'list' | 'variables'>,
  describe: (name: string) => DescribedName,
): NewColumns {
  const { columns, block } = list;
  const headers = useMemo(() => {
    const texts = columns.columns.map(({ header }) => header);
    return new Set([...texts, ...(block.ownColumns?.values() ?? [])].map((it) => it.toLowerCase()));
  }, [columns, block]);
  const names = useMemo(
    () =>
      chosen.filter(
        (name) => !headers.has(name) && !headers.has(titleOf(describe(name)).toLowerCase()),
      ),
    [chosen, headers, describe],
  );
  const isThere = model !== undefined && headers.has(model.alias.toLowerCase());
  const mapped = model && variables.get(model.alias);
  const score = useMemo(
    () => (model === undefined || isThere ? undefined : wantScore(model, list, mapped)),
    [model, isThere, list, mapped],
  );
  return {
    names,
    score,
    count: names.length + (score === undefined ? 0 : 1),
    there: [
      ...(isThere ? [model.alias] : []),
      ...chosen.filter((name) => !names.includes(name)).map((name) => titleOf(describe(name))),
    ],
  };
}
