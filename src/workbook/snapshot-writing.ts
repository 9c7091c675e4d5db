import type { Clock } from '../lookup';
import { writeBlock } from './answer-block';
import type { AnswerTable } from './answer-table';
import { writeAnswersPart } from './answers-part';
import { createSlicer } from '../lookup';
import { packed } from './packed-text';

/**
 * A table as parts of a workbook, each readable on its own: damage to one does not affect the
 * others. The same table gives the same text.
 *
 * @param savedAt epoch milliseconds.
 */
export async function writeSnapshot(
  table: AnswerTable,
  savedAt: number,
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<readonly string[]> {
  const slice = createSlicer(clock);
  const parts: string[] = [];
  let blocks: string[] = [];
  let length = 0;
  const end = (): void => {
    if (blocks.length > 0) parts.push(writeAnswersPart(blocks, savedAt));
    blocks = [];
    length = 0;
  };
  await slice();
  for (let from = 0; from < table.high.length;) {
    const to = blockEnd(table, from);
    const block = packed(writeBlock(table, from, to));
    await slice();
    if (length + block.length > FULL_PART) {
      end();
      await slice();
    }
    blocks.push(block);
    length += block.length + 1;
    from = to;
  }
  end();
  return parts;
}

/** Below a part's limit of 1 MB, with room for its element. */
const FULL_PART = 950_000;
/** Compressing this many answers takes a hundredth of a second. */
const FULL_BLOCK = 1_024;

/** The subject after the last that still fits the block, which holds at least one. */
function blockEnd({ first, high }: AnswerTable, from: number): number {
  const start = first[from] as number;
  let to = from + 1;
  while (to < high.length && (first[to + 1] as number) - start <= FULL_BLOCK) to += 1;
  return to;
}
