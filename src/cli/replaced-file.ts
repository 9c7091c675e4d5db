import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { Readable } from 'node:stream';
import { STANDARD } from './input-file';
import { STATUS_COLUMN } from './output-columns';
import { systemFault } from './system-fault';
import { openTable } from './table-files';
import { UsageError } from './usage-error';

/**
 * An output may replace an earlier output, but any other file only if a person says so.
 *
 * @throws UsageError
 */
export async function checkReplaced(output: string, isForced: boolean): Promise<void> {
  if (isForced || output === STANDARD) return;
  const stats = statsOf(output);
  if (stats === undefined || !stats.isFile() || stats.size === 0) return;
  if (await isOurs(output)) return;
  throw new UsageError(
    `${output} is there already, and Locus didn’t write it. Use --force to replace it.`,
  );
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw systemFault(error, path, 'write');
  }
}

async function isOurs(path: string): Promise<boolean> {
  try {
    const table = await openTable(path, Readable.from([]));
    await table.close();
    return table.columns.includes(STATUS_COLUMN);
  } catch {
    return false;
  }
}
