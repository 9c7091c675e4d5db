import {
  canonicalJson,
  isJsonObject,
  ownJson,
  withFields,
  type Json,
  type JsonObject,
} from './json-document';
import { aliasKey, readModelDraft, type VariableDraft } from './workbook-model';
import type { WorkbookModel } from '../spreadsheet/host';

/**
 * A workbook's settings, read from a document that anyone may have written. The document keeps
 * whatever this version does not understand. Settings include no credential and no service address:
 * Locus ignores any that the document contains.
 */
export interface WorkbookSettings {
  /** In the order of their aliases. */
  readonly models: readonly WorkbookModel[];
  /** One of the models. */
  readonly defaultModel: WorkbookModel | undefined;
  /** In the order of their names. */
  readonly variableSets: readonly VariableSet[];
  /** Options of the workbook rather than of a person, by name. */
  readonly options: ReadonlyMap<string, OptionValue>;
  /** The model with this alias, regardless of case. */
  modelOf(alias: string): WorkbookModel | undefined;
}

/** A named list of attribute names. */
export interface VariableSet {
  readonly name: string;
  readonly names: readonly string[];
}

export type OptionValue = string | number | boolean;

/** The sections of the document. Each holds entries by key, stamped with `at`. */
export const SECTIONS = {
  models: 'models',
  variableSets: 'variableSets',
  options: 'options',
} as const;

/** An entry of its own, beside the sections. */
export const DEFAULT_MODEL = 'defaultModel';

/** Twice what a workbook may hold, since two copies may have been merged. */
const MAX_READ = 1_000;
const MAX_SET_NAME_LENGTH = 100;
const ATTRIBUTE_NAME = /^[a-z0-9_]{1,255}$/;

/** Reads the settings. Never throws; an entry that is unusable is left out. */
export function readWorkbookSettings(document: JsonObject): WorkbookSettings {
  const byKey = new Map<string, WorkbookModel>();
  for (const [key, entry] of entriesOf(document, SECTIONS.models).slice(0, MAX_READ)) {
    const model = readModel(entry);
    if (model !== undefined && aliasKey(model.alias) === key) byKey.set(key, model);
  }
  const modelOf = (alias: string): WorkbookModel | undefined => byKey.get(aliasKey(alias));
  return {
    models: [...byKey.values()].sort((one, other) => inOrder(one.alias, other.alias)),
    defaultModel: modelOf(readDefault(document)),
    variableSets: readSets(document),
    options: readOptions(document),
    modelOf,
  };
}

/** Returns the entries of a section by key, without those that are removed. */
export function entriesOf(document: JsonObject, section: string): [string, JsonObject][] {
  const json = ownJson(document, section);
  if (!isJsonObject(json)) return [];
  return Object.entries(json).filter((entry): entry is [string, JsonObject] => isPresent(entry[1]));
}

/** Whether this is an entry, with its stamp, that is not removed. */
export function isPresent(entry: Json | undefined): boolean {
  return stampOf(entry) !== undefined && isJsonObject(entry) && ownJson(entry, 'removed') !== true;
}

function readModel(entry: JsonObject): WorkbookModel | undefined {
  const variables = ownJson(entry, 'variables') ?? [];
  if (!Array.isArray(variables)) return undefined;
  const drafts = (variables as readonly Json[]).map(readVariable);
  const whole = drafts.filter((draft) => draft !== undefined);
  const reading = readModelDraft({
    alias: textOf(entry, 'alias'),
    modelId: textOf(entry, 'modelId'),
    note: textOf(entry, 'note'),
    variables: whole,
  });
  return reading.kind === 'model' && whole.length === drafts.length ? reading.model : undefined;
}

function readVariable(json: Json): VariableDraft | undefined {
  if (!isJsonObject(json)) return undefined;
  const kind = ownJson(json, 'kind');
  const fallback = ownJson(json, 'default') ?? '';
  if (kind !== 'number' && kind !== 'text') return undefined;
  if (typeof fallback !== 'string' && typeof fallback !== 'number') return undefined;
  return { name: textOf(json, 'name'), kind, fallback: String(fallback) };
}

function readDefault(document: JsonObject): string {
  const entry = ownJson(document, DEFAULT_MODEL);
  return isJsonObject(entry) ? textOf(entry, 'alias') : '';
}

function readSets(document: JsonObject): VariableSet[] {
  const entries = entriesOf(document, SECTIONS.variableSets).slice(0, MAX_READ);
  const sets = entries.flatMap(([key, entry]) => {
    const name = textOf(entry, 'name').trim();
    const names = ownJson(entry, 'names');
    if (name === '' || name.length > MAX_SET_NAME_LENGTH || aliasKey(name) !== key) return [];
    return Array.isArray(names)
      ? [{ name, names: (names as readonly Json[]).filter(isAttributeName) }]
      : [];
  });
  return sets.sort((one, other) => inOrder(one.name, other.name));
}

function readOptions(document: JsonObject): Map<string, OptionValue> {
  const options = new Map<string, OptionValue>();
  for (const [name, entry] of entriesOf(document, SECTIONS.options)) {
    const value = ownJson(entry, 'value');
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      options.set(name, value);
    }
  }
  return options;
}

function isAttributeName(json: Json): json is string {
  return typeof json === 'string' && ATTRIBUTE_NAME.test(json);
}

function textOf(object: JsonObject, name: string): string {
  const json = ownJson(object, name);
  return typeof json === 'string' ? json : '';
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function inOrder(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/**
 * Merges two copies of a workbook's settings: everything that either has and, if both have an
 * entry, the one stamped later. Neither the order of merging nor merging twice makes a difference.
 * Sections that this version does not know are merged by the same rule.
 */
export function mergeWorkbookSettings(one: JsonObject, other: JsonObject): JsonObject {
  return withFields(
    one,
    Object.entries(other).map(([name, json]) => {
      const known = ownJson(one, name);
      return [name, known === undefined ? json : merged(known, json)];
    }),
  );
}

/** When an entry was last changed, in epoch milliseconds; undefined for anything but an entry. */
export function stampOf(json: Json | undefined): number | undefined {
  if (!isJsonObject(json)) return undefined;
  const at = ownJson(json, 'at');
  const isStamp = typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 && at <= LAST_STAMP;
  return isStamp ? at : undefined;
}

/** The end of the year 9999: a stamp beyond it would outlast every change that a person makes. */
export const LAST_STAMP = 253_402_300_799_999;

/**
 * The greater of two always wins: a stamped entry ranks above an object, that above a list, and
 * that above a plain value. Two objects without a stamp are merged.
 */
function merged(one: Json, other: Json): Json {
  const byRank = rankOf(one) - rankOf(other);
  if (byRank !== 0) return byRank > 0 ? one : other;
  const oneAt = stampOf(one);
  const otherAt = stampOf(other);
  if (oneAt !== undefined && otherAt !== undefined) {
    if (oneAt !== otherAt) return oneAt > otherAt ? one : other;
  } else if (isJsonObject(one) && isJsonObject(other)) return mergeWorkbookSettings(one, other);
  return canonicalJson(one) >= canonicalJson(other) ? one : other;
}

function rankOf(json: Json): number {
  if (stampOf(json) !== undefined) return 3;
  if (isJsonObject(json)) return 2;
  return Array.isArray(json) ? 1 : 0;
}
