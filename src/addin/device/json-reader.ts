import { ownField } from '../../engine/contract/json-checks';

/** Reads a JSON value as the type it should have; undefined if it does not. */
export type JsonReader<Value> = (value: unknown) => Value | undefined;

export type FieldReaders<Value> = { readonly [Name in keyof Value]-?: JsonReader<Value[Name]> };

/** Reads an object whose fields are all valid. Other fields are left out. */
export function objectOf<Value extends object>(fields: FieldReaders<Value>): JsonReader<Value> {
  const readers = Object.entries<JsonReader<unknown>>(fields);
  return (value) => {
    const read = readers.map(([name, reader]) => [name, reader(ownField(value, name))] as const);
    return read.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(read) as Value);
  };
}

/** Reads a text that fits; any text by default. */
export function text(isFit: (text: string) => boolean = () => true): JsonReader<string> {
  return (value) => (typeof value === 'string' && isFit(value) ? value : undefined);
}

/** Reads a number. Both bounds are allowed. */
export function number(least: number, most: number): JsonReader<number> {
  return (value) =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

/** Reads a whole number. Both bounds are allowed. */
export function wholeNumber(least: number, most: number): JsonReader<number> {
  const within = number(least, most);
  return (value) => (Number.isInteger(value) ? within(value) : undefined);
}

/** Reads a list, in which one invalid item makes the whole list invalid. */
export function listOf<Value>(reader: JsonReader<Value>): JsonReader<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const read = value.map(reader);
    return read.every((each) => each !== undefined) ? read : undefined;
  };
}

/** Reads one of these values, compared with `===`. */
export function oneOf<Value>(...values: readonly Value[]): JsonReader<Value> {
  return (value) => values.find((each) => each === value);
}

/** Reads null, or what the reader reads. */
export function nullOr<Value>(reader: JsonReader<Value>): JsonReader<Value | null> {
  return (value) => (value === null ? null : reader(value));
}

/**
 * Reads a field that has this value if it is damaged, so that the rest of the record still counts.
 */
export function orElse<Value>(reader: JsonReader<Value>, otherwise: Value): JsonReader<Value> {
  return (value) => {
    const read = reader(value);
    // Null may be a valid value.
    return read === undefined ? otherwise : read;
  };
}
