import type * as z from 'zod/mini';

/** Something held against the contract: it fits, or one plain English reason why not. */
export type Checked<T> = Valid<T> | Invalid;

export interface Valid<T> {
  readonly kind: 'valid';
  readonly value: T;
}

export interface Invalid {
  readonly kind: 'invalid';
  /** Names the field and the rule. Never repeats what was received: it may hold a credential. */
  readonly reason: string;
}

/** Holds a value against a schema whose every message is a whole sentence. */
export function checkedBy<T>(schema: z.ZodMiniType<T>, value: unknown): Checked<T> {
  const result = schema.safeParse(value);
  if (result.success) return { kind: 'valid', value: result.data };
  return {
    kind: 'invalid',
    reason: result.error.issues[0]?.message ?? 'The request is not valid.',
  };
}

/** For reading a field of a JSON value without ever meeting its prototype. */
export function ownField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
