import { strFromU8, strToU8 } from 'fflate';
import { createSlicer, type Clock } from '../../engine/lookup';
import { readXmlElement, versionOf, xmlElement } from '../spreadsheet/xml-element';
import {
  packed,
  readColumns,
  signed,
  type Subject,
  unpacked,
  writeColumns,
} from './answer-columns';
import {
  AnswerTable,
  isTableName,
  isTableService,
  MAX_ANSWERS,
  type AnswerRow,
} from './answer-table';
import { printOf } from './question-print';

/** Namespace of the parts that hold answers. Must never change: workbooks contain it. */
export const ANSWERS_NAMESPACE = 'urn:locus:answers';

/** What the parts of a workbook hold, as far as they can be read. */
export interface AnswersReading {
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
  /** Whether there are parts of an earlier version, which saving writes anew. */
  readonly isOld: boolean;
}

/**
 * A table as parts of a workbook, in blocks that are each readable on their own: damage to one does
 * not affect the others. The same table gives the same text.
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
  const subjects = inOrder(table);
  const parts: string[] = [];
  let blocks: string[] = [];
  let length = 0;
  for (let from = 0; from < subjects.length;) {
    await slice();
    const to = blockEnd(subjects, from);
    const block = packed(strToU8(writeColumns(table, subjects.slice(from, to)), true));
    if (length + block.length > FULL_PART) {
      parts.push(writePart(blocks, savedAt));
      blocks = [];
      length = 0;
    }
    blocks.push(block);
    length += block.length + 1;
    from = to;
  }
  return blocks.length === 0 ? parts : [...parts, writePart(blocks, savedAt)];
}

/** Reads any texts, a little at a time; never rejects. */
export async function readAnswers(
  parts: readonly string[],
  clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>,
): Promise<AnswersReading> {
  const slice = createSlicer(clock);
  const table = new AnswerTable();
  const damaged: string[] = [];
  const newer: string[] = [];
  const left = { ...ALLOWANCE };
  let savedAt = 0;
  let isOld = false;
  const isSpent = (): boolean => left.length < 0 || left.bytes < 0 || left.answers < 0;
  for (const xml of parts) {
    await slice();
    left.length -= xml.length;
    if (left.length < 0) break;
    const part = readPart(xml);
    await slice();
    if (part.kind === 'newer') newer.push(xml);
    if (part.kind === 'damaged') damaged.push(xml);
    if (part.kind !== 'answers') continue;
    savedAt = Math.max(savedAt, Math.min(part.savedAt, clock.now()));
    isOld ||= part.isOld;
    let isWhole = true;
    for (const block of part.blocks) {
      if (isSpent()) break;
      const bytes = block.length > MAX_BLOCK ? undefined : unpacked(block, MAX_BLOCK_BYTES);
      const rows =
        bytes && (part.isOld ? readOldBlock(bytes) : readColumns(strFromU8(bytes, true)));
      // An unreadable block counts as the largest readable one: it may have taken as long.
      left.bytes -= rows === undefined ? MAX_BLOCK_BYTES : (bytes?.length ?? 0);
      left.answers -= rows?.length ?? 0;
      isWhole &&= rows !== undefined;
      for (const row of rows ?? []) table.add(notAhead(row, clock.now()));
      await slice();
    }
    if (!isWhole) damaged.push(xml);
  }
  const bytes = parts.reduce((sum, xml) => sum + xml.length, 0);
  return { table, savedAt, bytes, damaged, newer, isTooMuch: isSpent(), isOld };
}

/** Below a part's limit of 1 MB, with room for its element. */
const FULL_PART = 950_000;
/** Compressing this many answers takes a hundredth of a second. */
const FULL_BLOCK = 1_536;

/** How much is read, since anyone may have written the parts: several times what Locus writes. */
const ALLOWANCE = { length: 20_000_000, bytes: 40_000_000, answers: MAX_ANSWERS };
/** The most that a workbook keeps in one part: Locus wrote no larger text. */
const MAX_PART = 1_000_000;
const MAX_BLOCKS = 1_000;
const MAX_BLOCK = 500_000;
const MAX_BLOCK_BYTES = 1_000_000;

/** An attribute of the root element, so that it can be read whatever is inside. */
const VERSION = 2;
const SEPARATOR = '\n';
/** Another program may have moved the line breaks, but not into a word. */
const SPACE = /\s+/;
const DAY_MS = 86_400_000;

/** In the order in which the subjects were first answered: their times hardly differ then. */
function inOrder(table: AnswerTable): readonly Subject[] {
  const dated = Array.from(table.entries(), (subject) => {
    const [print, answers] = subject;
    let at = Infinity;
    for (const answer of answers.values()) at = Math.min(at, answer.at);
    return { subject, print, at };
  });
  dated.sort((one, other) => one.at - other.at || (one.print < other.print ? -1 : 1));
  return dated.map(({ subject }) => subject);
}

/** The subject after the last that still fits the block, which holds at least one. */
function blockEnd(subjects: readonly Subject[], from: number): number {
  let to = from;
  for (let answers = 0; to < subjects.length; to += 1) {
    answers += subjects[to]?.[1].size ?? 0;
    if (answers > FULL_BLOCK && to > from) break;
  }
  return to;
}

/** An answer from the future would outlast every true one: it counts as the oldest instead. */
function notAhead(row: AnswerRow, now: number): AnswerRow {
  return row.at > now + DAY_MS ? { ...row, at: 0 } : row;
}

function writePart(blocks: readonly string[], savedAt: number): string {
  return xmlElement(
    'answers',
    { xmlns: ANSWERS_NAMESPACE, version: String(VERSION), saved: String(Math.floor(savedAt)) },
    blocks.join(SEPARATOR),
  );
}

/**
 * What one part holds. `newer`: written by a later version · `damaged`: broken, hostile, or too
 * large. Locus uses nothing of either, and leaves it as it is.
 */
type Part =
  | {
      readonly kind: 'answers';
      readonly isOld: boolean;
      /** Each unpacks on its own. */
      readonly blocks: readonly string[];
      /** Epoch milliseconds at which it was written; 0 if it does not say. */
      readonly savedAt: number;
    }
  | { readonly kind: 'newer' | 'damaged' };

/** Takes any text and never throws. */
function readPart(xml: string): Part {
  // Our parts contain no entities, and decoding a million of them would be slow.
  if (xml.length > MAX_PART || xml.includes('&')) return { kind: 'damaged' };
  const element = readXmlElement(xml);
  const version = versionOf(element);
  if (element === undefined || version === undefined) return { kind: 'damaged' };
  if (version > VERSION) return { kind: 'newer' };
  if (element.text === undefined) return { kind: 'damaged' };
  const blocks = element.text.split(SPACE).filter((block) => block !== '');
  if (blocks.length > MAX_BLOCKS) return { kind: 'damaged' };
  const saved = element.attributes.get('saved') ?? '';
  const savedAt = /^\d{1,15}$/.test(saved) ? Number(saved) : 0;
  return { kind: 'answers', isOld: version < VERSION, blocks, savedAt };
}

/**
 * The rows of a block as Locus wrote it until 2026-11-25, in parts of version 1; undefined if the
 * bytes are no such block. Saving writes its answers in the form of today.
 */
export function readOldBlock(bytes: Uint8Array): readonly AnswerRow[] | undefined {
  try {
    return read(bytes);
  } catch (error) {
    // `DataView` throws this beyond the last byte, and so does `fail`.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(bytes: Uint8Array): AnswerRow[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const byte = (): number => view.getUint8(at++);
  /** Groups of seven bits, the lowest first; the last has no eighth bit. */
  const count = (most: number): number => {
    let number = 0;
    for (let scale = 1; scale < 2 ** 56; scale *= 0x80) {
      const group = byte();
      number += (group % 0x80) * scale;
      if (group < 0x80) return number <= most ? number : fail();
    }
    return fail();
  };
  const integer = (): number => signed(count(Number.MAX_SAFE_INTEGER));
  const text = (): string => String.fromCharCode(...many(count(MAX_TEXT), byte));
  const word = (): number => view.getUint32((at += 4) - 4, true);
  const double = (): number => view.getFloat64((at += 8) - 8, true);

  const names = many(count(MAX_OLD_ANSWERS), () => sound(text(), isTableName));
  const services = many(count(MAX_SERVICES), () => {
    const id = text();
    const isSample = byte() === 1;
    return sound({ id, name: text(), isSample }, isTableService);
  });
  const subjects = count(MAX_OLD_ANSWERS);
  const answers = count(MAX_OLD_ANSWERS);
  let high = 0;
  const highs = many(subjects, () => (high += count(LAST_WORD - high)));
  const prints = highs.map((first) => printOf(first, word()));
  const counts = many(subjects, () => count(answers));
  if (answers === 0 || counts.reduce((sum, own) => sum + own, 0) !== answers) fail();
  const nameAt = many(answers, () => count(names.length - 1));
  const serviceAt = many(answers, () => count(services.length - 1));
  let second = 0;
  const seconds = many(answers, () => sound((second += integer()), (time) => time >= 0));
  // A number of decimals, or one of the two kinds below.
  const kinds = many(answers, byte);
  const wholes = kinds.map((kind) => (kind <= MAX_DECIMALS ? integer() / 10 ** kind : null));
  const values = kinds.map((kind, index) => {
    if (kind === WHOLE_BITS) return sound(double(), Number.isFinite);
    return kind <= NO_VALUE ? (wholes[index] ?? null) : fail();
  });
  if (at !== bytes.length) fail();
  return counts
    .flatMap((own, subject) => many(own, () => prints[subject] ?? ''))
    .map((print, index) => ({
      print,
      name: names[nameAt[index] ?? 0] ?? fail(),
      service: services[serviceAt[index] ?? 0] ?? fail(),
      at: 1000 * (seconds[index] ?? 0),
      value: values[index] ?? null,
    }));
}

const MAX_OLD_ANSWERS = 100_000;

const MAX_SERVICES = 1_000;
const MAX_TEXT = 255;
const LAST_WORD = 0xffff_ffff;
const MAX_DECIMALS = 9;
const WHOLE_BITS = 10;
const NO_VALUE = 11;

function fail(): never {
  throw new RangeError('This is no block of answers.');
}

function sound<Item>(item: Item, isSound: (item: Item) => boolean): Item {
  return isSound(item) ? item : fail();
}

function many<Item>(length: number, next: () => Item): Item[] {
  return Array.from({ length }, next);
}
