import { countedText } from '../../spreadsheet/count-text';
import type { TextKind } from '../../spreadsheet/workbook-contents';
import type { Finding, Fix } from '../../share/findings';
import type { KeyWriting } from '../../share/key-search';

/** Where a finding is: `Cell Stores!B2`, `Name Total`. */
export function placeText({ kind, label }: Finding): string {
  return `${PLACES[kind]} ${label}`;
}

/** What was found there, without a character of it. */
export function findingText({ as, writing, isWhole }: Finding): string {
  const what = isWhole ? 'Your key' : 'Part of your key';
  return [what, HOW[as], WRITTEN[writing]].filter((words) => words !== '').join(', ');
}

/** What the fix does, as a question before it is done. */
export const FIX_QUESTIONS: Readonly<Record<Exclude<Fix, 'none'>, string>> = {
  replace: 'Remove the key from this text?',
  clear: 'Clear this cell?',
  remove: 'Delete this?',
};

/** The verdict in a sentence. */
export function verdictText(count: number, hadKey: boolean, isComplete: boolean): string {
  if (count > 0) return `Not ready to send: your key is in ${countedText(count, 'place')}.`;
  if (!hadKey) return 'There’s no key on this device to look for, or it’s too short.';
  return isComplete
    ? 'Ready to send: your key isn’t in this workbook.'
    : 'Your key wasn’t found, but Locus couldn’t check everything.';
}

const PLACES: Readonly<Record<'cell' | TextKind, string>> = {
  cell: 'Cell',
  name: 'Name',
  comment: 'Comment at',
  note: 'Note at',
  setting: 'Setting',
  part: 'Hidden part',
  sheet: 'Sheet',
  property: 'Property',
  header: 'Header or footer of',
  link: 'Link at',
  table: 'Table',
  shape: 'Shape',
  chart: 'Chart',
  other: 'Hidden data:',
};

const HOW: Readonly<Record<Finding['as'], string>> = {
  text: '',
  formula: 'in the formula',
  shown: 'in the formula’s result',
  split: 'across several cells',
  packed: 'in compressed data',
};

const WRITTEN: Readonly<Record<KeyWriting, string>> = {
  plain: '',
  reversed: 'reversed',
  hex: 'in hexadecimal',
  base64: 'in base64',
  escaped: 'with escape characters',
};
