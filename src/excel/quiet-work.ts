import type { Addin } from '../addin/start/start';
import type { Clock } from '../engine/lookup';
import { hasExcelApi } from './range-parts';
import { fetchRestOfCode } from './rest-of-code';

/**
 * What can wait until the first cells have their values. A new deployment or a lost connection must
 * not take from this workbook what it has not fetched yet. Before ExcelApi 1.19, whoever looks for
 * lost results would take away what a person can undo.
 */
export async function doQuietWork(
  { isIdle, reviveLostResults }: Pick<Addin, 'isIdle' | 'reviveLostResults'>,
  clock: Clock,
): Promise<void> {
  if (hasExcelApi('1.19')) reviveLostResults().catch(() => undefined);
  await fetchRestOfCode(clock, isIdle);
}
