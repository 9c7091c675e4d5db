import { guarded } from '../engine/catalogue/formula-guard';

/**
 * Why a text cannot be a name, if it cannot: names end up in spreadsheets, logs and lists with one
 * name per line, and somebody decides by them whose token to revoke.
 */
export function nameFault(text: string): string | undefined {
  if (!hasNoControls(text)) return 'holds control characters';
  if (INVISIBLE.test(text.replace(JOINERS, ''))) return 'holds characters that nobody sees';
  if (isFormula(text)) return 'begins like a formula';
  return LIKE_AN_ID.test(text) ? 'looks like an id' : undefined;
}

/** Overrides of direction and the like count as control characters; joiners that belong do not. */
export function hasNoControls(text: string): boolean {
  return !/[\p{C}\u2028\u2029]/u.test(text.replace(JOINERS, ''));
}

/** The same for names that look alike: `ASHA`, `asha`, `Ａｓｈａ`, two spaces, other joiners. */
export function nameKey(name: string): string {
  const folded = name
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
  return folded.replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** The same for names that people cannot tell apart: `Asha`, `Аshа` with Cyrillic letters, `AIice`. */
export function lookKey(name: string): string {
  return [...nameKey(name)].map((letter) => LOOKS.get(letter) ?? letter).join('');
}

/** Letters whose small or capital form looks like a Latin one, in pairs. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Array.from(
    'аaвbеeкkмmнhоoрpсcтtуyхxіlјjѕsһhԁdαaβbεeζzηhιlκkμmοoρpτtυyχxilıl1l0o'.matchAll(/(.)(.)/gu),
    ([, like = '', latin = '']) => [like, latin] as const,
  ),
);

/** What a sign-in calls a person, as a name: nobody is kept out for how their company writes it. */
export function toShownName(claim: unknown, oid: string): string {
  // Each sign that it begins with takes a look at all that follows.
  let name = typeof claim === 'string' ? claim.slice(0, 10 * MOST_CHARACTERS) : '';
  const unseen = new RegExp(`(${JOINERS.source})|[${UNSEEN}\\s]+`, 'gu');
  name = name.replace(unseen, (_all, joiner = ' ') => joiner).trim();
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
const UNSEEN = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800';
/** Whose letters change their form by joiners, as in Persian `علی‌رضا` and Bengali `র‍্যা`. */
const JOINING = [
  ...['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
];
/** One joiner between letters of such a script, or at the end of a Malayalam `മോഹന്‍`. */
const JOINERS = new RegExp(
  JOINING.map((each) => `(?<=\\p{Script=${each}})[\\u200c\\u200d](?=\\p{Script=${each}})`)
    .concat('(?<=\\u0d4d)\\u200d')
    .join('|'),
  'gu',
);
/** The ids of teams, people and tokens. An administrator may give an id or a name. */
const LIKE_AN_ID = /^[ptk]_[\w-]{12}$/i;
/** With an id behind it, still less than a name may have. */
const MOST_CHARACTERS = 90;
