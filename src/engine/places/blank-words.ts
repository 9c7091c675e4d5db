import { foldedText } from './folded-text';

/**
 * What people and tools write into a cell that has no value. In any case, and any dash counts as
 * "-". A line that tools draw below a header counts too, see {@link isNothing}.
 */
export const NOTHING_WORDS = [
  ...['NULL', '(null)', '<null>', 'nil', 'none', 'NA', '<NA>', 'N/A', '#N/A', 'n.a.', 'n/d'],
  ...['NaN', 'NaT', '\\N', '-', '--', '---', '.', '?'],
] as const;

/** Words for the same, in the languages of lists. As a model's variable they are values. */
export const UNKNOWN_WORDS = [
  ...['unknown', 'not known', 'not available', 'not applicable', 'not provided', 'not given'],
  ...['not found', 'no address', 'no data', 'undefined', 'blank', '(blank)', 'empty', 'missing'],
  ...['not mentioned', 'not specified', 'not geocoded', 'to be updated', 'address not found'],
  ...['no address given', 'zero_results', 'pending', 'online', 'various'],
  ...['TBD', 'TBA', 'xxx', 'to be confirmed', 'N / A', 'N.A', 'अज्ञात', 'उपलब्ध नहीं', 'लागू नहीं'],
  ...['unbekannt', 'keine Angabe', 'k. A.', 'k.A.', 'inconnu', 'non renseigné', 'desconocido'],
  ...['sin dirección', 'sin datos', 'não informado', 'senza indirizzo', 'onbekend', 'n.v.t.'],
  ...['brak', 'yok', 'tidak ada', 'нет', 'нет данных', 'неизвестно', 'पता नहीं', 'غير متوفر'],
  ...['未知', '不明', '未定', '待定', '暂无', '无', 'なし', '없음'],
] as const;

/** Whether a text only says that there is no place, no date and no value. */
export function isNothing(text: string): boolean {
  if (/^[-=_]{4,}$/.test(text)) return true;
  return text.length <= LONGEST && WORDS.has(foldedText(text).toLowerCase());
}

/**
 * Returns an address without the parts that say nothing: "Hill Road, NA, Mumbai" becomes "Hill
 * Road, Mumbai". Empty if no part says anything.
 */
export function withoutNothing(address: string): string {
  const parts = address.split(BEFORE_PART);
  const own = parts.map((part) => part.replace(SEPARATOR, ''));
  if (own.every(isNothing)) return '';
  // Blank parts stay, because a line may end with a comma.
  const kept = parts.filter(
    (_, index) => own[index]?.trim() === '' || !isNothing(own[index] ?? ''),
  );
  return kept.length === parts.length ? address : kept.join('').replace(/^[\s,;،、，]+/, '');
}

/**
 * Whether a model's variable has no value. "none", "nil" and words such as "unknown" may mean
 * something to a model, so they are values.
 */
export function isNoValue(text: string): boolean {
  return isNothing(text) && !VALUES.has(foldedText(text).toLowerCase());
}

const WORDS: ReadonlySet<string> = new Set(
  ['', ...NOTHING_WORDS, ...UNKNOWN_WORDS].map((word) => word.toLowerCase()),
);
const VALUES: ReadonlySet<string> = new Set(
  ['none', 'nil', ...UNKNOWN_WORDS].map((word) => word.toLowerCase()),
);
const BEFORE_PART = /(?=[,;\n،、，])/;
const SEPARATOR = /^[,;\n،、，]/;
/** The longest word, with room for invisible marks. */
const LONGEST = 20;
