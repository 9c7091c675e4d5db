import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import { entityArgument, errorArgument } from '../host/cell-value';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { suiteStage } from '../host/excel-stage';
import { createGate } from '../host/gate';
import { shownRows } from '../host/invocations';
import type { Invocation } from '../host/invocations';
import { createWorkbook } from '../host/workbook';

const KEY = 'locus-demo-key';
const NAME = CONTRACT_NAMES[0];
const NAMES = CONTRACT_NAMES.join();

/** Cells as Excel's own messages calculate them, in one page. */
describe('a cell under Microsoft’s own script', () => {
  const gate = createGate();
  const { stage, server } = suiteStage({ delayMs: 1, delay: () => gate.pass() });
  let excel: ExcelOnTheWeb;

  beforeAll(async () => {
    const workbook = createWorkbook();
    excel = await stage.open({ address: server.address, workbook: workbook.answer });
    await excel.enterKey(KEY);
    await excel.hide();
  });
  beforeEach(() => server.sample.reset());
  afterEach(() => gate.open());

  async function shown(calls: readonly Invocation[]): Promise<unknown[]> {
    return (await excel.calculate(calls)).map((result) => shownRows(result));
  }

  async function shownBy(id: number): Promise<unknown> {
    return shownRows(await excel.result(id));
  }

  const calls = (): number => server.sample.stats().calls;

  describe('ten thousand in one message', () => {
    // Places enough for many calls, and few enough that nobody has to approve them first.
    const cells = table(1_250, 11, 400);

    it('all get their values, with a call for each place', async () => {
      const rows = await shown(cells);
      expect(rows.flat(2).filter((value) => typeof value !== 'number')).toEqual([]);
      expect(rows).toHaveLength(10_000);
      expect(server.sample.stats()).toMatchObject({ calls: 400, values: 3_200 });
    });

    it('cost nothing when they are calculated again, and leave the page its turns', async () => {
      await excel.frame.evaluate(COUNT_TASKS);
      const rows = await shown(cells);
      expect(rows.flat(2).filter((value) => typeof value !== 'number')).toEqual([]);
      expect(calls()).toBe(0);
      expect(await excel.frame.evaluate('tasksMeanwhile()')).toBeGreaterThan(0);
    });
  });

  describe('a cancellation', () => {
    it('before its cell is there changes nothing', async () => {
      const [last = 0] = await excel.invoke([attribute(20)]);
      await excel.result(last);
      await excel.cancel(last + 1);
      expect(await shown([attribute(21)])).toEqual([[[expect.any(Number)]]]);
    });

    it('in the message of its cell ends the cell without a call', async () => {
      const [id = 0] = await excel.invokeAndCancel([attribute(22)]);
      expect(await shownBy(id)).toEqual([[expect.stringMatching(/^#N\/A ./)]]);
      expect(calls()).toBe(0);
    });

    it('while the call is on its way ends that cell, and no other that waits for it', async () => {
      gate.close();
      const [one = 0, other = 0] = await excel.invoke([attribute(23), attribute(23)]);
      await gate.whenWaiting(1);
      await excel.cancel(one);
      expect(await shownBy(one)).toEqual([[expect.stringMatching(/^#N\/A ./)]]);
      expect(excel.hasEnded(other)).toBe(false);
      gate.open();
      expect(await shownBy(other)).toEqual([[expect.any(Number)]]);
      expect(calls()).toBe(1);
    });

    it('after the end, twice or of no cell at all changes nothing', async () => {
      const [id = 0] = await excel.invoke([attribute(24)]);
      const value = await shownBy(id);
      for (const cancelled of [id, id, 999_999_999]) await excel.cancel(cancelled);
      expect(await shownBy(id)).toEqual(value);
      expect(await shown([attribute(24)])).toEqual([value]);
      expect(calls()).toBe(1);
    });

    it('of all cells of a place leaves the next place its call', async () => {
      gate.close();
      const ids = await excel.invoke(table(1, 25));
      await gate.whenWaiting(1);
      for (const id of ids) await excel.cancel(id);
      const ends = await Promise.all(ids.map((id) => excel.result(id)));
      expect(ends).toHaveLength(CONTRACT_NAMES.length);
      gate.open();
      expect(await shown([attribute(26)])).toEqual([[[expect.any(Number)]]]);
    });
  });

  it('being typed ends like any other, though the runtime does not say that it is', async () => {
    const typed: Invocation = { ...attribute(27), isInValuePreview: true };
    expect(await shown([typed])).toEqual([[[expect.any(Number)]]]);
  });

  it('in error carries its message, and the pane lists it', async () => {
    const cell = { ...call('LOCATTR', 95, 77, NAME), address: 'Sheet1!C7' };
    const [result] = await excel.calculate([cell]);
    const error = { type: 'Error', basicValue: '#VALUE!', message: expect.any(String) as string };
    expect(result).toEqual({ value: [[expect.objectContaining(error)]] });
    const [[text]] = shownRows(result ?? { value: [[]] }) as [[string]];
    await excel.show();
    await excel.frame.getByText(text.replace('#VALUE! ', '')).waitFor();
    await excel.hide();
  });

  it('keeps an error among its arguments, or in a row of its answers, to that row', async () => {
    const latitudes = [[12.5], [errorArgument('#DIV/0!')], [95], [12.6]];
    const cell: Invocation = { name: 'LOCATTR', values: [latitudes, [[77]], [[NAME]]] };
    const number = [expect.any(Number)];
    const error = [expect.stringMatching(/^#VALUE! ./)];
    expect(await shown([cell])).toEqual([[number, error, error, number]]);
    expect(calls()).toBe(2);
  });

  it('takes a cell of Geography or Stocks as an address of its name', async () => {
    const [byName, byText] = await shown([
      call('LOCATTR_ADDRESS', entityArgument('Adyar, Chennai'), 600020, NAME),
      call('LOCATTR_ADDRESS', 'Adyar, Chennai', 600020, NAME),
    ]);
    expect(byName).toEqual([[expect.any(Number)]]);
    expect(byName).toEqual(byText);
    expect(calls()).toBe(1);
  });

  it('says that its result is too large for Excel on the web, before any call', async () => {
    const latitudes = Array.from({ length: 20_000 }, (_, row) => [12 + row / 10_000]);
    const cell: Invocation = { name: 'LOCATTR', values: [latitudes, [[77]], [[NAMES]]] };
    expect(await shown([cell])).toEqual([[[expect.stringMatching(/^#VALUE! The result is too/)]]]);
    expect(calls()).toBe(0);
  });

  it('shows one error in place of so many that Excel would not take them', async () => {
    const latitudes = Array.from({ length: 30_000 }, () => [95]);
    const cell: Invocation = { name: 'LOCATTR', values: [latitudes, [[77]], [[NAME]]] };
    expect(await shown([cell])).toEqual([[[expect.stringMatching(/^#VALUE! Latitude 95/)]]]);
  });

  it.each([
    ['the desktop', 0, 0],
    ['the web', null, ''],
  ])('takes blanks as %s hands them over', async (_where, alone, inRange) => {
    const single = call('LOCATTR', alone, alone, NAME);
    const range: Invocation = {
      name: 'LOCATTR',
      values: [[[inRange], [12.7]], [[inRange], [77]], [[NAME]]],
    };
    expect(await shown([single, range])).toEqual([[['']], [[''], [expect.any(Number)]]]);
  });

  it('takes arguments left out, and cells left blank for them, alike', async () => {
    const values = [[['store-potential']], [['Adyar, Chennai']]];
    const optional = [null, [[null]], [['']], [[0]]];
    const cells = optional.map((blank) => ({
      name: 'LOCSCORE',
      values: [...values, blank, blank],
    }));
    const [first, ...others] = await shown(cells);
    expect(first).toEqual([[expect.any(Number)]]);
    expect(others).toEqual([first, first, first]);
    expect(calls()).toBe(1);

    const lists = optional.slice(0, 3).map((blank) => ({ name: 'LOCCATALOG', values: [blank] }));
    const [all, ...alike] = await shown(lists);
    expect((all as unknown[][]).map(([name]) => name)).toEqual(
      expect.arrayContaining([...CONTRACT_NAMES]),
    );
    expect(alike).toEqual([all, all]);
  });

  it('ends whatever it is handed', async () => {
    const odd = [undefined, NaN, {}, [[]], [], 'text', [[{ type: 'Entity' }]], true, [[['deep']]]];
    const cells = odd.flatMap((value) => [
      { name: 'LOCATTR', values: [value, value, value] },
      { name: 'LOCSCORE_COORDS', values: [value, value, value, value, value] },
      { name: 'LOCVARS', values: [value, value] },
    ]);
    const ends = await excel.calculate(cells);
    expect(ends.filter((end) => !('value' in end))).toEqual([]);
    expect(calls()).toBe(0);
  });

  it('has written nothing to the console', () => {
    // Microsoft's own remark on the counting above.
    const ours = excel.entries.filter((text) => text !== '[DuplicatedName] Function=LOCATTR');
    expect(ours).toEqual([]);
  });
});

function call(name: string, ...values: readonly unknown[]): Invocation {
  return { name, values: values.map((value) => [[value]]) };
}

/** One name at a place that no other test asks for. */
function attribute(lat: number): Invocation {
  return call('LOCATTR', lat, 76, NAME);
}

/** Rows with a cell for each of the eight names, over so many places. */
function table(rows: number, firstLat: number, places = rows): Invocation[] {
  return Array.from({ length: rows }, (_, row) => {
    const lat = firstLat + (row % places) / 10_000;
    return CONTRACT_NAMES.map((name) => call('LOCATTR', lat, 77.5, name));
  }).flat();
}

/** Counts the tasks that the page is given between the first call of a function and the last end. */
const COUNT_TASKS = `{
  const original = CustomFunctions._association.mappings.LOCATTR;
  const channel = new MessageChannel();
  let waiting = 0;
  let tasks = 0;
  channel.port1.onmessage = () => {
    if (waiting === 0) return;
    tasks += 1;
    channel.port2.postMessage(0);
  };
  CustomFunctions.associate('LOCATTR', async (...values) => {
    if (waiting === 0) channel.port2.postMessage(0);
    waiting += 1;
    try {
      return await original(...values);
    } finally {
      waiting -= 1;
    }
  });
  globalThis.tasksMeanwhile = () => tasks;
}`;
