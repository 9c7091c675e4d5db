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
  const what = isWhole ? 'Your key' : 'A part of your key';
  return [what, HOW[as], WRITTEN[writing]].filter((words) => words !== '').join(', ');
}

/** What the fix does, as a question before it is done. */
export const FIX_QUESTIONS: Readonly<Record<Exclude<Fix, 'none'>, string>> = {
  replace: 'Take the key out of this text?',
  clear: 'Empty this cell?',
  remove: 'Delete this?',
};

/** The verdict in a sentence. */
export function verdictText(count: number, hadKey: boolean, isComplete: boolean): string {
  if (count > 0) return `Not ready: your key is in ${countedText(count, 'place')}.`;
  if (!hadKey)
    return 'No key is kept on this device, or only a very short one: there was none to look for.';
  return isComplete
    ? 'Ready to send: your key is nowhere in this workbook.'
    : 'Your key was not found, but not everything could be looked at.';
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
  shown: 'brought in by the formula',
  split: 'over several cells',
  packed: 'in compressed data',
};

const WRITTEN: Readonly<Record<KeyWriting, string>> = {
  plain: '',
  reversed: 'written backwards',
  hex: 'written in hexadecimal',
  base64: 'written in base64',
  escaped: 'written with escapes',
};
