import type { CellContent } from '../engine/places/cell';

/** A value of a file as text; "" for none. */
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
        // JSON's numbers are doubles, which cannot hold every digit of a larger one.
        if (typeof inner !== 'bigint') return inner;
        return BigInt(Number(inner)) === inner ? Number(inner) : String(inner);
      });
    default:
      return '';
  }
}

/** A value of a file as a cell of a sheet would hold it. */
export function toCellContent(value: unknown): CellContent {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // pandas writes NaN where there is no number.
      return Number.isNaN(value) ? null : value;
    default: {
      // One with more digits than a number keeps is its text.
      const number = value instanceof StoredNumber ? value.toJSON() : undefined;
      return typeof number === 'number' ? number : valueText(value);
    }
  }
}

/** An object, unless its keys are no texts. */
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

/** Converts bytes not declared as text: decodes them if they are text, else writes them in hex. */
export function bytesText(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return textOfBytes(bytes) ?? Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

/** Decodes bytes if they are text: many older programs do not declare a column as text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    // A geometry begins with a byte of 0 or 1, and could otherwise pass for text.
    return CONTROL.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** A value that JavaScript has no type for: a Parquet output gets it as stored, others as text. */
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

/** As many as a JavaScript number keeps. */
const SAFE_DIGITS = 15;

/** A date, or a time of a day. */
export class StoredTime extends StoredValue {
  constructor(
    stored: unknown,
    text: string,
    /** In the time zone that the file names: `2024-03-01`. */
    readonly day: string,
  ) {
    super(stored, text);
  }
}
