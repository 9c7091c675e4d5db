import { textAsInput } from '../spreadsheet/block-writing';
import { formulaTokens } from '../spreadsheet/formula-tokens';
import type { TextPlace } from '../spreadsheet/workbook-contents';
import { REMOVED } from './key-search';
import type { KeySearch } from './key-search';

/**
 * What a cell that was found to hold a key should hold instead; undefined if it holds none by now.
 *
 * @param as what held the key: the cell's own text, its formula, or only what the formula shows.
 */
export function repairedCell(
  as: 'text' | 'formula' | 'shown',
  value: string,
  formula: string,
  search: KeySearch,
): string | undefined {
  const isThere = search.writingIn(as === 'formula' ? formula : value) !== undefined;
  if (!isThere || (as === 'text' && formula !== '')) return undefined;
  if (as === 'formula') return repairedFormula(formula, search);
  return as === 'text' ? textAsInput(repairedText(value, search)) : '';
}

/** A text without its keys; "" if nothing worth keeping is left, or removing them fails. */
function repairedText(text: string, search: KeySearch): string {
  const rest = search.without(text);
  return /[\p{L}\p{N}]/u.test(rest.replaceAll(REMOVED, '')) ? rest : '';
}

/** A formula without keys in its texts; "" if that breaks the formula, or makes it ask again. */
function repairedFormula(formula: string, search: KeySearch): string {
  const rest = search.without(formula);
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
  const rest = search.without(text).replaceAll(REMOVED, 'removed');
  return rest === '' || search.writingIn(rest) !== undefined ? 'removed' : rest;
}

function repairedXml(xml: string, search: KeySearch): string | null {
  const rest = search.without(xml);
  const tags = (text: string) => (text.match(TAG) ?? []).join('');
  return rest !== xml && rest !== '' && tags(rest) === tags(xml) ? rest : null;
}
