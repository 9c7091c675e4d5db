import { signed } from './answer-columns';
import { isTableName, isTableService } from './answer-table';
import type { AnswerRow } from './answer-table';
import { printOf } from './question-print';

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

  const names = many(count(MAX_ANSWERS), () => sound(text(), isTableName));
  const services = many(count(MAX_SERVICES), () => {
    const id = text();
    const isSample = byte() === 1;
    return sound({ id, name: text(), isSample }, isTableService);
  });
  const subjects = count(MAX_ANSWERS);
  const answers = count(MAX_ANSWERS);
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

const MAX_ANSWERS = 100_000;
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
