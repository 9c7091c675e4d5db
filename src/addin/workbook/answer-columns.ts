import { deflateSync, Inflate } from 'fflate';
import {
  isTableName,
  isTableService,
  type AnswerRow,
  type AnswerTable,
  type KeptAnswers,
  type SnapshotService,
} from './answer-table';
import { ownJson, readJsonObject, readList, type Json } from './json-document';
import { printOf } from './question-print';

/** A subject's fingerprint and its answers. */
export type Subject = readonly [print: string, answers: KeptAnswers];

/**
 * Some subjects of a table as a JSON document: names and services, then a column for each field. A
 * change of this form needs a new version of the part.
 *
 * Numbers are not written as JSON: fflate takes any three digits that came before for a match,
 * which makes columns of digits a quarter longer.
 */
export function writeColumns(table: AnswerTable, subjects: readonly Subject[]): string {
  const rows = subjects.flatMap(([, answers]) =>
    [...answers].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const names = [...new Set(rows.map(([name]) => name))].sort();
  const services = [...new Set(rows.map(([, { serviceId }]) => serviceId))].sort();
  const nameAt = new Map(names.map((name, index) => [name, index]));
  const decimals = rows.map(([, { value }]) => decimalsOf(value));
  return JSON.stringify({
    names,
    services: services
      .map((id) => table.service(id))
      .map(({ name, isSample, id }) => [id, name, isSample]),
    subjects: subjects.length,
    high: column(subjects.map(([print]) => parseInt(print.slice(0, 8), 16))),
    low: column(subjects.map(([print]) => parseInt(print.slice(8), 16))),
    counts: column(subjects.map(([, answers]) => answers.size)),
    name: column(rows.map(([name]) => nameAt.get(name) ?? 0)),
    service: column(rows.map(([, { serviceId }]) => services.indexOf(serviceId))),
    at: column(rows.map(([, { at }], index) => unsigned(at - (rows[index - 1]?.[1].at ?? 0)))),
    decimals: decimals.join(''),
    whole: column(
      rows.flatMap(([, { value }], index) => {
        const scale = SCALES[Number(decimals[index])];
        return scale === undefined || value === null ? [] : [unsigned(Math.round(value * scale))];
      }),
    ),
    exact: rows.flatMap(([, { value }], index) => (decimals[index] === EXACT ? [value] : [])),
  });
}

/** The rows of a document; undefined if `writeColumns` did not write it. Takes any text. */
export function readColumns(text: string): readonly AnswerRow[] | undefined {
  const json = readJsonObject(text);
  if (json === undefined) return undefined;
  const field = (name: string): Json | undefined => ownJson(json, name);
  const decimals = field('decimals');
  const subjects = field('subjects');
  const names = readList(field('names'), MAX_COUNT, readName);
  const services = readList(field('services'), MAX_COUNT, readService);
  const exact = readList(field('exact'), MAX_COUNT, (value) =>
    typeof value === 'number' ? value : undefined,
  );
  if (typeof decimals !== 'string' || typeof subjects !== 'number') return undefined;
  if (names === undefined || services === undefined || exact === undefined) return undefined;
  const answers = decimals.length;
  const wholes = decimals.replace(/\D/g, '').length;
  const high = readColumn(field('high'), subjects);
  const low = readColumn(field('low'), subjects);
  const counts = readColumn(field('counts'), subjects);
  const name = readColumn(field('name'), answers);
  const service = readColumn(field('service'), answers);
  const at = readColumn(field('at'), answers);
  const whole = readColumn(field('whole'), wholes);
  if (!high || !low || !counts || !name || !service || !at || !whole) return undefined;
  if (answers === 0 || exact.length !== decimals.split(EXACT).length - 1) return undefined;
  const rows: AnswerRow[] = [];
  let [second, nextWhole, nextExact] = [0, 0, 0];
  for (let subject = 0; subject < subjects; subject += 1) {
    const [first = 0, last = 0] = [high[subject], low[subject]];
    const print = printOf(first, last);
    const end = rows.length + (counts[subject] ?? 0);
    if (Math.max(first, last) > LAST_WORD) return undefined;
    if (end === rows.length || end > answers) return undefined;
    while (rows.length < end) {
      const index = rows.length;
      const [own, by] = [names[name[index] ?? 0], services[service[index] ?? 0]];
      const kind = decimals[index] ?? '';
      const scale = SCALES[Number(kind)];
      second += signed(at[index] ?? 0);
      if (own === undefined || by === undefined || second < 0) return undefined;
      let value: number | null = null;
      if (kind === EXACT) value = exact[nextExact++] ?? null;
      else if (scale !== undefined) value = signed(whole[nextWhole++] ?? 0) / scale;
      else if (kind !== NO_VALUE) return undefined;
      rows.push({ print, name: own, service: by, at: 1000 * second, value });
    }
  }
  return rows.length === answers ? rows : undefined;
}

const NO_VALUE = '-';
/** A value with more digits than a whole number and its decimals can hold. */
const EXACT = 'x';
const SCALES = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);
/** Twice this, with its sign, still fits in an integer of 53 bits. */
const MAX_WHOLE = 2 ** 51;

/** `2` for 12.34, which is kept as 1234: exact either way. */
function decimalsOf(value: number | null): string {
  if (value === null) return NO_VALUE;
  const decimals = SCALES.findIndex((scale) => {
    const whole = Math.round(value * scale);
    return Math.abs(whole) > MAX_WHOLE || whole / scale === value;
  });
  const isShort = decimals >= 0 && Math.abs(value * (SCALES[decimals] ?? 1)) <= MAX_WHOLE;
  return isShort ? String(decimals) : EXACT;
}

/**
 * Whole numbers of up to 53 bits as text: the lowest byte of each, then the next of each, and so
 * on. Similar bytes lie together and compress well.
 */
function column(numbers: readonly number[]): string {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const planes = largest === 0 ? 0 : Math.floor(Math.log2(largest) / 8) + 1;
  const bytes = new Uint8Array(planes * numbers.length);
  for (let at = 0, scale = 1; at < bytes.length; scale *= 256) {
    for (const number of numbers) bytes[at++] = Math.floor(number / scale) % 256;
  }
  return toBase64(bytes);
}

function readColumn(json: Json | undefined, count: number): readonly number[] | undefined {
  const bytes = typeof json === 'string' ? fromBase64(json) : undefined;
  const isCount = Number.isInteger(count) && count >= 0 && count <= MAX_COUNT;
  if (bytes === undefined || !isCount || bytes.length > MAX_PLANES * count) return undefined;
  const numbers = new Array<number>(count).fill(0);
  for (let at = 0, scale = 1; at < bytes.length; at += count, scale *= 256) {
    for (let index = 0; index < count; index += 1) {
      numbers[index] = (numbers[index] ?? 0) + (bytes[at + index] ?? 0) * scale;
    }
  }
  return numbers.every(Number.isSafeInteger) ? numbers : undefined;
}

/** Seven bytes have 56 bits, more than a safe integer has. */
const MAX_PLANES = 7;
/** More than any block has. */
const MAX_COUNT = 100_000;
const LAST_WORD = 0xffff_ffff;

function unsigned(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

/** What `unsigned` wrote: 1 for -1, 2 for 1, 3 for -2. */
export function signed(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

function readName(json: Json): string | undefined {
  return typeof json === 'string' && isTableName(json) ? json : undefined;
}

function readService(json: Json): SnapshotService | undefined {
  if (!Array.isArray(json)) return undefined;
  const [id, name, isSample] = json as readonly Json[];
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const service = { id, name, isSample: isSample === true };
  return isTableService(service) ? service : undefined;
}

/** Compresses bytes into text that any XML can carry. */
export function packed(bytes: Uint8Array): string {
  return toBase64(deflateSync(bytes, { level: 6 }));
}

/**
 * The bytes of a text; undefined if `packed` did not write it, or if it would inflate beyond
 * `maxBytes`: it is inflated a little at a time, and no further than that.
 */
export function unpacked(text: string, maxBytes: number): Uint8Array | undefined {
  const compressed = fromBase64(text);
  return compressed === undefined ? undefined : inflated(compressed, maxBytes);
}

/** Arguments of one call. A zip bomb can grow to a thousand times this before it is noticed. */
const PIECE = 4_096;

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  }
  return btoa(pieces.join(''));
}

/** Undefined for any other text. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}

function inflated(compressed: Uint8Array, maxBytes: number): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let hasEnded = false;
  const inflate = new Inflate((piece, isLast) => {
    pieces.push(piece);
    length += piece.length;
    hasEnded = isLast;
  });
  try {
    for (let from = 0; from < compressed.length && length <= maxBytes; from += PIECE) {
      const to = Math.min(from + PIECE, compressed.length);
      inflate.push(compressed.subarray(from, to), to === compressed.length);
    }
  } catch {
    return undefined;
  }
  return hasEnded && length <= maxBytes ? joined(pieces, length) : undefined;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
