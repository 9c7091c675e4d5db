import { isTableName, isTableService } from './answer-table';
import type { AnswerTable, SnapshotService } from './answer-table';
import { BrokenBytes, ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { readValues, writeValues } from './value-column';

/**
 * A range of a table's subjects as bytes: names and services, then a column for each field, so that
 * similar bytes lie together and compress well. A change of this format needs a new part version.
 */
export function writeBlock(table: AnswerTable, from: number, to: number): Uint8Array {
  const writer = new ByteWriter();
  const start = table.first[from] as number;
  const end = table.first[to] as number;
  const names = place(table.name.subarray(start, end));
  const services = place(table.service.subarray(start, end));
  writer.count(names.used.length);
  for (const index of names.used) writer.text(table.names[index] as string);
  writer.count(services.used.length);
  for (const index of services.used) writeService(writer, table.services[index] as SnapshotService);
  writer.count(to - from);
  writer.count(end - start);
  for (let subject = from; subject < to; subject += 1) {
    const before = subject === from ? 0 : (table.high[subject - 1] as number);
    writer.count((table.high[subject] as number) - before);
  }
  for (let subject = from; subject < to; subject += 1) writer.word(table.low[subject] as number);
  for (let subject = from; subject < to; subject += 1) {
    writer.count((table.first[subject + 1] as number) - (table.first[subject] as number));
  }
  for (const index of names.indices) writer.count(index);
  for (const index of services.indices) writer.count(index);
  for (let answer = start; answer < end; answer += 1) {
    const before = answer === start ? 0 : (table.at[answer - 1] as number);
    writer.integer((table.at[answer] as number) - before);
  }
  writeValues(writer, table.value.subarray(start, end));
  return writer.written();
}

/**
 * The table of a block; undefined if the bytes are not a block, or not in a block's order.
 *
 * @param latest epoch seconds; an answer from later counts as the oldest.
 */
export function readBlock(bytes: Uint8Array, latest: number): AnswerTable | undefined {
  try {
    return read(new ByteReader(bytes), latest);
  } catch (error) {
    if (error instanceof BrokenBytes) return undefined;
    throw error;
  }
}

/** Limits of one block. */
const MAX_BLOCK_ANSWERS = 100_000;
const MAX_NAMES = 50_000;
const MAX_SERVICES = 1_000;
const MAX_TEXT = 255;

function read(reader: ByteReader, latest: number): AnswerTable {
  const names = list(reader, MAX_NAMES, () => checked(reader.text(MAX_TEXT), isTableName));
  ascending(names);
  const services = list(reader, MAX_SERVICES, () => checked(readService(reader), isTableService));
  ascending(services.map(({ id }) => id));
  const subjects = reader.count(MAX_BLOCK_ANSWERS);
  const answers = reader.count(MAX_BLOCK_ANSWERS);
  if (answers === 0) throw new BrokenBytes();
  const high = new Uint32Array(subjects);
  let sum = 0;
  for (let subject = 0; subject < subjects; subject += 1) {
    sum += reader.count(LAST_WORD - sum);
    high[subject] = sum;
  }
  const low = new Uint32Array(subjects);
  for (let subject = 0; subject < subjects; subject += 1) {
    low[subject] = reader.word();
    const isNext =
      subject === 0 ||
      (high[subject - 1] as number) < (high[subject] as number) ||
      (low[subject - 1] as number) < (low[subject] as number);
    if (!isNext) throw new BrokenBytes();
  }
  const first = new Uint32Array(subjects + 1);
  for (let subject = 0; subject < subjects; subject += 1) {
    const before = first[subject] as number;
    const count = reader.count(answers - before);
    if (count === 0) throw new BrokenBytes();
    first[subject + 1] = before + count;
  }
  if (first[subjects] !== answers) throw new BrokenBytes();
  const name = column(reader, answers, names.length);
  for (let subject = 0; subject < subjects; subject += 1) {
    ascending(name, first[subject], first[subject + 1]);
  }
  const service = column(reader, answers, services.length);
  const at = new Float64Array(answers);
  let time = 0;
  for (let answer = 0; answer < answers; answer += 1) {
    time += reader.integer();
    if (time < 0) throw new BrokenBytes();
    at[answer] = time > latest ? NO_TIME : time;
  }
  const value = readValues(reader, answers);
  if (!reader.isAtEnd) throw new BrokenBytes();
  return { names, services, high, low, first, name, service, at, value };
}

const LAST_WORD = 0xffff_ffff;
/** An answer from the future would outlast every true one: it counts as the oldest instead. */
const NO_TIME = 0;

/** @throws BrokenBytes unless each is greater than the one before. */
function ascending(items: readonly (string | number)[] | Uint32Array, from = 0, to = items.length) {
  for (let index = from + 1; index < to; index += 1) {
    const isNext = (items[index - 1] as string | number) < (items[index] as string | number);
    if (!isNext) throw new BrokenBytes();
  }
}

function column(reader: ByteReader, length: number, choices: number): Uint32Array {
  const indices = new Uint32Array(length);
  for (let answer = 0; answer < length; answer += 1) indices[answer] = reader.count(choices - 1);
  return indices;
}

function list<Item>(reader: ByteReader, most: number, next: () => Item): Item[] {
  const items: Item[] = [];
  for (let left = reader.count(most); left > 0; left -= 1) items.push(next());
  return items;
}

function checked<Item>(item: Item, isSound: (item: Item) => boolean): Item {
  if (!isSound(item)) throw new BrokenBytes();
  return item;
}

function writeService(writer: ByteWriter, { id, name, isSample }: SnapshotService): void {
  writer.text(id);
  writer.byte(isSample ? 1 : 0);
  writer.text(name);
}

function readService(reader: ByteReader): SnapshotService {
  const id = reader.text(MAX_TEXT);
  const isSample = reader.byte() === 1;
  return { id, name: reader.text(MAX_TEXT), isSample };
}

/** The distinct indices, ascending, and the position of each index among those. */
function place(indices: Uint32Array): { readonly used: number[]; readonly indices: Uint32Array } {
  const used = [...new Set(indices)].sort((one, other) => one - other);
  const places = new Map(used.map((index, at) => [index, at]));
  return { used, indices: indices.map((index) => places.get(index) as number) };
}
