import { guarded } from '../catalogue/formula-guard';

/**
 * Why a text cannot be the name of a person, a team or a model: names end up in files that
 * spreadsheets open, in logs and in lists with one name per line, and somebody decides by them whose
 * token to revoke. Undefined if it can.
 */
export function nameFault(text: string): string | undefined {
  if (/[\p{C}\u2028\u2029]/u.test(text)) return 'holds control characters';
  if (INVISIBLE.test(text)) return 'holds characters that nobody sees';
  if (isFormula(text)) return 'begins like a formula';
  return LIKE_AN_ID.test(text) ? 'looks like an id' : undefined;
}

/** The same for names that look alike: `ASHA`, `asha`, `Ａｓｈａ` and `Asha` with two spaces. */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** What a sign-in calls a person, as a name: nobody is kept out for how their company writes it. */
export function toShownName(claim: unknown, oid: string): string {
  let name = typeof claim === 'string' ? claim : '';
  name = name.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, ' ').trim();
  while (isFormula(name)) name = name.slice(1).trim();
  name = [...name].slice(0, MOST_CHARACTERS).join('');
  if (name !== '' && nameFault(name) === undefined) return name;
  return nameFault(oid) === undefined ? oid : `person ${oid}`;
}

function isFormula(text: string): boolean {
  const plain = text.normalize('NFKC');
  return guarded(plain) !== plain;
}

/** Beside control characters: fillers, selectors of variants, and a Braille pattern without dots. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The ids of teams, people and tokens: whoever administers may give either. */
const LIKE_AN_ID = /^[ptk]_[\w-]{12}$/i;
/** With an id behind it, still less than a name may have. */
const MOST_CHARACTERS = 90;
