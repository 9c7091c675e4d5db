import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { isSound, type AnswerRow } from './answer-table';
import { ownJson, readJsonObject, type Json } from './json-document';

/**
 * Writes rows, of which those of a subject follow each other, as a JSON document: names and
 * services, then a column for each field. A change of this form needs a new version of the part.
 *
 * Numbers are not written as JSON: fflate takes any three digits that came before for a match,
 * which makes columns of digits a quarter longer.
 */
export function writeColumns(rows: readonly AnswerRow[]): string {
  const names = [...new Set(rows.map(({ name }) => name))].sort();
  const services = new Map(rows.map(({ service }) => [service.id, service]));
  const ids = [...services.keys()].sort();
  const starts = rows.flatMap(({ fingerprint }, at) =>
    fingerprint === rows[at - 1]?.fingerprint ? [] : [at],
  );
  const fingerprints = starts.map((start) => rows[start]?.fingerprint ?? '');
  const decimals = rows.map(({ value }) => decimalsOf(value));
  return JSON.stringify({
    names,
    services: ids.map((id) => [id, services.get(id)?.name, services.get(id)?.isSample]),
    subjects: starts.length,
    high: column(fingerprints.map((fingerprint) => parseInt(fingerprint.slice(0, 8), 16))),
    low: column(fingerprints.map((fingerprint) => parseInt(fingerprint.slice(8), 16))),
    counts: column(starts.map((start, index) => (starts[index + 1] ?? rows.length) - start)),
    name: column(rows.map(({ name }) => names.indexOf(name))),
    service: column(rows.map(({ service }) => ids.indexOf(service.id))),
    at: column(rows.map(({ at }, index) => unsigned((at - (rows[index - 1]?.at ?? 0)) / 1000))),
    decimals: decimals.join(''),
    whole: column(
      rows.flatMap(({ value }, index) => {
        const scale = 10 ** Number(decimals[index]);
        return value === null || Number.isNaN(scale) ? [] : [unsigned(Math.round(value * scale))];
      }),
    ),
    exact: rows.flatMap(({ value }, index) => (decimals[index] === EXACT ? [value] : [])),
  });
}

/** Reads the rows of a document. Undefined for any text that `writeColumns` did not write. */
export function readColumns(text: string): readonly AnswerRow[] | undefined {
  return rowsOf(columnsOf(text));
}

/** Reads a document without checking it: NaN and `UNSOUND` stand for what is unreadable. */
function columnsOf(text: string) {
  const json = readJsonObject(text);
  const field = (name: string): Json | undefined => json && ownJson(json, name);
  const numbers = (name: string, count: number): readonly number[] =>
    readColumn(textOf(field(name)), count);
  const decimals = textOf(field('decimals'));
  const answers = Math.min(decimals.length, MAX_ROWS);
  const subjects = Math.min(Number(field('subjects')), answers);
  return {
    names: listOf(field('names')).map(textOf),
    services: listOf(field('services')).map((service) => {
      const [id, name, isSample] = listOf(service);
      return { id: textOf(id), name: textOf(name), isSample: isSample === true };
    }),
    subjects: field('subjects'),
    high: numbers('high', subjects),
    low: numbers('low', subjects),
    counts: numbers('counts', subjects),
    name: numbers('name', answers),
    service: numbers('service', answers),
    at: numbers('at', answers),
    decimals,
    whole: numbers('whole', decimals.replace(/\D/g, '').length),
    exact: listOf(field('exact')).map((value) => (typeof value === 'number' ? value : NaN)),
  };
}

/** Returns the rows if all of them are sound, else undefined. */
function rowsOf(columns: ReturnType<typeof columnsOf>): readonly AnswerRow[] | undefined {
  const { names, services, subjects, counts, decimals, whole, exact } = columns;
  const rows: AnswerRow[] = [];
  let [second, nextWhole, nextExact] = [0, 0, 0];
  for (const [subject, count] of counts.entries()) {
    const fingerprint = hex(columns.high[subject]) + hex(columns.low[subject]);
    const end = rows.length + count;
    if (!(count > 0)) return undefined;
    for (let index = rows.length; index < end; index += 1) {
      const [name, service] = [
        names[columns.name[index] ?? NaN],
        services[columns.service[index] ?? NaN],
      ];
      const kind = decimals[index];
      second += signed(columns.at[index]);
      let value: number | null | undefined = null;
      if (kind === EXACT) value = exact[nextExact++];
      else if (kind !== NO_VALUE) value = signed(whole[nextWhole++]) / 10 ** Number(kind);
      if (name === undefined || service === undefined || value === undefined) return undefined;
      const row = { fingerprint, name, service, at: 1000 * second, value };
      if (!isSound(row)) return undefined;
      rows.push(row);
    }
  }
  const isAll = rows.length === decimals.length && nextExact === exact.length;
  return isAll && rows.length > 0 && counts.length === subjects ? rows : undefined;
}

const NO_VALUE = '-';
/** A value with more digits than a whole number and its decimals can hold. */
const EXACT = 'x';
/** No name, no number, no service. */
const UNSOUND = '?';
/** More than any block has. */
const MAX_ROWS = 100_000;

/** Returns how many decimals a value has: `2` for 12.34, which is kept as 1234 without loss. */
function decimalsOf(value: number | null): string {
  if (value === null) return NO_VALUE;
  for (let decimals = 0; decimals < 10; decimals += 1) {
    const whole = Math.round(value * 10 ** decimals);
    if (Math.abs(whole) > MAX_WHOLE) break;
    if (whole / 10 ** decimals === value) return String(decimals);
  }
  return EXACT;
}

/** Twice this, with its sign, still fits in an integer of 53 bits. */
const MAX_WHOLE = 2 ** 51;

/**
 * Writes whole numbers of up to 53 bits as text: the lowest byte of each, then the next of each,
 * and so on. Similar bytes are then together, and compress well.
 */
function column(numbers: readonly number[]): string {
  const planes: string[] = [];
  for (let rest = numbers; rest.some((number) => number > 0);) {
    planes.push(
      strFromU8(
        Uint8Array.from(rest, (number) => number % 256),
        true,
      ),
    );
    rest = rest.map((number) => Math.floor(number / 256));
  }
  return btoa(planes.join(''));
}

/** Reads what `column` wrote. Returns no number if that did not write the text. */
function readColumn(text: string, count: number): readonly number[] {
  let planes = '';
  try {
    planes = atob(text);
  } catch {
    return [];
  }
  return Array.from({ length: count }, (_, index) => {
    let number = 0;
    for (let at = index, scale = 1; at < planes.length; at += count, scale *= 256) {
      number += planes.charCodeAt(at) * scale;
    }
    return safe(number);
  });
}

function safe(number: number): number {
  return Number.isSafeInteger(number) ? number : NaN;
}

function unsigned(number: number): number {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

/** Reads what `unsigned` wrote: 1 is -1, 2 is 1, and 3 is -2. */
function signed(number = NaN): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

/** Eight digits for 32 bits. */
function hex(word = NaN): string {
  return word.toString(16).padStart(8, '0');
}

function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : UNSOUND;
}

function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : [];
}

/** The bytes of a text that has a character for each. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return strToU8(text, true);
}

/** Compresses a text, a character a byte, into one that any XML can carry. */
export function packed(text: string): string {
  return btoa(strFromU8(deflateSync(bytesOf(text), { level: 6 }), true));
}

/**
 * Returns the text that `packed` took, if it has at most `most` characters; undefined for any
 * other. It is inflated a little at a time, and no further than that.
 */
export function unpacked(base64: string, most: number): string | undefined {
  let text = '';
  let hasEnded = false;
  const inflate = new Inflate((piece, isLast) => {
    text += strFromU8(piece, true);
    hasEnded = isLast;
  });
  try {
    const bytes = bytesOf(atob(base64));
    for (let from = 0; from < bytes.length && text.length <= most; from += PIECE) {
      inflate.push(bytes.subarray(from, from + PIECE), from + PIECE >= bytes.length);
    }
  } catch {
    return undefined;
  }
  return hasEnded && text.length <= most ? text : undefined;
}

/** A zip bomb can grow to a thousand times this before it is noticed. */
const PIECE = 4_096;
