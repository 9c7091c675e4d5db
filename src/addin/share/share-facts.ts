import { formulaCount, frozenCount, type FrozenBlock } from '../workbook/frozen-formulas';
import { createFrozenStore } from '../workbook/frozen-store';
import type { Host } from '../spreadsheet/host';
import type { CarriedAnswers, WorkbookAnswers } from '../spreadsheet/workbook-answers';
import { locusCalls, type LocusCall } from '../spreadsheet/locus-calls';
import { undoneBlocks } from '../values';
import { argumentOf, takesPlaces } from '../spreadsheet/signatures';

export interface FactPorts {
  readonly host: Pick<Host, 'sheet' | 'parts' | 'frozenCells'>;
  readonly workbookAnswers: () => Promise<WorkbookAnswers>;
}

/** What else travels with the workbook, and whether the recipient gets all values. */
export interface ShareFacts {
  /** Formulas that ask for values. */
  readonly formulas: number;
  /** How many of them have an address written in them. */
  readonly withAddress: number;
  /** Formulas that are values now; undefined if that cannot be read. */
  readonly frozen: number | undefined;
  /** How many of those hidden formulas have an address written in them. */
  readonly frozenWithAddress: number;
  /** Saved answers; undefined if they cannot be read. */
  readonly answers: number | undefined;
  readonly isLeftOut: boolean;
  /** Whether all that the formulas ask for is saved. */
  readonly isAll: boolean;
}

/**
 * Whether values may be missing from what is saved. Two formulas may ask for the same value, so
 * only calculating all of them can tell.
 */
export function mayLackValues({ formulas, answers, isLeftOut, isAll }: ShareFacts): boolean {
  return !isLeftOut && !isAll && answers !== undefined && answers < formulas;
}

/** Whether values were saved, but maybe not all. */
export function isPartlySaved(facts: ShareFacts | undefined): boolean {
  return facts !== undefined && facts.answers !== 0 && mayLackValues(facts);
}

/** Never rejects; undefined if the workbook's formulas cannot be read. */
export async function readShareFacts({
  host,
  workbookAnswers,
}: FactPorts): Promise<ShareFacts | undefined> {
  try {
    const reading = await host.sheet.formulas();
    if (reading.kind === 'failed') return undefined;
    const asking = reading.formulas.filter(({ formula }) =>
      locusCalls(formula).some(({ name }) => takesPlaces(name)),
    );
    const [frozen, carried] = await Promise.all([readFrozen(host), readAnswers(workbookAnswers)]);
    return {
      formulas: asking.length,
      withAddress: asking.filter(({ formula }) => locusCalls(formula).some(hasAddress)).length,
      frozen: frozen?.count,
      frozenWithAddress: frozen?.withAddress ?? 0,
      answers: carried?.answers,
      isLeftOut: carried?.isLeftOut ?? false,
      isAll: carried?.isAll ?? false,
    };
  } catch {
    return undefined;
  }
}

/** Whether the address is written out, rather than in a cell. */
function hasAddress(call: LocusCall): boolean {
  return argumentOf(call, 'address')?.startsWith('"') ?? false;
}

async function readFrozen(
  host: FactPorts['host'],
): Promise<{ readonly count: number; readonly withAddress: number } | undefined> {
  const state = await createFrozenStore(host.parts).read();
  if (state.kind === 'failed') return undefined;
  // What a person has undone in the sheet is a formula again.
  const undone = await undoneBlocks(state.blocks, () => host.frozenCells());
  const sum = (count: (block: FrozenBlock) => number): number =>
    state.blocks.reduce((total, block) => (undone.has(block) ? total : total + count(block)), 0);
  return {
    count: sum(frozenCount),
    withAddress: sum((block) =>
      locusCalls(block.formula).some(hasAddress) ? formulaCount(block) : 0,
    ),
  };
}

async function readAnswers(
  open: FactPorts['workbookAnswers'],
): Promise<Pick<CarriedAnswers, 'answers' | 'isLeftOut' | 'isAll'> | undefined> {
  const answers = await open();
  await answers.read();
  const { reading, ...carried } = answers.current();
  return reading.kind === 'read' ? carried : undefined;
}
