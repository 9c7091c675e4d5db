import type { Clock } from '../lookup';
import { readBlock } from './answer-block';
import { answerCount, MAX_ANSWERS } from './answer-table';
import type { AnswerTable } from './answer-table';
import { readAnswersPart } from './answers-part';
import { createSlicer } from '../lookup';
import { unpacked } from './packed-text';
import { mergeAll } from './table-building';

/** What the parts of a workbook hold, as far as they can be read. */
export interface SnapshotReading {
  readonly table: AnswerTable;
  /** Epoch milliseconds of the last save; 0 if there was none. */
  readonly savedAt: number;
  /** Characters of all the parts, each taken as one byte. */
  readonly bytes: number;
  /** Parts that cannot be read in full, as they are in the workbook. */
  readonly damaged: readonly string[];
  /** Parts of a later version. */
  readonly newer: readonly string[];
  /** Whether there is more than Locus reads; what it did read is used. */
  readonly isTooMuch: boolean;
}

/** Reads any texts, a little at a time; never rejects. */
export async function readSnapshot(
  parts: readonly string[],
  clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>,
): Promise<SnapshotReading> {
  const slice = createSlicer(clock);
  const allowance = { ...ALLOWANCE };
  const tables: AnswerTable[] = [];
  const damaged: string[] = [];
  const newer: string[] = [];
  let savedAt = 0;
  for (const xml of parts) {
    await slice();
    allowance.length -= xml.length;
    if (allowance.length < 0) break;
    const part = readAnswersPart(xml);
    await slice();
    if (part.kind === 'newer') newer.push(xml);
    if (part.kind === 'damaged') damaged.push(xml);
    if (part.kind !== 'answers') continue;
    savedAt = Math.max(savedAt, Math.min(part.savedAt, clock.now()));
    let isWhole = true;
    for (const block of part.blocks) {
      if (isSpent(allowance)) break;
      const table = tableIn(block, clock.now(), allowance);
      await slice();
      if (table === undefined) isWhole = false;
      else tables.push(table);
    }
    if (!isWhole) damaged.push(xml);
  }
  const bytes = parts.reduce((sum, xml) => sum + xml.length, 0);
  const table = await mergeAll(tables, slice);
  return { table, savedAt, bytes, damaged, newer, isTooMuch: isSpent(allowance) };
}

/** How much more may be read, since anyone may have written the parts. */
interface Allowance {
  /** Characters. */
  length: number;
  /** Unpacked. */
  bytes: number;
  answers: number;
}

/** Several times what Locus writes. */
const ALLOWANCE: Allowance = { length: 20_000_000, bytes: 40_000_000, answers: MAX_ANSWERS };
const MAX_BLOCK_LENGTH = 500_000;
const MAX_BLOCK_BYTES = 1_000_000;
const DAY_MS = 86_400_000;

function isSpent({ length, bytes, answers }: Allowance): boolean {
  return length < 0 || bytes < 0 || answers < 0;
}

/** An unreadable block counts as the largest readable one: it may have taken as long. */
function tableIn(block: string, now: number, allowance: Allowance): AnswerTable | undefined {
  const bytes = block.length > MAX_BLOCK_LENGTH ? undefined : unpacked(block, MAX_BLOCK_BYTES);
  const latest = Math.floor((now + DAY_MS) / 1000);
  const table = bytes === undefined ? undefined : readBlock(bytes, latest);
  allowance.bytes -= table === undefined ? MAX_BLOCK_BYTES : (bytes?.length ?? 0);
  allowance.answers -= table === undefined ? 0 : answerCount(table);
  return table;
}
