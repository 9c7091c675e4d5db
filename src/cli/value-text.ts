import type { CellContent } from '../engine/places/cell';
import { bytesText } from './byte-text';
import { StoredNumber, StoredValue } from './stored-value';

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
    case 'number':
    case 'boolean':
      return value;
    default:
      return value instanceof StoredNumber ? Number(value.toString()) : valueText(value);
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
