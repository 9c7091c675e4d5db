import { FUNCTION_NAMES } from '../../src/addin/spreadsheet/signatures';
import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import type { ExcelOnTheWeb } from '../host/excel-on-the-web';
import { suiteStage } from '../host/excel-stage';
import { shownRows } from '../host/invocations';
import type { CellResult, Invocation } from '../host/invocations';
import { codeBlocks } from '../documents/documents';
import { createWorkbook } from '../host/workbook';

const KEY = 'locus-demo-key';
const WRONG_KEY = 'wrong-key-7c1f';
const IDS = [...FUNCTION_NAMES].sort();

/** Each test goes on from the one before, as a person's session does. */
describe('the built add-in under Microsoft’s own script, in a page that plays Excel on the web', () => {
  const workbook = createWorkbook();
  const cells = table(25);
  const { stage, server } = suiteStage();
  let excel: ExcelOnTheWeb;

  beforeAll(async () => {
    excel = await stage.open({ address: server.address, workbook: workbook.answer });
    for (const { address } of cells) workbook.write(address, '=LOCATTR(A1, B1, C1)');
  });

  async function calculate(): Promise<void> {
    await excel.frame.getByRole('button', { name: 'Calculate (25 calls)' }).click();
    await workbook.whenDirty(cells.length);
    workbook.takeDirty();
  }

  const paneFetches = (): string[] => excel.requests.filter((url) => url.includes('/pane.'));

  it('associates its functions', async () => {
    const ids = await excel.frame.evaluate('Object.keys(CustomFunctions._association.mappings)');
    expect((ids as string[]).sort()).toEqual(IDS);
  });

  it('without a key says so in every cell, and asks nothing', async () => {
    const results = await excel.calculate(cells);
    const shown = new Set(results.flatMap((result) => shownRows(result).flat()));
    expect([...shown]).toEqual(['#N/A No API key on this device: enter yours in the Locus pane.']);
    expect(server.sample.stats().calls).toBe(0);
  });

  it('fetches the pane when it is shown, not before', async () => {
    expect(paneFetches()).toEqual([]);
    await excel.show();
    await excel.frame.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(paneFetches()).toHaveLength(1);
  });

  it('marks the cells dirty when a key is entered, and asks for none of them unasked', async () => {
    await excel.enterKey(WRONG_KEY);
    await workbook.whenDirty(cells.length);
    expect(workbook.takeDirty()).toEqual(cells.map(({ address }) => address));
    server.sample.reset();
    const results = await excel.calculate(cells);
    const shown = new Set(results.flatMap((result) => shownRows(result).flat()));
    expect([...shown]).toEqual([expect.stringMatching(/^#N\/A Needs your approval/)]);
    expect(server.sample.stats().calls).toBe(0);
  });

  it('shows what the service says of the key once a person lets it calculate', async () => {
    await calculate();
    const results = await excel.calculate(cells);
    const shown = new Set(results.flatMap((result) => shownRows(result).flat()));
    expect([...shown]).toEqual([expect.stringMatching(/^#VALUE! .*rejected your API key/)]);
  });

  it('fills the cells with a call for each place when the key is right', async () => {
    await excel.enterKey(KEY);
    await workbook.whenDirty(cells.length);
    workbook.takeDirty();
    server.sample.reset();
    const results = await excel.calculate(cells);
    const shown = results.flatMap((result) => shownRows(result).flat());
    expect(shown.filter((value) => typeof value !== 'number')).toEqual([]);
    expect(server.sample.stats()).toMatchObject({ calls: 25, values: cells.length });
  });

  it('is driven as docs/developers/excel-host.md prints it', async () => {
    const [printed] = codeBlocks('docs/developers/excel-host.md').filter(
      ({ language }) => language === 'ts',
    );
    const names = ['startExcelStage', 'server'];
    const run = `return async (${names.join()}) => { ${printed?.code} return result; }`;
    const drive = (new Function(run) as () => (...given: unknown[]) => Promise<CellResult>)();
    const result = await drive(() => Promise.resolve(stage), server);
    expect(shownRows(result)).toEqual([[expect.any(Number)]]);
  });
});

/** A row for each place, with a cell for each of the eight names. */
function table(places: number): (Invocation & { readonly address: string })[] {
  return Array.from({ length: places * CONTRACT_NAMES.length }, (_, index) => {
    const row = Math.floor(index / CONTRACT_NAMES.length);
    const values = [
      [[12.9 + row / 1000]],
      [[77.6245]],
      [[CONTRACT_NAMES[index % CONTRACT_NAMES.length]]],
    ];
    const column = 'DEFGHIJK'[index % CONTRACT_NAMES.length];
    return { name: 'LOCATTR', values, address: `Sheet1!${column}${row + 1}` };
  });
}
