import { useRef, useState } from 'react';

import type { Notice } from '../pane/parts/use-noticed-steps';
import type { Host } from '../spreadsheet/host';
import type { SheetBlock } from '../spreadsheet/sheet';
import type { PanePorts } from '../pane/parts/pane-ports';
import { addColumns } from './column-writing';
import type { AddingParts } from './column-writing';
import { swapRows } from './row-swapping';
import type { LocatedRow, SwapPlace } from './row-swapping';
import type { Enrichment } from './enrich-cells';
import { turnsOf } from './use-enrich-plan';

/** Writes columns beside one list and undoes that, one step at a time, each with its notice. */
export interface AddingSteps {
  readonly notice: Notice | undefined;
  /** Earlier changes that were not undone, each with its undo; latest first. */
  readonly earlier: readonly Step[];
  readonly isBusy: boolean;
  /** @param approve approves the calls that the person was shown. */
  add(enrichment: Enrichment, approve: AddingParts['approve']): Promise<void>;
  /** Swaps latitude and longitude in these rows of the sheet. */
  swap(place: SwapPlace, rows: readonly LocatedRow[]): Promise<void>;
  /** Another step begins: the last one's notice disappears, but it can still be undone. */
  moveOn(): void;
  /** Shows another notice in the same place. */
  tell(notice: Notice): void;
}

/** One change: its own notice, then that of its undo, under one id. */
export interface Step {
  readonly id: number;
  readonly notice: Notice;
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
  { host, clock }: { readonly host: Pick<Host, 'sheet' | 'cells'> } & Pick<PanePorts, 'clock'>,
  list: Pick<SheetBlock, 'sheet' | 'row' | 'column'> | undefined,
  onDone: () => void,
): AddingSteps {
  const { sheet, cells } = host;
  const [byList, setByList] = useState<ReadonlyMap<string, ListSteps>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const ids = useRef(0);
  const [lastKey, setLastKey] = useState('');
  const key = list === undefined ? lastKey : JSON.stringify([list.sheet, list.row, list.column]);
  const { latest, added } = byList.get(key) ?? NONE;

  const change = (part: (before: ListSteps) => ListSteps): void =>
    setByList((before) => new Map(before).set(key, part(before.get(key) ?? NONE)));

  async function whileBusy(id: number, run: () => Promise<Notice>): Promise<void> {
    setIsBusy(true);
    setLastKey(key);
    change((before) => ({ ...before, latest: undefined }));
    const step = { id, notice: await run() };
    setIsBusy(false);
    change((before) => {
      if (step.notice.tone === 'bad') return { ...before, latest: step };
      const others = before.added.filter((other) => other.id !== id);
      const isTakenBack = step.notice.action === undefined;
      return { latest: step, added: isTakenBack ? others : [...others, step] };
    });
    onDone();
  }

  /** @param run gets a function that runs a later part of the same step. */
  function begin(run: (later: (part: () => Promise<Notice>) => void) => Promise<Notice>) {
    const id = (ids.current += 1);
    return whileBusy(id, () => run((part) => void whileBusy(id, part)));
  }

  return {
    notice: latest?.notice,
    earlier: added.filter(({ id }) => id !== latest?.id).reverse(),
    isBusy,
    add: (enrichment, approve) =>
      begin((later) =>
        addColumns(enrichment, {
          sheet,
          approve,
          reveal: cells.reveal,
          turn: turnsOf(clock),
          later,
        }),
      ),
    swap: (place, rows) => begin((later) => swapRows(place, rows, { sheet, later })),
    moveOn: () => change((before) => ({ ...before, latest: undefined })),
    tell: (notice) => change((before) => ({ ...before, latest: { id: 0, notice } })),
  };
}

const NONE: ListSteps = { added: [] };
