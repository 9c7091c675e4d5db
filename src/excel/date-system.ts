import { withTimeout } from '../engine/lookup';
import type { Clock } from '../engine/lookup';
import type { DateSystem } from '../addin/spreadsheet/host';

/** Day 36,526 if days count from 1900; 1,462 less if they count from 1904. */
const NEW_YEAR_2000_FROM_1904 = 35_064;
/** A person who is typing in a cell keeps Excel from answering; a formula must not wait for that. */
const TIMEOUT_MS = 5_000;

/**
 * How the open workbook counts its days. No property says so (ExcelApi 1.16), but DATE does when
 * the workbook calculates it. Excel is asked at the first date, and again if it did not answer.
 */
export function createDateSystem(clock: Pick<Clock, 'schedule'>): DateSystem {
  let asking: Promise<void> | undefined;
  let is1904: boolean | undefined;
  async function ask(): Promise<void> {
    is1904 = await withTimeout(readIs1904(), {
      clock,
      timeoutMs: TIMEOUT_MS,
      otherwise: undefined,
    });
    asking = undefined;
  }
  return {
    uses1904Dates: () => is1904 ?? false,
    whenKnown: () => (is1904 === undefined ? (asking ??= ask()) : undefined),
  };
}

async function readIs1904(): Promise<boolean | undefined> {
  try {
    return await Excel.run(async (context) => {
      const day = context.workbook.functions.date(2000, 1, 1);
      day.load('value');
      await context.sync();
      return typeof day.value === 'number' ? day.value === NEW_YEAR_2000_FROM_1904 : undefined;
    });
  } catch {
    return undefined;
  }
}
