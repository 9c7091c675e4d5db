import { useEffect } from 'react';

import { t } from '../../engine/language/speech';
import { createFrozenStore } from '../workbook/frozen-store';
import { MAX_COLUMNS, MAX_ROWS, parseArea } from '../spreadsheet/cell-address';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { turnsOf } from '../enrich';
import { cellReading, type PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import { useSheetChanges } from '../pane/parts/use-sheet-changes';
import type { CannotDo, SheetArea } from '../spreadsheet/sheet';
import { toSheetArea } from '../spreadsheet/sheet-region';
import { freezeNotice, thawNotice } from './freeze-messages';
import { freeze } from './freezing';
import { forgetLeft } from './frozen-areas';
import { listFrozen, type FrozenList } from './frozen-list';
import { thaw, type ThawingParts, type ThawScope } from './thawing';
import { createKnownCalculation } from '../functions/known-calculation';

export type FreezePorts = Pick<PanePorts, 'host' | 'clock' | 'scores' | 'workbook' | 'preferences'>;

/** Freezing and thawing, one action at a time, and what is frozen after each. */
export interface FreezeSteps {
  /** Undefined until it has been read. */
  readonly list: FrozenList | CannotDo | undefined;
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  freezeAll(): void;
  freezeSelection(): void;
  thawAll(): void;
  thawSelection(): void;
  /** @param isForced also where the cells show other values. */
  thawSome(anchors: readonly string[], isForced?: boolean): void;
  /** Deletes the formulas of these blocks whose cells kept their values. */
  forget(anchors: readonly string[]): void;
  readAgain(): void;
}

export function useFreezeSteps(ports: FreezePorts): FreezeSteps {
  const { host, clock } = ports;

  const { result: list, again: readAgain, show } = useLatest(() => readList(host), [host]);
  useEffect(() => host.parts.subscribe(readAgain), [host, readAgain]);
  const changes = useSheetChanges(readAgain);
  const { notice, isBusy, later, tell } = useNoticedSteps();

  function act(run: (parts: ThawingParts) => Promise<Notice>): void {
    if (isBusy) return;
    tell(undefined);
    // Created now, so that it stays with the workbook open now, however long this takes.
    const store = createFrozenStore(host.parts);
    later(async () => {
      const told = await attempt(async () =>
        run({
          cells: await host.frozenCells(),
          store,
          now: () => clock.now(),
          turn: turnsOf(clock),
          calculate: createKnownCalculation({ engine: ports.scores, ...cellReading(ports) }),
        }),
      );
      show(await readList(host));
      changes.note();
      return 'kind' in told ? { tone: 'bad', text: told.message } : told;
    });
  }

  const thawing = (scope: ThawScope): void =>
    act(async (parts) => thawNotice(await thaw(scope, parts)));
  const selected = (run: (area: SheetArea) => void): void => {
    const area = selectedArea(host.selection.current());
    if (area === undefined) tell(NO_SELECTION);
    else run(area);
  };
  return {
    list,
    notice,
    isBusy,
    freezeAll: () => act(async (parts) => freezeNotice(await freeze(undefined, parts))),
    freezeSelection: () =>
      selected((area) => act(async (parts) => freezeNotice(await freeze(area, parts)))),
    thawAll: () => thawing({ kind: 'all' }),
    thawSelection: () => selected((area) => thawing({ kind: 'area', area })),
    thawSome: (anchors, isForced = false) =>
      thawing({ kind: 'some', anchors: new Set(anchors), isForced }),
    forget: (anchors) =>
      act(async (parts) => {
        const saved = await forgetLeft(new Set(anchors), parts);
        return saved.kind === 'failed' ? { tone: 'bad', text: saved.message } : FORGOTTEN;
      }),
    readAgain,
  };
}

const UNKNOWN: CannotDo = {
  kind: 'failed',
  message: t(
    'Something went wrong. No formulas were lost: each one is in its cell or listed here.',
  ),
};
const NO_SELECTION: Notice = { tone: 'bad', text: t('Select a single range of cells first.') };
const FORGOTTEN: Notice = { tone: 'good', text: t('Formulas deleted.') };

function readList(host: FreezePorts['host']): Promise<FrozenList | CannotDo> {
  return attempt(async () => listFrozen(createFrozenStore(host.parts), await host.frozenCells()));
}

async function attempt<Result>(run: () => Promise<Result>): Promise<Result | CannotDo> {
  try {
    return await run();
  } catch {
    return UNKNOWN;
  }
}

function selectedArea(address: string | undefined): SheetArea | undefined {
  const area = address === undefined ? undefined : parseArea(address);
  if (area?.sheet === undefined || area.endRow >= MAX_ROWS || area.endColumn >= MAX_COLUMNS) {
    return undefined;
  }
  return toSheetArea(area.sheet, area);
}
