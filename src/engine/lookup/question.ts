import type { Place } from './place';

/** One value wanted: an attribute at a place, or a model's score of a place. */
export type Question = AttributeQuestion | ScoreQuestion;

export interface AttributeQuestion {
  readonly kind: 'attribute';
  readonly place: Place;
  /** Trimmed, lower case, `[a-z0-9_]+`. */
  readonly name: string;
}

export interface ScoreQuestion {
  readonly kind: 'score';
  readonly place: Place;
  /** The service's own model identifier, never an alias. */
  readonly model: string;
  /** The date as it is sent. Left out: today, and that day becomes part of the question's key. */
  readonly date?: string;
  readonly customVariables?: CustomVariables;
}

/** Variables that a client supplies to its own model. */
export type CustomVariables = Readonly<Record<string, CustomValue>>;

export type CustomValue = string | number | boolean;

/**
 * Returns custom variables as canonical text, sorted by code unit, so that the same variables in
 * another order are the same question. Empty if there are none.
 */
export function customVariablesKey(variables: CustomVariables | undefined): string {
  if (variables === undefined) return '';
  const names = Object.keys(variables).sort();
  return names.length === 0 ? '' : JSON.stringify(names.map((name) => [name, variables[name]]));
}
