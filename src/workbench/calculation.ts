import {
  ICommandService,
  type ICommandInfo,
  type IExecutionOptions,
  type Injector,
} from '@univerjs/core';
import {
  ClearSelectionFormatCommand,
  FormulaExecutedStateType,
  FormulaExecuteStageType,
  IActiveDirtyManagerService,
  SetBorderCommand,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetFormulaCalculationStopMutation,
  SetRangeValuesMutation,
  SetStyleCommand,
  SetTriggerFormulaCalculationStartMutation,
  type ISetFormulaCalculationNotificationMutation,
} from '@univerjs/preset-sheets-core';
import type { FormulaCell } from './async-function';
import { verticalRuns } from './vertical-runs';

/**
 * Watches Univer's calculations from outside, and is the one safe way to request another.
 *
 * Univer collects changes for 100 ms and then calculates; a change in the middle stops that
 * calculation and starts another that covers both. Two things can go wrong there, and are corrected
 * here: a stop that comes too late loses the change that caused it, and a start in the moment
 * between the two resets the calculation under way. A change that no complete calculation has
 * covered is announced again once all is quiet.
 */
export interface Calculation {
  /** Whether nothing is calculating or about to. */
  isQuiet(): boolean;
  /** Calculates these cells once nothing else is calculating, then calls back. */
  request(cells: readonly FormulaCell[], whenCalculated?: () => void): void;
  /** Collects further changes, until they are announced once more. */
  collectChanges(): { announceAgain(): void };
  /** Recalculates everything for a person: this counts as a change, although nothing was typed. */
  renew(): void;
  subscribe(listener: CalculationListener): void;
}

export interface CalculationListener {
  /**
   * Called when a person or a program has changed something, but not when a value of ours arrives.
   */
  onChange?(): void;
  onStart?(): void;
  /** `isComplete`: its results are in the cells. */
  onEnd?(isComplete: boolean): void;
  onQuiet?(): void;
}

/** Univer's own 100 ms, and enough for its timer to run before ours. */
const SETTLE_MS = 130;
/**
 * Values that arrive together are shown together. While more keep arriving, each wait is twice as
 * long as the one before, so the first values appear at once, and the others in ever larger groups.
 */
const GATHER_MS = 30;
/**
 * With this limit, a large workbook calculates at most half of the time, and shows something twice
 * a second.
 */
const MAX_GATHER_MS = 400;
/** Commands that change only how cells look. Univer does not calculate for them either. */
const LOOKS: ReadonlySet<string | undefined> = new Set([
  SetStyleCommand.id,
  SetBorderCommand.id,
  ClearSelectionFormatCommand.id,
]);

/** Begins to watch Univer's calculations. Call it before the first one begins. */
export function createCalculation(injector: Injector): Calculation {
  const commands = injector.get(ICommandService);
  const conversions = injector.get(IActiveDirtyManagerService);
  const listeners: CalculationListener[] = [];
  const requested = new Map<string, FormulaCell>();
  const awaitingRequest: (() => void)[] = [];
  const awaitingEnd: (() => void)[] = [];
  /** Not yet covered by a complete calculation; the one under way has the first `covered`. */
  const changes: ICommandInfo[] = [];
  let covered = 0;
  let collected: ICommandInfo[] | undefined;
  let startedAt = 0;
  let durationMs = 0;
  let gatherMs = GATHER_MS;
  let running = 0;
  let isStopping = false;
  /** Whether another start has reset the calculation under way, so that it cannot be complete. */
  let wasReset = false;
  let isEnding = false;
  let isRequesting = false;
  let awaitsStart = false;
  /** Opening a workbook always starts a calculation, even of nothing. */
  let awaitsFirst = true;
  let quietTimer: ReturnType<typeof setTimeout> | undefined;
  let requestTimer: ReturnType<typeof setTimeout> | undefined;

  commands.onCommandExecuted((command, options) => {
    if (command.id === SetFormulaCalculationStartMutation.id) started();
    else if (command.id === SetFormulaCalculationStopMutation.id) isStopping = running > 0;
    else if (command.id === SetFormulaCalculationNotificationMutation.id) {
      notified(command.params as ISetFormulaCalculationNotificationMutation);
    } else if (isChange(command, options)) changed(command);
  });

  function isChange(command: ICommandInfo, options?: IExecutionOptions): boolean {
    if (conversions.get(command.id) === undefined) return false;
    if (command.id !== SetRangeValuesMutation.id) return true;
    const { trigger } = command.params as { trigger?: string };
    return options?.onlyLocal !== true && !LOOKS.has(trigger ?? '');
  }

  function changed(command: ICommandInfo): void {
    changes.push(command);
    if (!isRequesting) {
      collected?.push(command);
      for (const listener of listeners) listener.onChange?.();
    }
    awaitQuiet();
  }

  function started(): void {
    if (running > 0 && !isStopping) wasReset = true;
    isStopping = false;
    awaitsStart = false;
    awaitsFirst = false;
    running += 1;
    startedAt = performance.now();
    covered = changes.length;
    for (const listener of listeners) listener.onStart?.();
  }

  /** A stopped calculation reports twice; only the report after "completed" is its last. */
  function notified(report: ISetFormulaCalculationNotificationMutation): void {
    if (report.stageInfo?.stage === FormulaExecuteStageType.CALCULATION_COMPLETED) isEnding = true;
    if (report.functionsExecutedState === undefined || !isEnding) return;
    isEnding = false;
    running = Math.max(0, running - 1);
    if (running === 0) ended(report.functionsExecutedState);
  }

  function ended(state: FormulaExecutedStateType): void {
    const isStoppedByPerson = state === FormulaExecutedStateType.STOP_EXECUTION;
    const isComplete =
      !wasReset && !isStoppedByPerson && state !== FormulaExecutedStateType.INITIAL;
    if (isComplete || isStoppedByPerson) changes.splice(0, covered);
    covered = 0;
    durationMs = performance.now() - startedAt;
    wasReset = false;
    isStopping = false;
    for (const listener of listeners) listener.onEnd?.(isComplete);
    // A request that waits for Univer's delay belongs to the calculation after this one.
    if (!awaitsStart) for (const notify of awaitingEnd.splice(0)) notify();
    if (requested.size > 0) requestSoon();
    awaitQuiet();
  }

  function awaitQuiet(): void {
    clearTimeout(quietTimer);
    quietTimer = setTimeout(() => {
      quietTimer = undefined;
      // The calculation's end calls this again.
      if (running > 0) return;
      awaitsStart = false;
      if (changes.length > 0) announceAgain();
      else if (requested.size > 0) requestSoon();
      else {
        gatherMs = GATHER_MS;
        for (const listener of listeners) listener.onQuiet?.();
      }
    }, SETTLE_MS);
  }

  function announceAgain(): void {
    for (const change of changes.splice(0)) {
      const dirty = conversions.get(change.id)?.getDirtyData(change);
      if (dirty !== undefined) trigger(dirty);
    }
    awaitQuiet();
  }

  function requestSoon(): void {
    requestTimer ??= setTimeout(
      () => {
        requestTimer = undefined;
        gatherMs = Math.min(MAX_GATHER_MS, 2 * gatherMs);
        if (running > 0 || awaitsStart || requested.size === 0) return;
        const cells = [...requested.values()];
        requested.clear();
        for (const notify of awaitingRequest.splice(0)) awaitingEnd.push(notify);
        awaitsStart = true;
        trigger({ dirtyRanges: verticalRuns(cells) });
      },
      Math.min(MAX_GATHER_MS, Math.max(gatherMs, durationMs)),
    );
  }

  function trigger(dirty: object): void {
    isRequesting = true;
    commands.syncExecuteCommand(SetTriggerFormulaCalculationStartMutation.id, dirty, {
      onlyLocal: true,
    });
    isRequesting = false;
  }

  return {
    isQuiet: () =>
      running === 0 &&
      !awaitsFirst &&
      quietTimer === undefined &&
      requested.size === 0 &&
      changes.length === 0,
    request(cells, whenCalculated) {
      if (whenCalculated !== undefined) awaitingRequest.push(whenCalculated);
      for (const cell of cells) {
        requested.set(`${cell.row},${cell.column},${cell.sheetId},${cell.unitId}`, cell);
      }
      if (requested.size > 0) requestSoon();
    },
    collectChanges() {
      const ours: ICommandInfo[] = [];
      collected = ours;
      return {
        announceAgain() {
          if (collected !== ours) return;
          collected = undefined;
          for (const change of ours) changes.push(change);
          if (ours.length > 0) awaitQuiet();
        },
      };
    },
    renew() {
      for (const listener of listeners) listener.onChange?.();
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
