import { createAsyncFunctions } from '../../src/workbench/async-function';
import type { AsyncFunctions, FormulaCell, Invocation } from '../../src/workbench/async-function';
import { createCellError, WorkbenchCellError } from '../../src/workbench/cell-error';

const BUSY = { kind: 'busy' };
const A1 = cell(0, 0);
const A2 = cell(1, 0);

describe('a function that returns a promise', () => {
  it('is invoked once for a cell and a set of arguments, however often it is asked', async () => {
    const sheet = createSheet();
    sheet.calculate(() => {
      expect(sheet.ask(A1, [1])).toEqual(BUSY);
      expect(sheet.ask(A1, [1])).toEqual(BUSY);
    });
    sheet.change();
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual(BUSY));
    expect(sheet.invocations).toHaveLength(1);
    expect(sheet.functions.busyCount()).toBe(1);
  });

  it('is invoked for each cell by itself, with its address and no preview', () => {
    const sheet = createSheet();
    sheet.calculate(() => [A1, A2].forEach((at) => sheet.ask(at, [1])));
    expect(sheet.invocations.map(({ invocation }) => invocation)).toMatchObject([
      { address: 'Sheet1!0,0', isInValuePreview: false },
      { address: 'Sheet1!1,0', isInValuePreview: false },
    ]);
  });

  it('tells numbers, texts and errors apart as arguments', () => {
    const sheet = createSheet();
    const error = createCellError('not-available', '');
    sheet.calculate(() =>
      [1, '1', null, '', '#N/A', error].forEach((argument) => sheet.ask(A1, [[[argument]]])),
    );
    expect(sheet.invocations).toHaveLength(6);
  });

  it('makes its cell ready when the promise settles, and is then given out', async () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    await sheet.settle(0, [[42]]);
    expect(sheet.readied).toEqual([A1]);
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual({ kind: 'value', value: [[42]] }));
    expect(sheet.functions.ready()).toEqual([]);
    expect(sheet.functions.busyCount()).toBe(0);
  });

  it('stays ready until a calculation that was not stopped has shown the value', async () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    await sheet.settle(0, [[42]]);
    sheet.calculate(() => sheet.ask(A1, [1]), { isComplete: false });
    expect(sheet.functions.ready()).toEqual([A1]);
    sheet.calculate(() => sheet.ask(A1, [1]));
    expect(sheet.functions.ready()).toEqual([]);
    expect(sheet.invocations).toHaveLength(1);
  });

  it('is invoked again after a change, and not before: volatile cells must not wake each other', async () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    await sheet.settle(0, [[42]]);
    sheet.calculate(() => sheet.ask(A1, [1]));
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual({ kind: 'value', value: [[42]] }));
    expect(sheet.invocations).toHaveLength(1);
    sheet.change();
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual(BUSY));
    expect(sheet.invocations).toHaveLength(2);
  });

  it('keeps the first of two values of one formula until the second has come', async () => {
    const sheet = createSheet();
    const both = () => [sheet.ask(A1, [1]), sheet.ask(A1, [2])];
    sheet.calculate(both);
    await sheet.settle(0, 'first');
    sheet.calculate(both);
    await sheet.settle(1, 'second');
    sheet.calculate(() =>
      expect(both()).toEqual([
        { kind: 'value', value: 'first' },
        { kind: 'value', value: 'second' },
      ]),
    );
    expect(sheet.invocations).toHaveLength(2);
  });

  it('may return its value at once', () => {
    const sheet = createSheet(() => [[7]]);
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual({ kind: 'value', value: [[7]] }));
    expect(sheet.functions.busyCount()).toBe(0);
  });

  it.each([
    ['throws', () => raise(new Error('secret'))],
    ['throws nothing that can be read', () => raise(undefined)],
  ])('is a #VALUE! when it %s', (_, run) => {
    const sheet = createSheet(run);
    sheet.calculate(() =>
      expect(sheet.ask(A1, [1])).toEqual({
        kind: 'value',
        value: new WorkbenchCellError('#VALUE!', 'The function failed unexpectedly.'),
      }),
    );
  });

  it('keeps the message of a cell error it throws, and loses any other text, as Excel does', async () => {
    const known = createCellError('not-available', 'No key.');
    const sheet = createSheet();
    sheet.calculate(() => [A1, A2].forEach((at) => sheet.ask(at, [1])));
    await sheet.fail(0, known);
    await sheet.fail(1, new Error('a secret in a text'));
    sheet.calculate(() => {
      expect(sheet.ask(A1, [1])).toEqual({ kind: 'value', value: known });
      expect(JSON.stringify(sheet.ask(A2, [1]))).not.toContain('secret');
    });
  });
});

describe('cancelling', () => {
  it('happens when the formula asks for something else', () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    sheet.change();
    sheet.calculate(() => sheet.ask(A1, [2]));
    expect(sheet.cancelled).toEqual([0]);
    expect(sheet.functions.busyCount()).toBe(1);
  });

  it('happens when the cell no longer holds the function', () => {
    const sheet = createSheet();
    sheet.calculate(() => [A1, A2].forEach((at) => sheet.ask(at, [1])));
    sheet.functions.sweep((at, id) => at.row === 1 && id === 'LOCATTR');
    expect(sheet.cancelled).toEqual([0]);
  });

  it('happens once, and never after the promise has settled', async () => {
    const sheet = createSheet();
    sheet.calculate(() => [A1, A2].forEach((at) => sheet.ask(at, [1])));
    await sheet.settle(1, 'known');
    sheet.functions.forget([A1, A2]);
    sheet.functions.sweep(() => false);
    expect(sheet.cancelled).toEqual([0]);
  });

  it('is not done by a calculation that was stopped before it reached the cell', () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    sheet.calculate(() => sheet.ask(A1, [2]), { isComplete: false });
    expect(sheet.cancelled).toEqual([]);
  });

  it('ignores what a cancelled invocation settles with later', async () => {
    const sheet = createSheet();
    sheet.calculate(() => sheet.ask(A1, [1]));
    sheet.functions.forget([A1]);
    await sheet.settle(0, 'late');
    expect(sheet.readied).toEqual([]);
    sheet.calculate(() => expect(sheet.ask(A1, [1])).toEqual(BUSY));
    expect(sheet.invocations).toHaveLength(2);
  });

  it('survives a handler that throws', () => {
    const sheet = createSheet((...args) => {
      const invocation = args.at(-1) as Invocation;
      invocation.onCanceled = () => raise(new Error('broken'));
      return new Promise(() => undefined);
    });
    sheet.calculate(() => sheet.ask(A1, [1]));
    expect(() => sheet.functions.forget([A1])).not.toThrow();
    expect(sheet.functions.busyCount()).toBe(0);
  });
});

it('a value that no formula asks for any more does not keep the sheet calculating', async () => {
  const sheet = createSheet();
  sheet.calculate(() => sheet.ask(A1, [1]));
  await sheet.settle(0, [[42]]);
  let calculations = 0;
  while (sheet.functions.ready().length > 0 && calculations < 100) {
    sheet.calculate(() => undefined);
    calculations += 1;
  }
  expect(calculations).toBeLessThan(10);
});

interface Sheet {
  readonly functions: AsyncFunctions;
  readonly invocations: readonly { readonly args: unknown[]; readonly invocation: Invocation }[];
  readonly cancelled: readonly number[];
  readonly readied: readonly FormulaCell[];
  ask(at: FormulaCell, args: unknown[]): unknown;
  change(): void;
  calculate(evaluate: () => unknown, ending?: { readonly isComplete: boolean }): void;
  settle(invocation: number, value: unknown): Promise<void>;
  fail(invocation: number, reason: unknown): Promise<void>;
}

function createSheet(run?: (...args: unknown[]) => unknown): Sheet {
  const invocations: { args: unknown[]; invocation: Invocation }[] = [];
  const endings: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }[] = [];
  const cancelled: number[] = [];
  const readied: FormulaCell[] = [];
  const functions = createAsyncFunctions({
    address: (at) => `Sheet1!${at.row},${at.column}`,
    onReady: (at) => readied.push(at),
  });
  const pending = (...args: unknown[]): Promise<unknown> => {
    const invocation = args.pop() as Invocation;
    const index = invocations.push({ args, invocation }) - 1;
    invocation.onCanceled = () => cancelled.push(index);
    return new Promise((resolve, reject) => endings.push({ resolve, reject }));
  };
  return {
    functions,
    invocations,
    cancelled,
    readied,
    ask: (at, args) => functions.answer(at, { id: 'LOCATTR', run: run ?? pending }, args),
    change: () => functions.beginRound(),
    calculate(evaluate, { isComplete } = { isComplete: true }) {
      functions.calculationStarted();
      evaluate();
      functions.calculationEnded(isComplete);
    },
    async settle(index, value) {
      endings[index]?.resolve(value);
      await Promise.resolve();
    },
    async fail(index, reason) {
      endings[index]?.reject(reason);
      await Promise.resolve();
    },
  };
}

function cell(row: number, column: number): FormulaCell {
  return { unitId: 'book', sheetId: 'sheet1', row, column };
}

function raise(reason: unknown): never {
  throw reason;
}
