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
  /** As it is sent. No date means today, and the day becomes part of the question. */
  readonly date?: string;
  readonly customVariables?: CustomVariables;
}

/** Variables that a client supplies to its own model. */
export type CustomVariables = Readonly<Record<string, CustomValue>>;

export type CustomValue = string | number | boolean;

/**
 * Custom variables as canonical text, sorted by code unit: two spellings of the same set are one
 * question.
 */
export function customVariablesKey(variables: CustomVariables | undefined): string {
  if (variables === undefined) return '';
  const names = Object.keys(variables).sort();
  return names.length === 0 ? '' : JSON.stringify(names.map((name) => [name, variables[name]]));
}
