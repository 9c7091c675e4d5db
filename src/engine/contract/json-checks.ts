/**
 * The result of a check against the contract: the value, or one plain reason why it does not fit.
 */
export type Checked<T> = Valid<T> | Invalid;

export interface Valid<T> {
  readonly kind: 'valid';
  readonly value: T;
}

export interface Invalid {
  readonly kind: 'invalid';
  /** Names the field and the rule. Never repeats what was received, which may hold a credential. */
  readonly reason: string;
}

export function valid<T>(value: T): Valid<T> {
  return { kind: 'valid', value };
}

export function invalid(reason: string): Invalid {
  return { kind: 'invalid', reason };
}

/** A field of a JSON value, if it is the value's own; never one of its prototype. */
export function ownField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether this is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
