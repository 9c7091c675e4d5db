import type { Problems } from '../functions/problems';
import type { Engine, HeldPlan } from '../../engine/lookup';
import type { HeldCalls } from '../pane/parts/pane-ports';
import type { Cells, Recalculation, Host } from '../spreadsheet/host';
import { askHeldCells } from './spending-limits';
import { callsLocus } from '../spreadsheet/locus-calls';
import type { BlockToWrite } from '../spreadsheet/sheet';

export interface HeldCallsParts {
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly problems: Problems;
  readonly cells: Pick<Cells, 'recalculate'>;
}

/** Connects the engine's held calls to the pane: an approval also recalculates the held cells. */
export function createHeldCalls({ engine, problems, cells }: HeldCallsParts): HeldCalls {
  const { spending } = engine;
  let plan: HeldPlan | undefined;

  const askHeld = (): Promise<Recalculation> => askHeldCells(problems, cells);

  return {
    current() {
      const now = spending.held();
      if (!isSame(plan, now)) plan = now;
      return plan;
    },
    subscribe: (listener) => engine.activity.subscribe(() => listener()),
    approve(calls) {
      spending.approve(calls);
      return askHeld();
    },
    refuse: () => spending.refuse(),
    room: () => spending.room(),
    approveAhead: (approval) => spending.approveAhead(approval),
  };
}

function isSame(one: HeldPlan | undefined, other: HeldPlan | undefined): boolean {
  return (
    one?.calls === other?.calls &&
    one?.values === other?.values &&
    one?.known === other?.known &&
    one?.reason === other?.reason
  );
}

/**
 * Wraps the host for the pane. Before the pane makes cells calculate, it announces how many values
 * they will ask for, so that too many are held together, however slowly the host asks for them.
 */
export function announcedHost(host: Host, { expect }: Announcements): Host {
  const { sheet, cells } = host;
  return {
    ...host,
    sheet: {
      ...sheet,
      async write(block, options) {
        const values = valuesIn(block);
        if (values === 0) return sheet.write(block, options);
        const withdraw = expect(values);
        const result = await sheet.write(block, options);
        if (result.kind !== 'written') withdraw();
        return result;
      },
    },
    cells: {
      ...cells,
      recalculate(addresses) {
        expect(addresses.length);
        return cells.recalculate(addresses);
      },
    },
  };
}

interface Announcements {
  expect(this: void, values: number): () => void;
}

/** One for each Locus formula, or one for each cell that the formula spills into. */
function valuesIn({ cells, spill }: BlockToWrite): number {
  const formulas = cells.flat().filter(callsLocus).length;
  return spill === undefined || formulas === 0 ? formulas : spill.rows * spill.columns;
}
