import { isJsonObject, ownJson, withFields, type Json, type JsonObject } from './json-document';
import { aliasKey } from './workbook-model';
import type { ModelVariable, WorkbookModel } from '../spreadsheet/host';
import {
  DEFAULT_MODEL,
  entriesOf,
  isPresent,
  LAST_STAMP,
  type OptionValue,
  SECTIONS,
  stampOf,
  type VariableSet,
} from './workbook-settings';

/** One change to a workbook's settings. The caller has already checked what a person typed. */
export type SettingsEdit =
  /**
   * Adds a model or, with `replaces`, changes one and perhaps its alias. With `keepsReplaced` the
   * old alias stays too, so that formulas can be changed from one to the other.
   */
  | {
      readonly kind: 'put-model';
      readonly model: WorkbookModel;
      readonly replaces?: string;
      readonly keepsReplaced?: boolean;
    }
  | { readonly kind: 'remove-model'; readonly alias: string }
  | { readonly kind: 'choose-default'; readonly alias: string | undefined }
  | { readonly kind: 'put-set'; readonly set: VariableSet; readonly replaces?: string }
  | { readonly kind: 'remove-set'; readonly name: string }
  | { readonly kind: 'set-option'; readonly name: string; readonly value: OptionValue };

/** `taken`: another entry has this alias or name. `too-many`: a workbook holds no more of them. */
export type EditFault = 'taken' | 'too-many';

export type Edited =
  | { readonly kind: 'edited'; readonly document: JsonObject }
  | { readonly kind: 'not-saved'; readonly reason: EditFault };

/** The maximum number of models, and of variable sets. */
export const MAX_ENTRIES = 500;

/** Removed entries leave their stamps, so that an older copy does not restore them. */
const MAX_REMOVED = 200;

/** Makes all of the edits in order, or none. Keeps fields that this version does not know. */
export function editSettings(
  document: JsonObject,
  edits: readonly SettingsEdit[],
  now: number,
): Edited {
  let edited = document;
  for (const edit of edits) {
    const next = applied(edited, edit, now);
    if (typeof next === 'string') return { kind: 'not-saved', reason: next };
    edited = next;
  }
  return { kind: 'edited', document: edited };
}

function applied(document: JsonObject, edit: SettingsEdit, now: number): JsonObject | EditFault {
  switch (edit.kind) {
    case 'put-model': {
      const { alias, modelId, note, variables } = edit.model;
      const fields = { alias, modelId, note, variables: variables.map(toJson) };
      const { replaces, keepsReplaced } = edit;
      const replaced = { name: replaces, isKept: keepsReplaced };
      const next = put(document, SECTIONS.models, alias, replaced, fields, now);
      if (typeof next === 'string' || replaces === undefined) return next;
      const isDefault = aliasKey(replaces) === aliasKey(defaultAlias(document));
      return isDefault ? withDefault(next, alias, now) : next;
    }
    case 'remove-model':
      return withEntry(document, SECTIONS.models, aliasKey(edit.alias), REMOVED, now);
    case 'choose-default':
      return withDefault(document, edit.alias, now);
    case 'put-set': {
      const { name, names } = edit.set;
      const fields = { name, names: [...names] };
      const replaced = { name: edit.replaces, isKept: false };
      return put(document, SECTIONS.variableSets, name, replaced, fields, now);
    }
    case 'remove-set':
      return withEntry(document, SECTIONS.variableSets, aliasKey(edit.name), REMOVED, now);
    case 'set-option':
      return withEntry(document, SECTIONS.options, edit.name, { value: edit.value }, now);
  }
}

type Fields = Readonly<Record<string, Json>>;
type Section = (typeof SECTIONS)[keyof typeof SECTIONS];

const REMOVED: Fields = { removed: true };

function put(
  document: JsonObject,
  section: Section,
  name: string,
  replaced: { readonly name: string | undefined; readonly isKept: boolean | undefined },
  fields: Fields,
  now: number,
): JsonObject | EditFault {
  const key = aliasKey(name);
  const oldKey = replaced.name === undefined ? undefined : aliasKey(replaced.name);
  const entries = new Map(entriesOf(document, section));
  if (entries.has(key) && key !== oldKey) return 'taken';
  const old = oldKey === undefined ? undefined : entries.get(oldKey);
  if (old === undefined && entries.size >= MAX_ENTRIES) return 'too-many';
  const keepsOld = oldKey === undefined || oldKey === key || replaced.isKept === true;
  const base = keepsOld ? document : withEntry(document, section, oldKey, REMOVED, now);
  // Keeps what a later version added to the entry.
  return withEntry(base, section, key, { ...old, ...fields }, now);
}

function withEntry(
  document: JsonObject,
  section: Section,
  key: string,
  fields: Fields,
  now: number,
): JsonObject {
  const json = ownJson(document, section);
  const entries = isJsonObject(json) ? json : {};
  const entry = stamped(fields, ownJson(entries, key), now);
  return withFields(document, [[section, pruned(withFields(entries, [[key, entry]]))]]);
}

function withDefault(document: JsonObject, alias: string | undefined, now: number): JsonObject {
  const fields: Fields = alias === undefined ? {} : { alias };
  return withFields(document, [
    [DEFAULT_MODEL, stamped(fields, ownJson(document, DEFAULT_MODEL), now)],
  ]);
}

function defaultAlias(document: JsonObject): string {
  const entry = ownJson(document, DEFAULT_MODEL);
  const alias = isJsonObject(entry) ? ownJson(entry, 'alias') : undefined;
  return typeof alias === 'string' ? alias : '';
}

/** Stamped later than what it replaces, even if that was stamped by a clock that runs ahead. */
function stamped(fields: Fields, before: Json | undefined, now: number): JsonObject {
  const at = Math.min(LAST_STAMP, Math.max(Math.floor(now), (stampOf(before) ?? -1) + 1));
  return { ...fields, at };
}

function pruned(entries: JsonObject): JsonObject {
  const removed = Object.entries(entries).filter(
    ([, entry]) => stampOf(entry) !== undefined && !isPresent(entry),
  );
  if (removed.length <= MAX_REMOVED) return entries;
  const oldest = removed
    .sort(([, one], [, other]) => (stampOf(one) ?? 0) - (stampOf(other) ?? 0))
    .slice(0, removed.length - MAX_REMOVED);
  return withFields(
    entries,
    oldest.map(([key]) => [key, undefined]),
  );
}

function toJson({ name, kind, fallback }: ModelVariable): JsonObject {
  return fallback === undefined ? { name, kind } : { name, kind, default: fallback };
}
