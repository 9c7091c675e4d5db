import { StoredNumber, StoredValue, valueText, WrittenNumber } from './value-text';

/** The value of a field, from its text. Whatever it is, it is written as it was. */
export function cellOf(text: string): unknown {
  switch (text[0]) {
    case '"':
      return JSON.parse(text);
    case '{':
    case '[':
      return new JsonText(text);
    case 'n':
      return null;
    case 't':
    case 'f':
      return text === 'true';
    default: {
      const number = Number(text);
      if (Number.isNaN(number) || !/\d/.test(text)) return new JsonText(text);
      const isKept = Number.isSafeInteger(number) || !Number.isInteger(number);
      if (isKept && String(number) === text) return number;
      return new WrittenNumber(text, text);
    }
  }
}

/** An object or a list, as it was written. */
export class JsonText extends StoredValue {
  constructor(text: string) {
    super(text, text);
  }
}

/** A cell as JSON; what JSON has no type for is text. */
export function jsonOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof JsonText) return String(value);
  if (value instanceof StoredNumber && JSON_NUMBER.test(String(value))) return String(value);
  return JSON.stringify(valueText(value));
}

/** The number that a cell surely is. */
export function numberText(value: unknown): string {
  const text = valueText(value);
  return JSON_NUMBER.test(text) ? text : 'null';
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
