/**
 * A word to search for. A word that begins with it matches too, unless it must match as a whole.
 */
export interface WantedWord {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * The words of a text for searching: lower case, without accents, split between letters and
 * anything else. "500 metres" and "0.5 km" become the word "500".
 */
export function wordsIn(text: string): string[] {
  return wordsWithin(plain(text).replace(DISTANCE, (...parts) => ` ${metresIn(parts)} `));
}

/** The words of a search. Very long ones are cut, because nobody types them. */
export function wordsWanted(search: string): readonly WantedWord[] {
  const distances: WantedWord[] = [];
  const rest = plain(search.slice(0, MAX_SEARCH)).replace(DISTANCE, (...parts) => {
    distances.push({ text: metresIn(parts), isWhole: true });
    return ' ';
  });
  const words = wordsWithin(rest);
  const telling = words.filter((word) => !FILLERS.has(word));
  const wanted = telling.length > 0 || distances.length > 0 ? telling : words;
  return [...wanted.map(beginning), ...distances].slice(0, MAX_WORDS);
}

/** Numbers as `1000`, `0.5`, `0,5`, `1,000` or `1,00,000`. */
const DISTANCE =
  /(?<![\p{L}\p{N}.,])([1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d{1,3})?|\d{1,6}(?:[.,]\d{1,3})?)\s?(km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s?|किमी|किलोमीटर|मीटर)(?![\p{L}\p{N}])/gu;

/** A comma before three digits separates thousands, unless only a zero stands before it. */
const GROUPED = /^[1-9].*,\d{3}(?:\.|$)/;
/** Code point of ०. */
const DEVANAGARI_ZERO = 0x966;
const MAX_SEARCH = 300;
const MAX_WORDS = 12;
const MAX_WORD = 40;

/** Words that do not help to identify a name. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an and are around at by for from how in is many much near of on or radius the to within ' +
    'का की के में से तक पर और या आसपास भीतर अंदर पास कितने कितनी'
  )
    .split(' ')
    .map(plain),
);

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .toLowerCase();
}

function wordsWithin(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{Mc}]+/gu) ?? [];
}

/** @param parts of a match of DISTANCE, as `replace` passes them. */
function metresIn([, number, unit]: readonly unknown[]): string {
  const isKilometres = /^[kक]/.test(String(unit));
  const written = String(number);
  const plainNumber = GROUPED.test(written)
    ? written.replaceAll(',', '')
    : written.replace(',', '.');
  return String(Math.round(Number(plainNumber) * (isKilometres ? 1_000 : 1)));
}

/** The stem of a plural, so that it finds its singular. */
function beginning(word: string): WantedWord {
  const stem = word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return { text: stem.slice(0, MAX_WORD), isWhole: false };
}

/**
 * Words that people type in place of words in names, in English and Hindi. They only help searching
 * and claim nothing: what a topic such as `health` counts is not documented.
 */
export const ALIKE_WORDS: ReadonlyMap<string, string> = new Map([
  ['population', 'people persons residents inhabitants जनसंख्या आबादी लोग निवासी'],
  ['places', 'place poi pois amenities facilities स्थान जगह सुविधा'],
  ['brands', 'brand chain chains ब्रांड'],
  ['total', 'sum overall कुल'],
  ['count', 'number संख्या गिनती'],
  ['normalised proportion', 'normalized share ratio अनुपात हिस्सा'],
  ['percent', 'percentage share प्रतिशत'],
  ['pincode', 'postal postcode zip pin पिनकोड पिन डाक'],
  ['pop', 'population people जनसंख्या आबादी'],
  ['health', 'hospital clinic doctor medical medicine healthcare स्वास्थ्य अस्पताल डॉक्टर चिकित्सा'],
  ['restaurant', 'food dining eatery cafe रेस्तरां रेस्टोरेंट भोजनालय खाना'],
  ['retail', 'shop store shopping market दुकान बाज़ार बाजार खुदरा'],
  ['education', 'school college university शिक्षा स्कूल विद्यालय कॉलेज'],
]);
