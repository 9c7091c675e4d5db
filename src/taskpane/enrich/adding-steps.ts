import { useRef, useState } from 'react';

import type { Clock } from '../../lookup';
import type { Notice } from '../../spreadsheet/notice';
import type { Sheet } from '../../spreadsheet/sheet';
import { addColumns } from '../../enrich/adding';
import { swapRows } from '../../enrich/row-swapping';
import type { LocatedRow, SwapPlace } from '../../enrich/row-swapping';
import type { Enrichment } from '../../enrich/enrich-cells';
import { turnsOf } from './enrich-plan';

/** Writing the columns and taking them back, one step at a time, each with its words. */
export interface AddingSteps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  add(enrichment: Enrichment): Promise<void>;
  /** Writes pairs of coordinates the other way round. */
  swap(place: SwapPlace, rows: readonly LocatedRow[]): Promise<void>;
  /** Something else to tell in the same place. */
  tell(notice: Notice): void;
}

/** @param onDone the sheet may be another now. */
export function useAddingSteps(
  { sheet, clock }: { readonly sheet: Sheet; readonly clock: Pick<Clock, 'schedule'> },
  onDone: () => void,
): AddingSteps {
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);
  /** What was added and not taken back, each with its way back; the last one first to go. */
  const added = useRef<readonly Notice[]>([]);

  function show(next: Notice): void {
    const last = added.current.at(-1)?.action;
    const isFree = next.action === undefined && last !== undefined;
    setNotice(isFree ? { ...next, action: { ...last, title: 'Undo previous change' } } : next);
  }

  async function whileBusy(run: () => Promise<Notice>): Promise<void> {
    setIsBusy(true);
    setNotice(undefined);
    const next = await run();
    setIsBusy(false);
    if (next.tone === 'good') {
      const isTakenBack = next.action === undefined;
      added.current = isTakenBack ? added.current.slice(0, -1) : [...added.current, next];
    }
    show(next);
    onDone();
  }

  const later = (run: () => Promise<Notice>): void => void whileBusy(run);
  return {
    notice,
    isBusy,
    add: (enrichment) =>
      whileBusy(() => addColumns(enrichment, { sheet, turn: turnsOf(clock), later })),
    swap: (place, rows) => whileBusy(() => swapRows(place, rows, { sheet, later })),
    tell: show,
  };
}
