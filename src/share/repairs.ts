import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { TextPlace } from '../spreadsheet/workbook-contents';
import { REMOVED, withoutKeys } from './key-removal';
import type { KeySearch } from './key-search';

/** A text without its keys; "" if nothing worth keeping is left, or removing them fails. */
export function repairedText(text: string, search: KeySearch): string {
  const rest = withoutKeys(text, search);
  return /[\p{L}\p{N}]/u.test(rest.replaceAll(REMOVED, '')) ? rest : '';
}

/** A formula without keys in its texts; "" if that breaks the formula, or makes it ask again. */
export function repairedFormula(formula: string, search: KeySearch): string {
  const rest = withoutKeys(formula, search);
  const isBroken = formulaTokens(rest).some(
    ({ kind, text }) =>
      (kind !== 'text' && text.includes(REMOVED)) || (kind === 'unknown' && text.includes('"')),
  );
  return isBroken ? '' : rest;
}

/** What should replace a place's text; null removes the place itself. */
export function repairedPlace(place: TextPlace, text: string, search: KeySearch): string | null {
  if (place.repair === 'remove') return null;
  if (place.field === 'name') return repairedName(text, search);
  if (place.kind === 'part') return repairedXml(text, search);
  const isFormula = place.kind === 'name' && text.startsWith('=');
  const rest = isFormula ? repairedFormula(text, search) : repairedText(text, search);
  return rest === '' ? null : rest;
}

const TAG = /<[^>]*>/g;

/** Names of sheets and tables cannot contain brackets or be empty. */
function repairedName(text: string, search: KeySearch): string {
  const rest = withoutKeys(text, search).replaceAll(REMOVED, 'removed');
  return rest === '' || search.find(rest).length > 0 ? 'removed' : rest;
}

function repairedXml(xml: string, search: KeySearch): string | null {
  const rest = withoutKeys(xml, search);
  const tags = (text: string) => (text.match(TAG) ?? []).join('');
  return rest !== xml && rest !== '' && tags(rest) === tags(xml) ? rest : null;
}
