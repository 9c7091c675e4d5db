import type {
  ActivitySnapshot,
  CancelScheduled,
  Clock,
  Engine,
  LookupErrorCode,
  SpendingLimits,
  SpentCalls,
} from '../../engine/lookup';
import type { Ledger, LedgerAmounts, WorkbookSpending } from '../device/ledger';
import type { Preferences, PreferenceStore } from '../device/preferences';
import type { Problems, StaleValues } from '../functions/problems';
import type { Renewals } from '../functions/renewals';
import type { Cells, Recalculation } from '../spreadsheet/host';
import type { WorkbookParts } from '../spreadsheet/workbook-parts';
import type { ConnectionTest } from '../../engine/client/connection-test';
import { addressesWith, askAgain } from './ask-again';

/** What this device has spent today, in all its windows. */
export function spentToday(ledger: Ledger, clock: Pick<Clock, 'today'>): SpentCalls {
  const today = clock.today();
  const found = ledger.current().find(({ day }) => day === today);
  // The budget must hold even if every call without a reply was charged.
  return { day: today, calls: found === undefined ? 0 : found.calls + (found.unanswered ?? 0) };
}

export interface SpendingParts {
  readonly engine: Pick<Engine, 'activity' | 'spending'>;
  readonly ledger: Ledger;
  /** What is spent for the workbook that is open. */
  readonly workbook: WorkbookSpending;
  /** Tells when another workbook is opened. */
  readonly parts: Pick<WorkbookParts, 'subscribe'>;
  readonly clock: Pick<Clock, 'today' | 'schedule'>;
}

/**
 * Records in the ledger what the engine does, and has done since it started, and tells the engine
 * what other windows have spent.
 *
 * @returns a function that writes the rest at once: the page may be gone the next moment.
 */
export function recordSpending(parts: SpendingParts): () => void {
  const { engine, ledger, workbook, clock } = parts;
  let counted = { calls: 0, unanswered: 0, values: 0, answered: 0 };
  let keeping: CancelScheduled | undefined;
  let generation = ledger.generation();
  /** Until this many calls have ended, amounts may date from before everything was forgotten. */
  let forgottenCalls = 0;
  /** Until this many calls have ended, some may have been made for the workbook before. */
  let earlierCalls = 0;

  function count(snapshot: ActivitySnapshot): void {
    const before = counted;
    counted = amountsOf(snapshot);
    if (callsEnded(snapshot) < forgottenCalls) return;
    const since = {
      calls: counted.calls - before.calls,
      unanswered: counted.unanswered - before.unanswered,
      values: counted.values - before.values,
      answered: counted.answered - before.answered,
    };
    if (!Object.values(since).some((amount) => amount > 0)) return;
    ledger.add(clock.today(), since);
    if (callsEnded(snapshot) >= earlierCalls) workbook.add(clock.today(), since);
  }

  function keep(): void {
    keeping?.();
    keeping = undefined;
    count(engine.activity.snapshot());
    ledger.keep();
    const all = spentToday(ledger, clock);
    const own = engine.spending.spentToday();
    const elsewhere = own.day === all.day ? Math.max(0, all.calls - own.calls) : 0;
    engine.spending.spentElsewhere({ day: all.day, calls: elsewhere });
  }

  ledger.subscribe(() => {
    if (generation === ledger.generation()) return;
    generation = ledger.generation();
    const snapshot = engine.activity.snapshot();
    counted = amountsOf(snapshot);
    forgottenCalls = callsToAwait(snapshot);
    workbook.restart();
  });
  parts.parts.subscribe(() => {
    const snapshot = engine.activity.snapshot();
    count(snapshot);
    earlierCalls = callsToAwait(snapshot);
    workbook.restart();
  });
  engine.activity.subscribe((snapshot) => {
    count(snapshot);
    keeping ??= clock.schedule(KEEP_MS, keep);
  });
  return keep;
}

/** Thousands of answers may come in a second; the ledger is not written that often. */
const KEEP_MS = 1000;

/** How many calls must have ended before the next amounts are of later calls alone. */
function callsToAwait({ callsMade, callsInFlight }: ActivitySnapshot): number {
  return callsInFlight > 0 ? callsMade + 1 : 0;
}

function callsEnded({ callsMade, callsInFlight }: ActivitySnapshot): number {
  return callsMade - callsInFlight;
}

function amountsOf(snapshot: ActivitySnapshot): Required<LedgerAmounts> {
  return {
    calls: snapshot.callsSpent,
    unanswered: snapshot.callsUnanswered,
    values: snapshot.valuesReceived,
    answered: snapshot.done,
  };
}

/** The connection test, entered in the ledger with what it may have cost, like any other call. */
export function countedTest(
  test: ConnectionTest,
  ledger: Pick<Ledger, 'add' | 'keep'>,
  clock: Pick<Clock, 'today'>,
): ConnectionTest {
  return async (connection) => {
    const report = await test(connection);
    if (report.kind === 'works' && report.isFree === true) return report;
    const values = report.kind === 'works' ? 1 : 0;
    const calls = values === 1 || report.kind === 'failed' ? 1 : 0;
    // As with any call, one that the service did not take, or never got, is free.
    const isTimedOut = report.kind === 'unreachable' && report.likelyCause === 'timed-out';
    const unanswered = isTimedOut ? 1 : 0;
    if (calls + unanswered > 0) {
      ledger.add(clock.today(), { calls, unanswered, values, answered: values });
      ledger.keep();
    }
    return report;
  };
}

export function limitsOf({ approvalThreshold, dailyBudget }: Preferences): SpendingLimits {
  return { approvalThreshold, dailyBudget: dailyBudget ?? Number.POSITIVE_INFINITY };
}

export interface HeldCells {
  readonly problems: Problems;
  /** Those that show an old value in place of the held one. */
  readonly staleValues: StaleValues;
  readonly renewals: Pick<Renewals, 'goOn'>;
  readonly cells: Pick<Cells, 'recalculate'>;
}

interface FollowedLimits extends HeldCells {
  readonly engine: Pick<Engine, 'spending'>;
  readonly preferences: PreferenceStore;
}

/** Applies limits as a person changes them, in any window; asks again for what they release. */
export function followLimits({ engine, preferences, ...held }: FollowedLimits): void {
  const { spending } = engine;
  preferences.subscribe(() => {
    const wasHeld = spending.held() !== undefined;
    spending.setLimits(limitsOf(preferences.current()));
    if (wasHeld && spending.held() === undefined) void askHeldCells(held);
  });
}

/** Asks again for every held cell. */
export function askHeldCells({
  problems,
  staleValues,
  renewals,
  cells,
}: HeldCells): Promise<Recalculation> {
  const old = addressesWith(HELD, staleValues);
  renewals.goOn(old);
  return askAgain([...new Set([...addressesWith(HELD, problems), ...old])], problems, cells);
}

const HELD: ReadonlySet<LookupErrorCode> = new Set(['held', 'over-budget']);
