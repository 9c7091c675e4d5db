import { ON_THE_DESKTOP, ON_THE_WEB, calculate } from '../addin/functions/formula-calculation';
import type { BlankStyle } from '../addin/functions/formula-calculation';
import { callsAbout, inAnyOrder, shownBy } from '../addin/functions/formula-calls';
import { subjectsOf } from '../addin/functions/formula-evaluation';
import { MODELS_PART } from '../addin/functions/formula-models';
import { startFormulaService } from '../addin/functions/formula-service';
import type { FormulaService } from '../addin/functions/formula-service';
import { readFormulaTable } from '../addin/functions/formula-table';
import type { FormulaRow } from '../addin/functions/formula-table';
import { errorArgument } from '../host/cell-value';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { startExcelStage } from '../host/excel-stage';
import type { ExcelStage } from '../host/excel-stage';
import { shownRows } from '../host/invocations';
import type { CellResult, Invocation } from '../host/invocations';
import type { RichRequest } from '../host/rich-request';
import { createWorkbook } from '../host/workbook';
import { DIST } from './workbench-page';

const { rows } = readFormulaTable();
const calculated = rows.filter(({ notIn }) => notIn?.excel === undefined);
/** Rows that list the names known here come first: what is asked later may teach some. */
const listing = calculated.filter(({ formula }) => formula.startsWith('=LOCCATALOG'));
const asking = calculated.filter((row) => !listing.includes(row));

/** Enough for a tail that is cut off. Messages of Excel on the web end at 5 MB, a million rows do not. */
const COLUMN_ROWS = 20_000;

/** All rows at once, in a page for each calendar: places say whose a call is. */
describe('the table of formulas, through Microsoft’s own runtime', () => {
  const seen = new Map<FormulaRow, unknown[][]>();
  let stage: ExcelStage;
  let service: FormulaService;

  beforeAll(async () => {
    service = await startFormulaService(DIST);
    stage = await startExcelStage();
    const workbooks = await Promise.all([open(NEW_YEAR_2000), open(NEW_YEAR_2000 - LATER_START)]);
    service.reset();
    const [of1900, of1904] = workbooks.map(inWaves);
    for (const group of [listing, asking]) {
      await Promise.all(
        group.map(async (row) => {
          const call = row.uses1904Dates === true ? of1904 : of1900;
          const caller = { blanks: blanksOf(row), columnRows: COLUMN_ROWS, error: errorArgument };
          if (call !== undefined) seen.set(row, await calculate(row, { ...caller, call }));
        }),
      );
    }
  });
  afterAll(async () => {
    await stage?.close();
    await service?.stop();
  });

  async function open(newYear2000: number): Promise<ExcelOnTheWeb> {
    const workbook = createWorkbook();
    const excel = await stage.open({
      address: service.address,
      workbook: (request) => answerOf(request, newYear2000) ?? workbook.answer(request),
    });
    await excel.enterKey('table-key');
    return excel;
  }

  test.each(calculated.map((row) => [`${row.what}: ${row.formula}`, row] as const))(
    '%s',
    async (_, row) => {
      expect(seen.get(row)).toEqual(shownBy(row));
      const calls = callsAbout(await subjectsOf(row, blanksOf(row)), service.sent);
      expect(calls).toHaveLength(row.calls);
      if (row.sends !== undefined) expect(inAnyOrder(calls)).toEqual(inAnyOrder(row.sends));
    },
  );

  test('makes no call but those of its rows', () => {
    expect(service.sent).toHaveLength(calculated.reduce((sum, row) => sum + row.calls, 0));
  });
});

/** Day numbers where days count from 1900, and how many fewer there are where they do from 1904. */
const NEW_YEAR_2000 = 36_526;
const LATER_START = 1_462;

/** What a workbook says of its calendar, and of its models. */
function answerOf(
  { Actions: actions, ObjectPaths: paths }: RichRequest,
  newYear2000: number,
): ReadonlyMap<number, unknown> | undefined {
  const names = [...Object.values(paths), ...actions].map(({ Name }) => Name);
  const answer = (value: unknown) => new Map(actions.map(({ Id }) => [Id, value]));
  if (names.includes('Date')) return answer({ Value: newYear2000 });
  if (names.includes('GetXml')) return answer(MODELS_PART);
  if (names.includes('GetByNamespace')) return answer({ _Items: [{ Id: 'models' }] });
  return undefined;
}

/** The runtime is the same on the desktop, where a blank cell comes as 0. */
function blanksOf({ blanks }: FormulaRow): BlankStyle {
  return blanks === 'zero' ? ON_THE_DESKTOP : ON_THE_WEB;
}

/** What is asked for at the same time goes in one message, as Excel sends what it calculates. */
function inWaves(excel: ExcelOnTheWeb) {
  let wave: { invocation: Invocation; end: (result: CellResult) => void }[] = [];
  async function send(): Promise<void> {
    const sent = wave;
    wave = [];
    const results = await excel.calculate(sent.map(({ invocation }) => invocation));
    sent.forEach(({ end }, index) => end(results[index] ?? { value: undefined }));
  }
  return (name: string, values: readonly unknown[]): Promise<unknown[][]> =>
    new Promise((resolve, reject) => {
      if (wave.length === 0) setImmediate(() => void send().catch(reject));
      const end = (result: CellResult): void => resolve(shownRows(result));
      wave.push({ invocation: { name, values }, end });
    });
}
