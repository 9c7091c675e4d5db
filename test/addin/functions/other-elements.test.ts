import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import * as otherElements from '../../../src/addin/functions/other-elements';
import { RuledService } from './ruled-service';
import { createTestHost, settled, shownRows } from './test-host';

/** The functions, and how often the code of some was fetched; the first `failures` fetches fail. */
function setUp(failures: number) {
  const { host, clock } = createTestHost(new RuledService());
  let fetches = 0;
  const formulas = createFormulas(host, () => {
    fetches += 1;
    return fetches <= failures ? Promise.reject(new Error('away')) : Promise.resolve(otherElements);
  });
  const show = async (run: (each: typeof formulas) => Promise<unknown[][]>) =>
    shownRows(await settled(clock, run(formulas)));
  return { show, fetches: () => fetches };
}

const calculation = () => beginCalculation({ address: 'S!A1' });

test('attributes need none of it', async () => {
  const { show, fetches } = setUp(0);
  const rows = await show((formulas) =>
    formulas.attributes([[12]], [[77]], [['w_pop_tt']], calculation()),
  );
  expect([rows, fetches()]).toEqual([[[8012.077]], 0]);
});

test('it is fetched once', async () => {
  const { show, fetches } = setUp(0);
  for (const name of ['a', 'b']) {
    const rows = await show((formulas) => formulas.variablesText([[name]], [[1]], calculation()));
    expect(rows).toEqual([[`{"${name}":1}`]]);
  }
  expect(fetches()).toBe(1);
});

test('if it cannot be fetched, the cell says so and the next one tries again', async () => {
  const { show } = setUp(1);
  const write = () => show((formulas) => formulas.variablesText([['a']], [[1]], calculation()));
  expect(await write()).toEqual([
    ["#N/A Part of Locus couldn't load: check your network, then select Retry failed."],
  ]);
  expect(await write()).toEqual([['{"a":1}']]);
});
