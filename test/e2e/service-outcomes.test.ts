import { CELL_MESSAGES, sentence, type ErrorCase } from '../../src/engine/language/cell-messages';
import { startFaultyService, type FaultyService } from '../gateway/faulty-service';
import { SERVICE_OUTCOMES, type ServiceOutcome } from '../outcomes/service-outcomes';
import { openWorkbench, suiteBrowser, type WorkbenchPage } from './workbench-page';

const KEY = 'locus-demo-key';
const FORMULAS = {
  lookup: '=LOCATTR(12.97, 77.59, "w_pop_tt")',
  score: '=LOCSCORE_COORDS("store-potential", 12.97, 77.59)',
} as const;

/** The built page before a service that really does it: what a person reads on every surface. */
describe('of a service that does', () => {
  const browser = suiteBrowser();
  let service: FaultyService;
  let workbench: WorkbenchPage | undefined;

  beforeAll(async () => {
    service = await startFaultyService();
    service.key = KEY;
  });
  afterEach(() => workbench?.close());
  afterAll(() => service.close());

  it.each(SERVICE_OUTCOMES)(
    '$what, cells, problems and explanations say what happened',
    async (row) => {
      service.fate = () => row.fate;
      workbench = await openWorkbench(browser(), {
        query: '?workbook=blank&deadlineMs=3000',
        prepare: async (page) => {
          await page.route(/\/(?:production|model)\//, (route) => {
            const { pathname } = new URL(route.request().url());
            return route.continue({ url: `${service.url}${pathname}` });
          });
        },
      });
      const { page } = workbench;
      await workbench.set('A1', [[FORMULAS.lookup], [FORMULAS.score]]);
      await workbench.idle();
      const problems = page.getByRole('region', { name: /^Problems/ });
      for (const [index, kind] of (['lookup', 'score'] as const).entries()) {
        const address = `A${String(index + 1)}`;
        // A cell that is asked for again says nothing meanwhile.
        const told = await page.waitForFunction((a1) => window.workbook.message(a1), address);
        const said = (await told.jsonValue()) ?? '';
        const isSaid = sentencesOf(row, kind).some((each) => each.test(said));
        expect([kind, said, isSaid]).toEqual([kind, said, true]);
        // A failure that passes is asked about again meanwhile, and may be called otherwise.
        const sentences = sentencesOf(row, kind).map(({ source }) => source.slice(1, -1));
        const oneOf = new RegExp(sentences.join('|'));
        await problems.getByRole('button', { name: `Sheet1!${address}`, exact: true }).waitFor();
        await page.mouse.click(COLUMN_A_X, FIRST_ROW_Y + 24 * index, { button: 'right' });
        await page.getByText('Explain this cell', { exact: true }).last().click();
        const about = page.getByRole('region', { name: `About Sheet1!${address}` });
        await about.waitFor();
        if (!isPassing(row[kind])) await about.getByText(oneOf).first().waitFor();
        const shown = await page.locator('body').innerText();
        expect(shown).not.toMatch(/redirects to (?:w_pop_tt|store-potential)|undefined|\[object/);
        expect(shown).not.toContain(KEY);
        await about.getByRole('button', { name: 'Close' }).click();
      }
    },
  );
});

/** In the middle of A1, in pixels; a row has 24. */
const COLUMN_A_X = 90;
const FIRST_ROW_Y = 174;

const QUOTED = 'QQQ';

/**
 * The sentences that may stand there. A browser hides where a redirect leads, and a reply that
 * breaks off looks like no connection; of a service that keeps failing, that may be said instead.
 */
function sentencesOf(outcome: ServiceOutcome, kind: 'lookup' | 'score'): readonly RegExp[] {
  const of = outcome[kind];
  const inBrowser = of === 'unreadable-reply/redirect' ? 'unreadable-reply/elsewhere' : of;
  const also: readonly ErrorCase[] = ['offline', 'offline/failing', 'timed-out', 'throttled'];
  return [inBrowser, ...(isPassing(of) ? also : [])].map((each) => {
    const text = sentence(CELL_MESSAGES[each as ErrorCase], [QUOTED, QUOTED]);
    const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(QUOTED, '.+');
    return new RegExp(`^${escaped}$`);
  });
}

/** Locus asks again by itself, so that the message may change while the test looks. */
function isPassing(of: ErrorCase): boolean {
  return /^(?:service-failed|timed-out|throttled|offline)/.test(of);
}
