import { MAX_ENTRIES } from '../../workbook/workbook-edits';
import { MAX_ALIAS_LENGTH, MAX_VARIABLES } from '../../workbook/workbook-model';
import type { AliasRefusal, ModelRefusal } from '../../workbook/workbook-model';
import type { ModelVariable, WorkbookModel } from '../../spreadsheet/scoring-model';
import type { SettingsReading, SettingsSaving } from '../../workbook/workbook-store';

/** What to do about a field of the form, in a sentence. */
export function refusalMessage(refusal: ModelRefusal): string {
  switch (refusal.field) {
    case 'alias':
      return ALIAS_REFUSALS[refusal.reason];
    case 'modelId':
      return ID_REFUSALS[refusal.reason];
    case 'note':
      return 'This note is too long. Keep it to 1,000 characters.';
    case 'variables':
      return `A model has at most ${MAX_VARIABLES} variables here.`;
    case 'variable':
      return refusal.part === 'name' ? NAME_WORDS[refusal.reason] : VALUE_WORDS[refusal.reason];
  }
}

/** What looks unusual about an id that may well be right. */
export function idHint(modelId: string): string | undefined {
  const id = modelId.trim();
  if (/^https?:/i.test(id))
    return 'This looks like an address. A model’s id is usually its last part.';
  if (/[^\w.~-]/.test(id)) return 'An unusual id. It is sent exactly as written.';
  return undefined;
}

/** Why a change was not made; undefined where it was. */
export function savingMessage(saving: SettingsSaving): string | undefined {
  if (saving.kind === 'saved') return undefined;
  return saving.kind === 'failed'
    ? `Not saved. ${saving.message}`
    : `Not saved. ${SAVING_REFUSALS[saving.reason]}`;
}

/** What a person should know of how the settings were read; undefined where all is well. */
export function readingMessage(reading: SettingsReading): string | undefined {
  switch (reading.kind) {
    case 'newer':
      return 'A newer version of Locus has written this workbook’s models. They can be used but not changed here: update Locus to change them.';
    case 'damaged':
      return 'Some of what Locus keeps in this workbook is damaged. It stays in the file, set aside; what could be read is here.';
    case 'failed':
      return `This workbook’s models could not be read. ${reading.message}`;
    default:
      return undefined;
  }
}

/** `floor_area (number, 120), format (text)`. */
export function variablesText({ variables }: WorkbookModel): string {
  return variables.map(variableText).join(', ');
}

function variableText({ name, kind, fallback }: ModelVariable): string {
  return `${name} (${fallback === undefined ? kind : `${kind}, ${String(fallback)}`})`;
}

const ALIAS_REFUSALS: Readonly<Record<AliasRefusal, string>> = {
  empty: 'Give the model a short name of your own.',
  'too-long': `Keep the name to ${MAX_ALIAS_LENGTH} characters.`,
  'not-text': 'A cell would read this as a number or a date. Add a word to it.',
  'odd-start': 'A cell would read this as a formula or an error. Begin with a letter.',
  'has-break': 'Keep the name on one line, without special characters.',
  taken: 'Another model in this workbook has this name.',
};

const ID_REFUSALS: Readonly<Record<Extract<ModelRefusal, { field: 'modelId' }>['reason'], string>> =
  {
    empty: 'Enter the id that the service gave the model.',
    'too-long': 'This is too long to be an id.',
    unusable: 'This cannot be an id. Copy it again from where you got it.',
  };

type VariableReason = Extract<ModelRefusal, { field: 'variable' }>['reason'];

const NAME_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: 'Name this variable, or remove it.',
  'too-long': 'This name is too long.',
  unusable: 'A name has no comma and no line break.',
  twice: 'This variable is there twice.',
  'not-a-number': 'This cannot be a name.',
};

const VALUE_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: 'Enter a value.',
  'too-long': 'This is too long. Keep it to 255 characters.',
  unusable: 'This has a character that cannot be sent. Type it again.',
  twice: 'Enter another value.',
  'not-a-number': 'Enter a number with a point, like 120.5, or change the kind to text.',
};

const SAVING_REFUSALS: Readonly<
  Record<Extract<SettingsSaving, { kind: 'refused' }>['reason'], string>
> = {
  taken: 'Another model in this workbook has this name by now.',
  'too-many': `A workbook holds at most ${MAX_ENTRIES} models.`,
  newer: 'A newer version of Locus has written here: update Locus first.',
  secret: 'Your API key stands in it, and a key never goes into a workbook.',
  'another-workbook': 'Another workbook was opened meanwhile.',
};
