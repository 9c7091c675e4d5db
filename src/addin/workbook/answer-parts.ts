import { createSlicer, type Clock } from '../../engine/lookup';
import type { CarriedAnswers } from '../spreadsheet/workbook-answers';
import { readXmlElement, versionOf, xmlElement } from '../spreadsheet/xml-element';
import { packed, readColumns, unpacked, writeColumns } from './answer-columns';
import { AnswerTable, MAX_ANSWERS, type AnswerRow } from './answer-table';

/** Namespace of the parts that hold answers. Must never change: workbooks contain it. */
export const ANSWERS_NAMESPACE = 'urn:locus:answers';

/** What the parts of a workbook hold, as far as they can be read. */
export interface AnswersReading extends Pick<
  CarriedAnswers,
  'savedAt' | 'bytes' | 'damaged' | 'newer' | 'isTooMuch'
> {
  readonly kind: 'answers';
  readonly table: AnswerTable;
  /** The damaged parts and those of a later version, as they are in the workbook. */
  readonly unread: readonly string[];
}

/**
 * Writes a table as parts of a workbook, in blocks that are each readable on their own: damage to
 * one does not affect the others. The same table gives the same text.
 *
 * @param savedAt epoch milliseconds.
 */
export async function writeAnswers(
  table: AnswerTable,
  savedAt: number,
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): Promise<readonly string[]> {
  const slice = createSlicer(clock);
  await slice();
  const parts: string[] = [];
  for (const rows of blocksOf(table)) {
    await slice();
    const block = packed(writeColumns(rows));
    const part = parts.pop();
    if (part === undefined) parts.push(block);
    else if (part.length + block.length > FULL_PART) parts.push(part, block);
    else parts.push(part + SEPARATOR + block);
  }
  const saved = String(Math.floor(savedAt));
  const attributes = { xmlns: ANSWERS_NAMESPACE, version: String(VERSION), saved };
  return parts.map((blocks) => xmlElement('answers', attributes, blocks));
}

/** Reads the answers in parts that anyone may have written, a little at a time. Never rejects. */
export async function readAnswers(
  parts: readonly string[],
  clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>,
): Promise<AnswersReading> {
  const slice = createSlicer(clock);
  const table = new AnswerTable();
  const unread: string[] = [];
  let newer = 0;
  const left = { ...ALLOWANCE };
  const isSpent = (): boolean => left.length < 0 || left.bytes < 0 || left.answers < 0;
  let savedAt = 0;
  for (const xml of parts) {
    await slice();
    left.length -= xml.length;
    if (isSpent()) break;
    // Our parts contain no entities, and decoding a million of them would be slow.
    const mayBeOurs = xml.length <= MAX_PART && !xml.includes('&');
    const element = mayBeOurs ? readXmlElement(xml) : undefined;
    const version = versionOf(element) ?? 0;
    if (version > VERSION) {
      unread.push(xml);
      newer += 1;
    } else if (version < VERSION || element?.text === undefined) unread.push(xml);
    else {
      savedAt = Math.max(savedAt, Math.min(timeOf(element.attributes.get('saved')), clock.now()));
      let isWhole = true;
      for (const packedBlock of element.text.split(SPACE)) {
        if (isSpent()) break;
        if (packedBlock === '') continue;
        const block = unpacked(packedBlock, MAX_BLOCK);
        const rows = block === undefined ? undefined : readColumns(block);
        // An unreadable block counts as the largest readable one: it may have taken as long.
        left.bytes -= rows === undefined ? MAX_BLOCK : (block?.length ?? 0);
        left.answers -= rows?.length ?? 0;
        isWhole &&= rows !== undefined;
        for (const row of rows ?? []) table.add(notAhead(row, clock.now()));
        await slice();
      }
      if (!isWhole) unread.push(xml);
    }
  }
  const bytes = parts.reduce((sum, xml) => sum + xml.length, 0);
  const damaged = unread.length - newer;
  const isTooMuch = isSpent();
  return { kind: 'answers', table, savedAt, bytes, damaged, newer, unread, isTooMuch };
}

/** An attribute of the root element, so that it can be read whatever is inside. */
const VERSION = 2;
/** Below a part's limit of 1 MB, with room for its element. */
const FULL_PART = 950_000;
/** Compressing this many answers takes a hundredth of a second. */
const FULL_BLOCK = 1_536;

/** How much is read, since anyone may have written the parts: several times what Locus writes. */
const ALLOWANCE = { length: 20_000_000, bytes: 40_000_000, answers: MAX_ANSWERS };
/** The most that a workbook keeps in one part: Locus wrote no larger text. */
const MAX_PART = 1_000_000;
/** Characters of a block that has been unpacked. */
const MAX_BLOCK = 1_000_000;

const SEPARATOR = '\n';
/** Another program may have moved the line breaks, but not into a word. */
const SPACE = /\s+/;
const DAY_MS = 86_400_000;

/** Subjects are in the order in which they were first answered, so that times hardly differ. */
function* blocksOf(table: AnswerTable): Iterable<readonly AnswerRow[]> {
  const subjects = Array.from(table.subjects(), ([fingerprint, answers]) => {
    let first = Infinity;
    for (const { at } of answers.values()) first = Math.min(first, at);
    return { fingerprint, answers, first };
  });
  subjects.sort(
    (one, other) => one.first - other.first || (one.fingerprint < other.fingerprint ? -1 : 1),
  );
  let block: AnswerRow[] = [];
  for (const { answers } of subjects) {
    for (const row of [...answers.values()].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )) {
      if (block.length === FULL_BLOCK) {
        yield block;
        block = [];
      }
      block.push(row);
    }
  }
  if (block.length > 0) yield block;
}

/** An answer from the future would outlast every true one: it counts as the oldest instead. */
function notAhead(row: AnswerRow, now: number): AnswerRow {
  return row.at > now + DAY_MS ? { ...row, at: 0 } : row;
}

/** Epoch milliseconds; 0 if it does not say. */
function timeOf(text = ''): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
