import { ownField } from '../../engine/contract/json-checks';

/** Reads a JSON value as the type it should have; undefined if it does not. */
export type JsonReader<Value> = (value: unknown) => Value | undefined;

export type FieldReaders<Value> = { readonly [Name in keyof Value]-?: JsonReader<Value[Name]> };

/** An object whose fields are all valid; other fields are left out. */
export function objectOf<Value extends object>(fields: FieldReaders<Value>): JsonReader<Value> {
  const readers = Object.entries<JsonReader<unknown>>(fields);
  return (value) => {
    const read = readers.map(([name, reader]) => [name, reader(ownField(value, name))] as const);
    return read.some(([, field]) => field === undefined)
      ? undefined
      : (Object.fromEntries(read) as Value);
  };
}

export function text(isFit: (text: string) => boolean = () => true): JsonReader<string> {
  return (value) => (typeof value === 'string' && isFit(value) ? value : undefined);
}

/** Both bounds are allowed. */
export function number(least: number, most: number): JsonReader<number> {
  return (value) =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

/** Both bounds are allowed. */
export function wholeNumber(least: number, most: number): JsonReader<number> {
  const within = number(least, most);
  return (value) => (Number.isInteger(value) ? within(value) : undefined);
}

export function listOf<Value>(reader: JsonReader<Value>): JsonReader<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const read = value.map(reader);
    return read.every((each) => each !== undefined) ? read : undefined;
  };
}

export function oneOf<Value>(...values: readonly Value[]): JsonReader<Value> {
  return (value) => values.find((each) => each === value);
}

export function nullOr<Value>(reader: JsonReader<Value>): JsonReader<Value | null> {
  return (value) => (value === null ? null : reader(value));
}

/** If this field is damaged, the rest of the record still counts. */
export function orElse<Value>(reader: JsonReader<Value>, otherwise: Value): JsonReader<Value> {
  return (value) => {
    const read = reader(value);
    // Null may be a valid value.
    return read === undefined ? otherwise : read;
  };
}
