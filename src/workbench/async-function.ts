import { WorkbenchCellError } from './cell-error';

/** The cell of a formula, in Univer's terms. Row and column count from 0. */
export interface FormulaCell {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** What a custom function receives after its arguments, named as in Excel. */
export interface Invocation {
  readonly address: string;
  readonly isInValuePreview: false;
  /** Set by the function. Called at most once, when the cell no longer needs the value. */
  onCanceled?: () => void;
}

export interface CustomFunction {
  /** In upper case. */
  readonly id: string;
  /** May return a promise, and may throw. */
  readonly run: (...args: unknown[]) => unknown;
}

/** `busy` until the promise settles; then the calculation asks again and gets the value. */
export type Answer =
  { readonly kind: 'busy' } | { readonly kind: 'value'; readonly value: unknown };

/**
 * Functions that return promises, for a spreadsheet whose functions cannot wait. Each combination
 * of cell, function and arguments is invoked once; the cell shows "busy", and when the promise
 * settles the cell becomes ready for recalculation. Nothing here throws.
 *
 * A calculation may be stopped, and its results thrown away; only a complete one delivers a value.
 * After that the same arguments lead to a new invocation once a person has changed something (a new
 * round) and the spreadsheet asks again, as in Excel; within one round they do not, so that cells
 * of volatile functions cannot wake each other forever.
 */
export interface AsyncFunctions {
  /** Called by the calculation for each function in each formula. */
  answer(cell: FormulaCell, custom: CustomFunction, args: readonly unknown[]): Answer;
  /** Begins a round, because a person, or a program on their behalf, has changed something. */
  beginRound(): void;
  calculationStarted(): void;
  /** `isComplete`: every cell that was calculated now shows its value. */
  calculationEnded(isComplete: boolean): void;
  /** Returns the cells whose values have arrived but are not shown yet. */
  ready(): readonly FormulaCell[];
  /** Cancels these cells' invocations and drops their values, so that they are invoked again. */
  forget(cells: readonly FormulaCell[]): void;
  /** Cancels the invocations of cells that no longer call the function. */
  sweep(holds: (cell: FormulaCell, functionId: string) => boolean): void;
  /** Returns how many invocations have not settled. */
  busyCount(): number;
}

export interface AsyncFunctionsOptions {
  /** Returns the cell's address as Excel writes it: `Sheet1!B2`. */
  address(cell: FormulaCell): string;
  /** Called when a value has arrived, so that the cell is recalculated. */
  onReady(cell: FormulaCell): void;
}

interface CellRecord {
  readonly cell: FormulaCell;
  readonly calls: Map<string, Call>;
  /** How many complete calculations did not ask for a value that was ready. */
  timesIgnored: number;
}

interface Call {
  readonly functionId: string;
  readonly invocation: Invocation;
  state: 'busy' | 'ready' | 'delivered';
  value: unknown;
  deliveredInRound: number;
  askedInCalculation: number;
}

/** A formula such as `IF(A1, LOCATTR(…), 0)` may have stopped asking without having changed. */
const MAX_TIMES_IGNORED = 3;
const BUSY: Answer = { kind: 'busy' };
/** Excel loses the text of anything thrown that is not a cell error. So does the workbench. */
const UNEXPECTED = new WorkbenchCellError('#VALUE!', 'The function failed unexpectedly.');

/** Creates the functions of a spreadsheet, with nothing invoked. */
export function createAsyncFunctions(options: AsyncFunctionsOptions): AsyncFunctions {
  const records = new Map<string, CellRecord>();
  const readyRecords = new Set<CellRecord>();
  const askedRecords = new Set<CellRecord>();
  const handedOver = new Set<Call>();
  let round = 0;
  let calculation = 0;
  let calculationRound = 0;
  let busy = 0;

  function invoke(
    record: CellRecord,
    key: string,
    custom: CustomFunction,
    args: unknown[],
  ): Answer {
    const invocation: Invocation = {
      address: options.address(record.cell),
      isInValuePreview: false,
    };
    const result = attempt(() => custom.run(...args, invocation));
    if (!isPromise(result)) return { kind: 'value', value: result };
    const call: Call = {
      functionId: custom.id,
      invocation,
      state: 'busy',
      value: undefined,
      deliveredInRound: -1,
      askedInCalculation: calculation,
    };
    record.calls.set(key, call);
    busy += 1;
    const settle = (value: unknown) => {
      if (record.calls.get(key) !== call) return;
      busy -= 1;
      call.state = 'ready';
      call.value = value;
      record.timesIgnored = 0;
      readyRecords.add(record);
      options.onReady(record.cell);
    };
    result.then(settle, (reason: unknown) => settle(failureValue(reason)));
    return BUSY;
  }

  function drop(record: CellRecord, key: string, call: Call): void {
    record.calls.delete(key);
    if (call.state !== 'busy') return;
    busy -= 1;
    attempt(() => call.invocation.onCanceled?.());
  }

  function dropAll(record: CellRecord): void {
    for (const [key, call] of record.calls) drop(record, key, call);
    readyRecords.delete(record);
  }

  function dropUnasked(record: CellRecord): void {
    for (const [key, call] of record.calls) {
      if (call.askedInCalculation !== calculation) drop(record, key, call);
    }
  }

  /** A value that no formula asks for any more must not keep the spreadsheet calculating. */
  function stillReady(record: CellRecord): boolean {
    const isReady = [...record.calls.values()].some((call) => call.state === 'ready');
    record.timesIgnored = isReady ? record.timesIgnored + 1 : 0;
    return isReady && record.timesIgnored <= MAX_TIMES_IGNORED;
  }

  return {
    answer(cell, custom, args) {
      const cellKey = keyOfCell(cell);
      let record = records.get(cellKey);
      if (record === undefined) {
        record = { cell, calls: new Map(), timesIgnored: 0 };
        records.set(cellKey, record);
      }
      askedRecords.add(record);
      const key = keyOfCall(custom.id, args);
      const call = record.calls.get(key);
      if (call === undefined) return invoke(record, key, custom, [...args]);
      if (call.state === 'delivered' && call.deliveredInRound < round) {
        record.calls.delete(key);
        return invoke(record, key, custom, [...args]);
      }
      call.askedInCalculation = calculation;
      if (call.state === 'busy') return BUSY;
      handedOver.add(call);
      return { kind: 'value', value: call.value };
    },
    beginRound: () => void (round += 1),
    calculationStarted() {
      calculation += 1;
      calculationRound = round;
      askedRecords.clear();
      handedOver.clear();
    },
    calculationEnded(isComplete) {
      if (isComplete) {
        for (const call of handedOver) {
          call.state = 'delivered';
          call.deliveredInRound = calculationRound;
        }
        for (const record of askedRecords) dropUnasked(record);
        for (const record of [...readyRecords]) {
          if (!stillReady(record)) readyRecords.delete(record);
        }
      }
      askedRecords.clear();
      handedOver.clear();
    },
    ready: () => [...readyRecords].map((record) => record.cell),
    forget(cells) {
      for (const cell of cells) {
        const record = records.get(keyOfCell(cell));
        if (record !== undefined) dropAll(record);
      }
    },
    sweep(holds) {
      for (const [cellKey, record] of records) {
        for (const [key, call] of record.calls) {
          if (!holds(record.cell, call.functionId)) drop(record, key, call);
        }
        if (record.calls.size > 0) continue;
        readyRecords.delete(record);
        records.delete(cellKey);
      }
    },
    busyCount: () => busy,
  };
}

function keyOfCell(cell: FormulaCell): string {
  return `${cell.row},${cell.column},${cell.sheetId},${cell.unitId}`;
}

/** The same text for equal arguments; 5 and "5" differ, and so do an error and its text. */
function keyOfCall(functionId: string, args: readonly unknown[]): string {
  return functionId + JSON.stringify(args);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (reason) {
    return failureValue(reason);
  }
}

function failureValue(reason: unknown): WorkbenchCellError {
  return reason instanceof WorkbenchCellError ? reason : UNEXPECTED;
}
