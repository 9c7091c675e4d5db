import { t } from '../../engine/language/speech';
import {
  MAX_ALIAS_LENGTH,
  MAX_VARIABLES,
  type AliasFault,
  type ModelFault,
} from '../workbook/workbook-model';
import type { ModelVariable, WorkbookModel } from '../spreadsheet/host';
import type { SettingsReading } from '../workbook/workbook-store';

/** What to do about a field of the form, in a sentence. */
export function faultMessage(fault: ModelFault): string {
  switch (fault.field) {
    case 'alias':
      return ALIAS_FAULTS[fault.reason];
    case 'modelId':
      return ID_FAULTS[fault.reason];
    case 'note':
      return t('Notes can have up to 1,000 characters.');
    case 'variables':
      return t('A model can have up to {maxVariables} variables.', { maxVariables: MAX_VARIABLES });
    case 'variable':
      return fault.part === 'name' ? NAME_WORDS[fault.reason] : VALUE_WORDS[fault.reason];
  }
}

/** What looks unusual about an id that may well be right. */
export function idHint(modelId: string): string | undefined {
  const id = modelId.trim();
  if (/^https?:/i.test(id))
    return t('This looks like a web address. The model ID is usually its last part.');
  if (/[^\w.~-]/.test(id)) return t('This ID looks unusual. It’s sent exactly as written.');
  return undefined;
}

/** What a person should know about how the settings were read; undefined if all is well. */
export function readingMessage(reading: SettingsReading): string | undefined {
  switch (reading.kind) {
    case 'newer':
      return t(
        'A newer version of Locus saved this workbook’s models. You can use them here, but to change them, update Locus.',
      );
    case 'damaged':
      return t(
        'Some Locus data in this workbook is damaged. It stays in the file, and what could be read is shown here.',
      );
    case 'failed':
      return t('Couldn’t read this workbook’s models. {message}', { message: reading.message });
    default:
      return undefined;
  }
}

/** `floor_area (number, 120 if blank), format (text)`. */
export function variablesText({ variables }: WorkbookModel): string {
  return variables.map(variableText).join(', ');
}

function variableText({ name, kind, fallback }: ModelVariable): string {
  const kindText = KINDS[kind];
  if (fallback === undefined) return `${name} (${kindText})`;
  return t('{name} ({kind}, {fallback} if blank)', { name, kind: kindText, fallback });
}

const KINDS: Readonly<Record<ModelVariable['kind'], string>> = {
  number: t('number'),
  text: t('text'),
};

const ALIAS_FAULTS: Readonly<Record<AliasFault, string>> = {
  empty: t('Enter a short name for the model.'),
  'too-long': t('Use up to {maxAliasLength} characters.', { maxAliasLength: MAX_ALIAS_LENGTH }),
  'not-text': t('Cells would read this as a number or a date. Add a word.'),
  'odd-start': t('Cells would read this as a formula or an error. Start with a letter.'),
  'has-break': t('Use a single line without special characters.'),
  taken: t('Another model in this workbook has this name.'),
};

const ID_FAULTS: Readonly<Record<Extract<ModelFault, { field: 'modelId' }>['reason'], string>> = {
  empty: t('Enter the model’s ID from the service.'),
  'too-long': t('This is too long for an ID.'),
  unusable: t('This isn’t a valid ID. Copy it from its source again.'),
};

type VariableReason = Extract<ModelFault, { field: 'variable' }>['reason'];

const NAME_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: t('Name this variable, or remove it.'),
  'too-long': t('This name is too long.'),
  unusable: t('Names can’t contain commas or line breaks.'),
  twice: t('This variable is listed twice.'),
  'not-a-number': t('This isn’t a valid name.'),
};

const VALUE_WORDS: Readonly<Record<VariableReason, string>> = {
  empty: t('Enter a value.'),
  'too-long': t('Use up to 255 characters.'),
  unusable: t('This contains a character that can’t be sent. Type it again.'),
  twice: t('Enter another value.'),
  'not-a-number': t(
    'Enter a number with a decimal point, such as 120.5, or change the kind to text.',
  ),
};
