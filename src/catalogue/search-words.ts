/**
 * A text as words for searching: lower case, without accents, at every break between letters and
 * anything else. "500m", "500 metres" and "0.5 km" are all the word "500".
 */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
  const measured = plain.replace(DISTANCE, (_, number: string, unit: string) => {
    const metres = Number(number.replace(',', '.')) * (unit.startsWith('k') ? 1_000 : 1);
    return ` ${String(Math.round(metres))} `;
  });
  return measured.match(/[\p{L}\p{N}\p{Mc}]+/gu) ?? [];
}

/** The words that a search is about; a long one is cut, for nobody types it. */
export function wordsWanted(search: string): readonly string[] {
  const words = wordsIn(search.slice(0, MAX_SEARCH)).slice(0, MAX_WORDS);
  const telling = words.filter((word) => !FILLERS.has(word));
  // The beginning of a word is enough, so a plural finds its singular.
  return (telling.length > 0 ? telling : words).map((word) =>
    (word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word).slice(0, MAX_WORD),
  );
}

const DISTANCE =
  /(?<![\p{L}\p{N}.,])(\d{1,6}(?:[.,]\d{1,3})?)\s?(km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s?)(?![\p{L}\p{N}])/gu;

const MAX_SEARCH = 300;
const MAX_WORDS = 12;
const MAX_WORD = 40;

/** Words that say nothing about which name is meant. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are around at by for from how in is many much near of on or radius the to within'.split(
    ' ',
  ),
);
