import type { MemberText } from '../engine/contract/json-text';
import { exactQuotation } from '../engine/language/quotation';
import { countText } from '../engine/language/speech';
import { FileFault } from './table';
import { StoredNumber, StoredValue, valueText, WrittenNumber } from './value-text';

/** The names of all objects' fields, in the order in which they first appear. */
export class FieldNames {
  private readonly lastSeen = new Map<string, number>();

  /**
   * @param count the number of the object, as `where` names it.
   * @throws FileFault for two fields of one name: a table has room for one, and JSON readers differ
   * on which one counts.
   */
  take(members: readonly MemberText[], where: string, count: number): void {
    for (const { name } of members) {
      if (this.lastSeen.get(name) === count) {
        throw new FileFault(
          `${where} ${countText(count)} has two fields “${exactQuotation(name, 40)}”. Rename one.`,
          count,
        );
      }
      this.lastSeen.set(name, count);
    }
  }

  get all(): readonly string[] {
    return [...this.lastSeen.keys()];
  }
}

/** Returns the value of a field. It is written again as it was. */
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

/** An object or a list, written as it was. */
export class JsonText extends StoredValue {
  constructor(text: string) {
    super(text, text);
  }
}

/** Writes a cell as JSON. Values of types that JSON lacks become text. */
export function jsonOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Number.isNaN(value)) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof JsonText) return String(value);
  if (value instanceof StoredNumber && JSON_NUMBER.test(String(value))) return String(value);
  return JSON.stringify(valueText(value));
}

/** Returns the number that a cell certainly is, as text. */
export function numberText(value: unknown): string {
  const text = valueText(value);
  return JSON_NUMBER.test(text) ? text : 'null';
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
