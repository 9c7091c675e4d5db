import type { CellContent } from '../engine/places/cell';

/** Returns a value of a file as text; "" for a missing one. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return '';
      if (value instanceof Date) return dateText(value);
      if (value instanceof Uint8Array) return bytesText(value);
      if (value instanceof StoredValue) return value.toString();
      return JSON.stringify(value, (_name, inner: unknown) => {
        if (inner instanceof Uint8Array) return bytesText(inner);
        if (inner instanceof Map) return mapJson(inner);
        // Numbers of JSON are doubles, which cannot represent every digit of a larger number.
        if (typeof inner !== 'bigint') return inner;
        return BigInt(Number(inner)) === inner ? Number(inner) : String(inner);
      });
    default:
      return '';
  }
}

/** Returns a value of a file as a cell of a sheet would have it. */
export function toCellContent(value: unknown): CellContent {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // pandas writes NaN for a missing number.
      return Number.isNaN(value) ? null : value;
    default: {
      // A number with more digits than a double keeps stays text.
      const number = value instanceof StoredNumber ? value.toJSON() : undefined;
      return typeof number === 'number' ? number : valueText(value);
    }
  }
}

/** A map becomes an object, unless its keys are not text. */
function mapJson(map: ReadonlyMap<unknown, unknown>): unknown {
  const entries = [...map];
  if (entries.every(([key]) => typeof key === 'string')) return Object.fromEntries(entries);
  return entries.map(([key, value]) => ({ key, value }));
}

/** Only the day, if the date has no time. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date.toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** Decodes bytes that are not declared as text: as text if they are, else as hexadecimal. */
export function bytesText(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return textOfBytes(bytes) ?? Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

/**
 * Decodes bytes if they are text, because many older programs do not declare a column as text.
 * Undefined for other bytes.
 */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    // A geometry begins with a byte of 0 or 1, and might otherwise pass for text.
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * A value of a type that JavaScript lacks. A Parquet output gets it as it was stored, others get
 * text.
 */
export class StoredValue {
  constructor(
    readonly stored: unknown,
    private readonly text: string,
  ) {}

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return this.text;
  }
}

/** A number, such as a decimal with 38 digits. */
export class StoredNumber extends StoredValue {
  /** A number in JSON too, unless that would lose digits. */
  override toJSON(): unknown {
    const digits = String(this).replace(/[-.]/g, '').replace(/^0+/, '');
    return digits.length <= SAFE_DIGITS ? Number(String(this)) : String(this);
  }
}

/** A number that JSON writes otherwise than JavaScript would, such as 1.10. */
export class WrittenNumber extends StoredNumber {}

/** As many digits as a JavaScript number keeps. */
const SAFE_DIGITS = 15;

/** A date, or a time of day. */
export class StoredTime extends StoredValue {
  constructor(
    stored: unknown,
    text: string,
    /** The day in the time zone that the file names: `2024-03-01`. */
    readonly day: string,
  ) {
    super(stored, text);
  }
}
