import { modelIdFault } from '../../engine/contract/paths';
import {
  type FormulaToken,
  formulaTokens,
  readLiteral,
  writeLiteral,
} from '../spreadsheet/formula-tokens';
import type { ModelVariable, WorkbookModel } from '../spreadsheet/host';
import { formulaCalls, locusName, soleToken, tokensText } from '../spreadsheet/locus-calls';

/** A model as a person typed it. */
export interface ModelDraft {
  readonly alias: string;
  readonly modelId: string;
  readonly note: string;
  readonly variables: readonly VariableDraft[];
}

export interface VariableDraft {
  readonly name: string;
  readonly kind: ModelVariable['kind'];
  /** Blank: none. */
  readonly fallback: string;
}

export type ModelReading =
  | { readonly kind: 'model'; readonly model: WorkbookModel }
  | { readonly kind: 'faulty'; readonly faults: readonly ModelFault[] };

export type ModelFault =
  | { readonly field: 'alias'; readonly reason: AliasFault }
  | { readonly field: 'modelId'; readonly reason: 'empty' | 'too-long' | 'unusable' }
  | { readonly field: 'note'; readonly reason: 'too-long' }
  | { readonly field: 'variables'; readonly reason: 'too-many' }
  | {
      readonly field: 'variable';
      readonly index: number;
      readonly part: 'name' | 'fallback';
      readonly reason: 'empty' | 'too-long' | 'unusable' | 'twice' | 'not-a-number';
    };

/**
 * What is wrong with an alias. Faults include:
 *
 * - `not-text`: a cell would read it as a number, a date or a truth value.
 * - `odd-start`: a cell would read its first character as the start of a formula or an error.
 * - `has-break`: it contains a line break or a control character.
 * - `taken`: another model has it.
 */
export type AliasFault = 'empty' | 'too-long' | 'not-text' | 'odd-start' | 'has-break' | 'taken';

/** In characters. */
export const MAX_ALIAS_LENGTH = 64;
/** The maximum number of variables of a model. */
export const MAX_VARIABLES = 50;
const MAX_NOTE_LENGTH = 1_000;
const MAX_VARIABLE_LENGTH = 255;

/** Returns one text for all spellings of an alias that count as the same. */
export function aliasKey(alias: string): string {
  return alias.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

/**
 * Reads a model as a person typed it, with every fault that it has.
 *
 * @param others the models that the alias must not belong to.
 */
export function readModelDraft(
  draft: ModelDraft,
  others: readonly Pick<WorkbookModel, 'alias'>[] = [],
): ModelReading {
  const alias = draft.alias.trim();
  const modelId = draft.modelId.trim();
  const note = draft.note.trim();
  const faults: ModelFault[] = [];
  const aliasReason = aliasFault(alias, others);
  if (aliasReason !== undefined) faults.push({ field: 'alias', reason: aliasReason });
  const idReason = modelIdFault(modelId);
  if (idReason !== undefined) faults.push({ field: 'modelId', reason: idReason });
  if (note.length > MAX_NOTE_LENGTH) faults.push({ field: 'note', reason: 'too-long' });
  if (draft.variables.length > MAX_VARIABLES) {
    faults.push({ field: 'variables', reason: 'too-many' });
    return { kind: 'faulty', faults };
  }
  const variables = draft.variables.map((variable, index) => {
    const earlier = draft.variables.slice(0, index).map(({ name }) => name.trim());
    const { part, reason } = variableFault(variable, earlier);
    if (reason !== undefined) faults.push({ field: 'variable', index, part, reason });
    return toVariable(variable);
  });
  if (faults.length > 0) return { kind: 'faulty', faults };
  return { kind: 'model', model: { alias, modelId, note, variables } };
}

/** Returns the model as a form shows it. */
export function toModelDraft({ variables, ...model }: WorkbookModel): ModelDraft {
  return {
    ...model,
    variables: variables.map(({ name, kind, fallback }) => ({
      name,
      kind,
      fallback: fallback === undefined ? '' : String(fallback),
    })),
  };
}

/** Digits and what stands between them in numbers, dates, times and amounts. */
const NUMBER_LIKE = /^[\d\s.,:/%()\p{Sc}+-]*\d[\d\s.,:/%()\p{Sc}+-]*(?:e[+-]?\d+)?$/iu;
const TRUTH = /^(?:true|false)$/i;
const BREAK = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u;

function aliasFault(
  alias: string,
  others: readonly Pick<WorkbookModel, 'alias'>[],
): AliasFault | undefined {
  if (alias === '') return 'empty';
  if (alias.length > MAX_ALIAS_LENGTH) return 'too-long';
  if (BREAK.test(alias)) return 'has-break';
  if (NUMBER_LIKE.test(alias) || TRUTH.test(alias)) return 'not-text';
  if (/^[=+\-@'#{]/.test(alias)) return 'odd-start';
  const key = aliasKey(alias);
  return others.some((other) => aliasKey(other.alias) === key) ? 'taken' : undefined;
}

function variableFault(
  { name, kind, fallback }: VariableDraft,
  earlier: readonly string[],
): {
  part: 'name' | 'fallback';
  reason?: 'empty' | 'too-long' | 'unusable' | 'twice' | 'not-a-number';
} {
  const written = name.trim();
  if (written === '') return { part: 'name', reason: 'empty' };
  if (written.length > MAX_VARIABLE_LENGTH) return { part: 'name', reason: 'too-long' };
  // LOCVARS reads names with commas between them.
  if (BREAK.test(written) || written.includes(',')) return { part: 'name', reason: 'unusable' };
  if (earlier.includes(written)) return { part: 'name', reason: 'twice' };
  if (fallback.length > MAX_VARIABLE_LENGTH) return { part: 'fallback', reason: 'too-long' };
  if (/\p{Surrogate}/u.test(fallback)) return { part: 'fallback', reason: 'unusable' };
  if (kind === 'number' && fallback.trim() !== '' && readPlainNumber(fallback) === undefined) {
    return { part: 'fallback', reason: 'not-a-number' };
  }
  return { part: 'name' };
}

/** The caller uses the result only if the draft has no fault. */
function toVariable(draft: VariableDraft): ModelVariable {
  const name = draft.name.trim();
  const fallback = draft.fallback.trim();
  if (draft.kind === 'text') {
    return fallback === '' ? { name, kind: 'text' } : { name, kind: 'text', fallback };
  }
  const number = readPlainNumber(fallback);
  return number === undefined
    ? { name, kind: 'number' }
    : { name, kind: 'number', fallback: number };
}

/** Reads a number that a person typed; undefined if it is not one. */
export function readPlainNumber(text: string): number | undefined {
  const number = NUMBER.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Plain decimals, with or without an exponent: `Number` alone would also read "0x1F" and "". */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Whether a formula may ask one of these models: it calls a scoring function, and names one of
 * them or takes the model from elsewhere.
 *
 * @param keys the keys of their aliases.
 */
export function mayAskModel(formula: string, keys: ReadonlySet<string>): boolean {
  return namedModels(formulaTokens(formula)).some(({ key }) => key === undefined || keys.has(key));
}

/** Returns the formula with the alias `from` replaced by `to`; undefined if nothing changes. */
export function renamedInFormula(formula: string, from: string, to: string): string | undefined {
  const tokens = formulaTokens(formula);
  for (const { at, key } of namedModels(tokens)) {
    if (key === aliasKey(from)) tokens[at] = { kind: 'text', text: writeLiteral(to) };
  }
  const renamed = tokensText(tokens);
  return renamed === formula ? undefined : renamed;
}

interface NamedModel {
  /** Index of the token that names the model; -1 if there is no such single token. */
  readonly at: number;
  /** The alias's key; undefined if the model is not written as a text. */
  readonly key: string | undefined;
}

function namedModels(tokens: readonly FormulaToken[]): NamedModel[] {
  return formulaCalls(tokens)
    .filter(({ at }) => locusName(tokens, at)?.startsWith('LOCSCORE'))
    .map(({ args: [model] }) => {
      const at = (model && soleToken(tokens, model)) ?? -1;
      const alias = readLiteral(tokens[at]?.text ?? '');
      return { at, key: alias === undefined ? undefined : aliasKey(alias) };
    });
}
