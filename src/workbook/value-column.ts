import { BrokenBytes } from './byte-reader';
import type { ByteReader } from './byte-reader';
import type { ByteWriter } from './byte-writer';

/**
 * Most values have few digits: each is kept as an integer with its number of decimals, or else as
 * its 64 bits. Exact either way. NaN means "no value here".
 */
export function writeValues(writer: ByteWriter, values: Float64Array): void {
  const kinds = new Uint8Array(values.length);
  values.forEach((value, index) => {
    kinds[index] = kindOf(value);
    writer.byte(kinds[index]);
  });
  values.forEach((value, index) => {
    const decimals = kinds[index] as number;
    if (decimals <= MAX_DECIMALS) writer.integer(Math.round(value * (SCALES[decimals] as number)));
  });
  values.forEach((value, index) => {
    if (kinds[index] === WHOLE_BITS) writer.double(value);
  });
}

/** @throws BrokenBytes for what `writeValues` did not write. */
export function readValues(reader: ByteReader, count: number): Float64Array {
  const kinds = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) kinds[index] = reader.byte();
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[index] as number;
    if (kind <= MAX_DECIMALS) values[index] = reader.integer() / (SCALES[kind] as number);
    else if (kind === NO_VALUE) values[index] = Number.NaN;
    else if (kind !== WHOLE_BITS) throw new BrokenBytes();
  }
  for (let index = 0; index < count; index += 1) {
    if (kinds[index] !== WHOLE_BITS) continue;
    const value = reader.double();
    if (!Number.isFinite(value)) throw new BrokenBytes();
    values[index] = value + 0;
  }
  return values;
}

const MAX_DECIMALS = 9;
const WHOLE_BITS = 10;
const NO_VALUE = 11;
const SCALES = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/** Twice this, with its sign, still fits in an integer of 53 bits. */
const MAX_INTEGER = 2 ** 51;

function kindOf(value: number): number {
  if (Number.isNaN(value)) return NO_VALUE;
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = SCALES[decimals] as number;
    const whole = Math.round(value * scale);
    if (Math.abs(whole) > MAX_INTEGER) break;
    if (whole / scale === value) return decimals;
  }
  return WHOLE_BITS;
}
