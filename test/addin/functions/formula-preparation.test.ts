import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import { pause } from './formulas-setup';
import { RuledService } from './ruled-service';
import { createTestHost, settled } from './test-host';

/** A workbook with 1904 dates whose host says so late. */
function openWorkbook() {
  const service = new RuledService();
  let isKnown = false;
  let tell = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    tell = () => {
      isKnown = true;
      resolve();
    };
  });
  const { host, clock } = createTestHost(service, {
    uses1904Dates: () => isKnown,
    whenDateSystemKnown: () => (isKnown ? undefined : known),
  });
  const formulas = createFormulas(host);
  const score = (date: unknown) =>
    formulas.score(
      [['MG Road']],
      { model: [['m1']], date, customVariables: null },
      beginCalculation({ address: 'S!A1' }),
    );
  return { service, clock, score, tell: () => tell() };
}

test('a date is not read before it is known how the workbook counts its days', async () => {
  const { service, clock, score, tell } = openWorkbook();
  const result = score([[44_591]]);
  await clock.advance(10_000);
  expect(service.sent).toEqual([]);
  tell();
  await pause();
  await expect(settled(clock, result)).resolves.toEqual([[2007]]);
  expect(service.sent).toMatchObject([{ date: '2026-01-31' }]);
});

test.each([[null], [undefined]])('a score without a date (%p) does not wait', async (date) => {
  const { service, clock, score } = openWorkbook();
  await expect(settled(clock, score(date))).resolves.toEqual([[2007]]);
  expect(service.sent).toHaveLength(1);
});
