import { useMemo, useRef, useState } from 'react';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { Notice } from '../pane/parts/use-noticed-steps';
import type { SheetBlock } from '../spreadsheet/sheet';
import { fillDown } from './fill-down';
import type { PlaceList } from './place-list';
import { addColumns, type AddedColumns, type AddingParts } from './column-writing';
import type { Layout } from './enrich-cells';
import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import { titleOf } from '../../engine/catalogue/name-title';
import { type LocatedRow, type SwapPlace, swapRows } from './row-swapping';
import { wantScore, type WantedScore } from './score-choice';
import type { WorkbookModel } from '../spreadsheet/host';
import type { ViewRequest } from '../pane/parts/pane-view';
import { turnsOf } from './use-enrich-plan';
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
  const [handled, setHandled] = useState<ViewRequest>();
  if (request !== undefined && request !== handled) {
    setHandled(request);
    const { alias = additions.alias, names } = request;
    // Attributes chosen earlier would ask for pincodes that a score can do without.
    const isScoreAlone = request.alias !== undefined && names === undefined;
    const chosen = isScoreAlone ? [] : [...new Set([...additions.chosen, ...(names ?? [])])];
    change({ alias, chosen });
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

/** Writes columns beside one list and undoes that, one step at a time, each with its notice. */
export interface AddingSteps {
  readonly notice: Notice | undefined;
  /** Whether it is about the nearest of another list, and shown there. */
  readonly isOfNearest: boolean;
  /** Earlier changes that were not undone, each with its undo; latest first. */
  readonly earlier: readonly Step[];
  readonly isBusy: boolean;
  /** The list is still to be read again: what it lacks may be there by now. */
  readonly isBehind: boolean;
  add(adding: Adding): Promise<void>;
  /** Swaps latitude and longitude in these rows of the sheet. */
  swap(place: SwapPlace, rows: readonly LocatedRow[]): Promise<void>;
  /** Fills a column of the list down; see there. */
  fill(list: PlaceList, column: number): Promise<void>;
  /** Another step begins: the last one's notice disappears, but it can still be undone. */
  moveOn(): void;
  /** Shows another notice in the same place. */
  tell(notice: Notice): void;
}

export interface Adding {
  readonly columns: AddedColumns;
  /** What the person was shown, and the way to approve that many calls. */
  readonly price: AddingParts['price'];
  readonly approve: AddingParts['approve'];
  readonly isOfNearest?: boolean;
}

/** One change: its own notice, then that of its undo, under one id. */
interface Step {
  readonly id: number;
  readonly notice: Notice;
  readonly isOfNearest?: boolean;
}

interface ListSteps {
  readonly latest?: Step | undefined;
  readonly added: readonly Step[];
}

/**
 * @param list the list that notices belong to; they show again when a person comes back to it. If
 *   none is selected, those of the last change stay.
 * @param onDone called after each step, because the sheet may have changed.
 */
export function useAddingSteps(
  {
    host,
    clock,
  }: { readonly host: Pick<PanePorts['host'], 'sheet' | 'cells'> } & Pick<PanePorts, 'clock'>,
  list: Pick<SheetBlock, 'sheet' | 'row' | 'column'> | undefined,
  onDone: () => void,
): AddingSteps {
  const { sheet, cells } = host;
  const [byList, setByList] = useState<ReadonlyMap<string, ListSteps>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  /** As it was read before the last step. */
  const [former, setFormer] = useState<typeof list>();
  /** Until the page is drawn again, a second click finds a button that looks free. */
  const running = useRef(false);
  const ids = useRef(0);
  const [lastKey, setLastKey] = useState('');
  const key = list === undefined ? lastKey : JSON.stringify([list.sheet, list.row, list.column]);
  const { latest, added } = byList.get(key) ?? NONE;

  const change = (part: (before: ListSteps) => ListSteps): void =>
    setByList((before) => new Map(before).set(key, part(before.get(key) ?? NONE)));

  async function whileBusy(
    run: () => Promise<Notice | undefined>,
    of: Omit<Step, 'notice'>,
  ): Promise<void> {
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setLastKey(key);
    change((before) => ({ ...before, latest: undefined }));
    const notice = await run();
    running.current = false;
    setIsBusy(false);
    if (notice === undefined) return;
    setFormer(list);
    const step = { ...of, notice };
    change((before) => {
      if (step.notice.tone === 'bad') return { ...before, latest: step };
      const others = before.added.filter((other) => other.id !== of.id);
      const isTakenBack = step.notice.action === undefined;
      return { latest: step, added: isTakenBack ? others : [...others, step] };
    });
    onDone();
  }

  /** @param run gets a function that runs a later part of the same step. */
  function begin(
    run: (later: (part: () => Promise<Notice>) => void) => Promise<Notice | undefined>,
    isOfNearest = false,
  ) {
    const of = { id: (ids.current += 1), isOfNearest };
    return whileBusy(() => run((part) => void whileBusy(part, of)), of);
  }

  return {
    notice: latest?.notice,
    isOfNearest: latest?.isOfNearest === true,
    earlier: added.filter(({ id }) => id !== latest?.id).reverse(),
    isBusy,
    isBehind: list !== undefined && list === former,
    add: ({ columns, price, approve, isOfNearest }) =>
      begin((later) => {
        const reveal = cells.reveal;
        const parts = { sheet, price, approve, reveal, turn: turnsOf(clock), later };
        return addColumns(columns, parts);
      }, isOfNearest),
    swap: (place, rows) => begin((later) => swapRows(place, rows, { sheet, later })),
    fill: (filled, column) => begin((later) => fillDown(filled, column, { sheet, later })),
    moveOn: () => change((before) => ({ ...before, latest: undefined })),
    tell: (notice) => change((before) => ({ ...before, latest: { id: 0, notice } })),
  };
}

const NONE: ListSteps = { added: [] };
