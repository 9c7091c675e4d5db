import { groupBy } from '../../engine/async/groups';
import type { Activity, CancelScheduled, Clock } from '../../engine/lookup';
import type { KeptRenewal } from '../device/renewal-record';
import type { StoredRecord } from '../device/stored-record';
import type { Renewals } from '../functions/renewals';
import { readMark } from '../functions/place-contents';
import { NOT_SHOWN, type ProblemCode, type Problems } from '../functions/problems';
import type { Cells, Recalculation } from '../spreadsheet/host';
import { callsLocus, isCalculating } from '../spreadsheet/locus-calls';
import type { FailingFormula, Sheet } from '../spreadsheet/sheet';

/**
 * Recalculates cells with problems. They leave the list first, because those that fail again report
 * again. A cell that the host cannot recalculate is unchanged, and goes back on the list.
 */
export async function askAgain(
  addresses: readonly string[],
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  if (addresses.length === 0) return { count: 0, failures: [] };
  const before = problems.list();
  problems.forget(addresses);
  const restore = (unasked: ReadonlySet<string>): void => {
    const since = new Set(problems.list().map(({ address }) => address));
    const still = before.filter(({ address }) => unasked.has(address) && !since.has(address));
    for (const [address, entries] of groupBy(still, (problem) => problem.address)) {
      problems.report(address, entries);
    }
  };
  try {
    const result = await cells.recalculate(addresses);
    restore(new Set(result.failures.flatMap((failure) => failure.addresses)));
    return result;
  } catch (error) {
    // The host recalculated none of them.
    restore(new Set(addresses));
    throw error;
  }
}

/** Asks again for all the cells that have one of these problems. */
export function askAgainFor(
  codes: ReadonlySet<ProblemCode>,
  problems: Problems,
  cells: Pick<Cells, 'recalculate'>,
): Promise<Recalculation> {
  return askAgain(addressesWith(codes, problems), problems, cells);
}

/** The cells that have one of these problems, each once. */
export function addressesWith(codes: ReadonlySet<ProblemCode>, cells: Listed): readonly string[] {
  return addressesWhere(cells, (code) => codes.has(code));
}

/**
 * The cells that it may help to ask for again, each once: what the service rejected as wrong it would
 * reject again, and may charge for again.
 */
export function addressesToRetry(problems: Pick<Problems, 'list'>): readonly string[] {
  return addressesWhere(problems, (code) => code !== 'rejected');
}

function addressesWhere(
  cells: Listed,
  isWanted: (code: ProblemCode) => boolean,
): readonly string[] {
  const addresses = new Set<string>();
  for (const { code, address } of cells.list()) {
    if (code !== undefined && isWanted(code)) addresses.add(address);
  }
  return [...addresses];
}

/** Cells with a problem, or with an old value and why there is no newer one. */
interface Listed {
  list(): readonly { readonly address: string; readonly code?: ProblemCode | undefined }[];
}

interface InterruptedParts {
  readonly firstAsking: FirstAsking;
  readonly host: LostResultsParts['host'] & {
    readonly sheet: Pick<Sheet, 'formulas' | 'readBlock'>;
  };
  readonly clock: Pick<Clock, 'schedule'>;
  readonly renewals: Pick<Renewals, 'begin'>;
  readonly renewing: Pick<StoredRecord<KeptRenewal>, 'read'>;
}

/**
 * Cells whose values were being requested when the workbook was closed, or when the host crashed,
 * stay busy for ever: no host calculates them again. Locus does, once the workbook is open. What is
 * known appears; the rest is held, whatever it costs, until a person has seen what that is. The same
 * goes for the values of a renewal: what it got appears, and only what it did not get is held.
 *
 * @param ready when the host can calculate them. What is typed before then is no interrupted value.
 * @returns whether the cells could be read.
 */
export async function resumeInterrupted(
  parts: InterruptedParts,
  ready?: Promise<void>,
): Promise<boolean> {
  const { host } = parts;
  const reading = await host.sheet.failing([]);
  if (reading.kind === 'failed') return false;
  const renewal = await renewalOf(parts);
  const busy = reading.formulas.filter(isBusy).map(({ address }) => address);
  const cells = [...new Set([...busy, ...(renewal?.cells ?? [])])];
  if (cells.length === 0) return true;
  await ready;
  if (renewal !== undefined) void parts.renewals.begin(renewal.cells, renewal.at);
  await askingFirst('interrupted', parts, () => host.cells.recalculate(cells));
  return true;
}

/** The renewal that was under way in this workbook. */
async function renewalOf({ renewing, host }: InterruptedParts): Promise<KeptRenewal | undefined> {
  const kept = renewing.read();
  if (kept === undefined) return undefined;
  return (await readMark(kept.cells, host.sheet)) === kept.mark ? kept : undefined;
}

/**
 * Lets cells calculate for a click beside which no price stands, as in Excel's ribbon. What is known
 * appears; the rest is held until a person has seen what it costs.
 */
export function priceFirst<Result>(
  parts: Pick<InterruptedParts, 'firstAsking' | 'clock'>,
  calculate: () => Promise<Result>,
): Promise<Result> {
  return askingFirst('unpriced', parts, calculate);
}

async function askingFirst<Result>(
  reason: 'interrupted' | 'unpriced',
  { firstAsking, clock }: Pick<InterruptedParts, 'firstAsking' | 'clock'>,
  calculate: () => Promise<Result>,
): Promise<Result> {
  const end = firstAsking.asking(reason);
  try {
    return await calculate();
  } finally {
    // A score may wait for a value, and that for what the device keeps.
    clock.schedule(ASKING_MS, end);
  }
}

interface FirstAsking {
  asking(reason: 'interrupted' | 'unpriced'): () => void;
}

/** How long a host may take to calculate the cells that it was told to. */
export const ASKING_MS = 5_000;

interface LostResultsParts {
  readonly engine: { readonly activity: Pick<Activity, 'snapshot' | 'subscribe'> };
  readonly problems: Problems;
  readonly host: {
    readonly sheet: Pick<Sheet, 'failing'>;
    readonly cells: Pick<Cells, 'recalculate'>;
  };
  readonly clock: Pick<Clock, 'schedule'>;
}

/**
 * Excel sometimes keeps showing #BUSY! in cells that have long been answered (office-js issues 6662,
 * 6841 and 6930). After thirty quiet seconds Locus reads the failing cells. Those that show #BUSY!
 * then and again thirty seconds later are listed and recalculated. That costs nothing, because their
 * answers are known.
 */
export function reviveLostResults({ engine, problems, host, clock }: LostResultsParts): void {
  const { activity } = engine;
  const { sheet, cells } = host;
  /** Cells of ours that were busy at the last look. */
  let suspects: ReadonlySet<string> = new Set();
  /** How often each was calculated again, as long as it stays busy. */
  const tries = new Map<string, number>();
  let unread = 0;
  let due: CancelScheduled | undefined;

  function lookLater(): void {
    due?.();
    due = clock.schedule(QUIET_MS, () => {
      due = undefined;
      // After an error, the next calculation leads to another look.
      look().catch(() => undefined);
    });
  }

  async function look(): Promise<void> {
    const { waiting, inFlight } = activity.snapshot();
    // The activity notifies us when they end.
    if (waiting + inFlight > 0) return;
    const reading = await sheet.failing([]);
    if (reading.kind === 'failed') {
      // Somebody is typing into a cell, perhaps.
      unread += 1;
      if (unread < MOST_UNREAD) lookLater();
      return;
    }
    unread = 0;
    const busy = new Set(reading.formulas.filter(isBusy).map(({ address }) => address));
    const lost = [...busy].filter((address) => suspects.has(address));
    suspects = busy;
    list(lost, busy);
    const again = lost.filter((address) => triesOf(address) < MOST_TRIES).slice(0, MOST_AT_ONCE);
    for (const address of again) tries.set(address, triesOf(address) + 1);
    if (again.length > 0) await cells.recalculate(again);
    if (again.length > 0 || busy.size > lost.length) lookLater();
  }

  function list(lost: readonly string[], busy: ReadonlySet<string>): void {
    const listed = new Set<string>();
    for (const { address, code } of problems.list()) if (code === 'not-shown') listed.add(address);
    problems.forget([...listed].filter((address) => !busy.has(address)));
    for (const address of tries.keys()) if (!busy.has(address)) tries.delete(address);
    for (const address of lost) if (!listed.has(address)) problems.report(address, [NOT_SHOWN]);
  }

  function triesOf(address: string): number {
    return tries.get(address) ?? 0;
  }

  activity.subscribe(lookLater);
  problems.subscribe(lookLater);
  lookLater();
}

function isBusy({ formula, error }: FailingFormula): boolean {
  return isCalculating(error) && callsLocus(formula);
}

const QUIET_MS = 30_000;
const MOST_TRIES = 3;
/** Their errors alone may be 2 MB, and Excel on the web takes 5 MB at once. */
const MOST_AT_ONCE = 10_000;
const MOST_UNREAD = 10;
