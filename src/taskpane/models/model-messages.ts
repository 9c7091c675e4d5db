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
      return 'Notes can have up to 1,000 characters.';
    case 'variables':
      return `A model can have up to ${MAX_VARIABLES} variables.`;
    case 'variable':
      return refusal.part === 'name' ? NAME_WORDS[refusal.reason] : VALUE_WORDS[refusal.reason];
  }
}

/** What looks unusual about an id that may well be right. */
export function idHint(modelId: string): string | undefined {
  const id = modelId.trim();
  if (/^https?:/i.test(id))
    return 'This looks like a web address. The model ID is usually its last part.';
  if (/[^\w.~-]/.test(id)) return 'This ID looks unusual. It’s sent exactly as written.';
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
      return 'A newer version of Locus saved this workbook’s models. You can use them here, but to change them, update Locus.';
    case 'damaged':
      return 'Some Locus data in this workbook is damaged. It stays in the file, and what could be read is shown here.';
    case 'failed':
      return `Couldn’t read this workbook’s models. ${reading.message}`;
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
  empty: 'Enter a short name for the model.',
  'too-long': `Use up to ${MAX_ALIAS_LENGTH} characters.`,
  'not-text': 'Cells would read this as a number or a date. Add a word.',
  'odd-start': 'Cells would read this as a formula or an error. Start with a letter.',
  'has-break': 'Use a single line without special characters.',
  taken: 'Another model in this workbook has this name.',
};

const ID_REFUSALS: Readonly<Record<Extract<ModelRefusal, { field: 'modelId' }>['reason'], string>> =
  {
    empty: 'Enter the model’s ID from the service.',
    'too-long': 'This is too long for an ID.',
    unusable: 'This isn’t a valid ID. Copy it from its source again.',
  };

type VariableReason = Extract<ModelRefusal, { field: 'variable' }>['reason'];

const NAME_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: 'Name this variable, or remove it.',
  'too-long': 'This name is too long.',
  unusable: 'Names can’t contain commas or line breaks.',
  twice: 'This variable is listed twice.',
  'not-a-number': 'This isn’t a valid name.',
};

const VALUE_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: 'Enter a value.',
  'too-long': 'Use up to 255 characters.',
  unusable: 'This contains a character that can’t be sent. Type it again.',
  twice: 'Enter another value.',
  'not-a-number': 'Enter a number with a decimal point, such as 120.5, or change the kind to text.',
};

const SAVING_REFUSALS: Readonly<
  Record<Extract<SettingsSaving, { kind: 'refused' }>['reason'], string>
> = {
  taken: 'Another model in this workbook now has this name.',
  'too-many': `A workbook can have up to ${MAX_ENTRIES} models.`,
  newer: 'A newer version of Locus saved this workbook. Update Locus first.',
  secret: 'It contains your API key, and Locus never saves a key in a workbook.',
  'another-workbook': 'Another workbook was opened in the meantime.',
};
