import type { Host } from '../spreadsheet/host';
import type { CarriedAnswers, WorkbookAnswers } from '../spreadsheet/workbook-answers';
import { locusCalls, type LocusCall } from '../spreadsheet/locus-calls';
import { argumentOf, takesPlaces } from '../spreadsheet/signatures';

export interface FactPorts {
  readonly host: Pick<Host, 'sheet'>;
  readonly workbookAnswers: () => Promise<WorkbookAnswers>;
}

/** What else travels with the workbook, and whether the recipient gets all values. */
export interface ShareFacts {
  /** Formulas that ask for values. */
  readonly formulas: number;
  /** How many of them have an address written in them. */
  readonly withAddress: number;
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
    const carried = await readAnswers(workbookAnswers);
    return {
      formulas: asking.length,
      withAddress: asking.filter(({ formula }) => locusCalls(formula).some(hasAddress)).length,
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

async function readAnswers(
  open: FactPorts['workbookAnswers'],
): Promise<Pick<CarriedAnswers, 'answers' | 'isLeftOut' | 'isAll'> | undefined> {
  const answers = await open();
  await answers.read();
  const { reading, ...carried } = answers.current();
  return reading.kind === 'read' ? carried : undefined;
}
