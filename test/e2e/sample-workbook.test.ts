import { codeBlocks } from '../documents/documents';
import { ASKING_CELLS, isNumber, suiteWorkbench } from './workbench-page';

describe('the sample workbook', () => {
  const workbench = suiteWorkbench();

  beforeAll(() => workbench.idle());

  it('fills every cell with a number', async () => {
    const cells = await Promise.all(ASKING_CELLS.map((a1) => workbench.get(a1)));
    expect(cells.flat(2)).toHaveLength(50 * 6 + 200 * 8);
    expect(cells.flat(2).filter((shown) => !isNumber(shown))).toEqual([]);
    const totals = await workbench.get('Stores!C53:H54');
    expect(totals.flat().every(isNumber)).toBe(true);
  });

  it('takes one call for the eight names of a place and one for a score', () => {
    expect(workbench.server.sample.stats()).toMatchObject({
      lookups: 250,
      scores: 100,
      namesPerLookup: { '8': 200, '4': 50 },
      endings: { lookup: { '200': 250 }, score: { '200': 100 } },
    });
  });

  it('shows in the pane what it cost and what it saved', async () => {
    const figure = (name: string) =>
      workbench.page.getByRole('group', { name, exact: true }).textContent();
    expect(await figure('Calls made')).toBe('350');
    expect(await figure('Done')).toBe('1,900');
    expect(await figure('Calls saved')).toBe('1,550');
    expect(await figure('Failed')).toBe('0');
  });

  it('makes two calls, of 50 and 10, for 60 names at one place', async () => {
    workbench.server.sample.reset();
    const names = Array.from({ length: 60 }, (_, index) => `br_name_${index + 1}`);
    await workbench.set('Scratch!A3', [[`=LOCATTR(13.1, 77.5, "${names.join(',')}")`]]);
    await workbench.idle();
    expect(workbench.server.sample.stats().namesPerLookup).toEqual({ '50': 1, '10': 1 });
    const shown = (await workbench.get('Scratch!A3:BH3')).flat();
    expect(shown.filter((text) => text !== '#N/A')).toEqual([]);
  });

  it('obeys its console as docs/developers/workbench.md prints it', async () => {
    const [printed] = codeBlocks('docs/developers/workbench.md').filter(
      ({ language }) => language === 'js',
    );
    const code = printed?.code.replace(/^(.*); \/\/ (.*)$/m, 'return { shown: $1, printed: $2 };');
    const seen = await workbench.page.evaluate(`(async () => {${code}})()`);
    const { shown, printed: promised } = seen as Record<string, unknown>;
    expect(shown).toEqual(promised);
  });

  it('needs no other origin, and nothing complains', () => {
    expect(workbench.requestsElsewhere).toEqual([]);
    expect(workbench.complaints).toEqual([]);
  });
});
