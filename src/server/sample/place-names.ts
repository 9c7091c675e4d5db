/**
 * How names of places are compared. Indian names have many spellings in Latin letters: `Velachery`
 * and `Velacheri`, `Himayat Nagar` and `Himayathnagar` sound alike, and are equal here.
 */
export function soundOf(words: readonly string[]): string {
  return words
    .join('')
    .replace(/ph|(?<=.)h|ee|oo|[ywzq]/g, (letters) => SOUNDS[letters] ?? '')
    .replace(/([a-z])\1+/g, '$1');
}

const SOUNDS: Readonly<Record<string, string>> = {
  ph: 'f',
  h: '',
  ee: 'i',
  oo: 'u',
  y: 'i',
  w: 'v',
  z: 'j',
  q: 'k',
};

/** The words of one part of an address, in small Latin letters without accents. */
export function wordsOf(text: string): readonly string[] {
  const letters = text
    .normalize('NFKD')
    .replace(/[\p{M}'’`]/gu, '')
    .toLowerCase();
  const words = letters.match(/[a-z]+|\d+(?:st|nd|rd|th)?/g) ?? [];
  return words.map((word) => WRITTEN_OUT.get(word) ?? word);
}

/** An address by its commas, lines and the like; each part as words. */
export function partsOf(address: string): readonly (readonly string[])[] {
  return address
    .split(/[,;|/\n\r\t()]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** At most one letter more, less, different or exchanged with its neighbour; digits are exact. */
export function isNearly(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1 || /\d/.test(a + b)) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  const shorter = Math.min(a.length, b.length);
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.length - start - end, b.length - start - end];
  if (left <= 1 && right <= 1) return true;
  const isExchange = a[start] === b[start + 1] && a[start + 1] === b[start];
  return left === 2 && right === 2 && isExchange;
}

/** Words that people write short, and what post offices call them. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['sec', 'sector'],
  ['rd', 'road'],
  ['extn', 'extension'],
  ['ext', 'extension'],
  ['ngr', 'nagar'],
  ['blk', 'block'],
]);

/** Localities that people write shorter than, or unlike, their post office. */
const LOCALITY_NAMES: readonly (readonly [written: string, official: string])[] = [
  ['t nagar', 'thygarayanagar'],
  ['tnagar', 'thygarayanagar'],
  ['thyagaraya nagar', 'thygarayanagar'],
  ['theagaraya nagar', 'thygarayanagar'],
  ['mg road', 'mahatma gandhi road'],
  ['m g road', 'mahatma gandhi road'],
];

/** What else these words may be called by the post. */
export function officialNameOf(words: readonly string[]): readonly string[] | undefined {
  const written = words.join(' ');
  return LOCALITY_NAMES.find(([name]) => name === written)?.[1].split(' ');
}

/** Words that say what kind of place it is, but not which: alone they name nothing. */
const KINDS_OF_PLACE = new Set(
  `a and an at avenue behind block bus camp central city colony complex cross district east enclave
  estate extension factory flat floor gate ground house india industrial lane layout main market mill
  na nagar near new no north number of office old opp opposite park phase plot post po road room rs
  scheme school sector shop shri society south sri stage state station street taluk tehsil the town
  vihar village ward west with`
    .trim()
    .split(/\s+/),
);

/** Whether these words could name a place: `Park Street` and `Sector 62` do, `Street` does not. */
export function isTelling(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (words.length === 2) {
    if (first === 'sector' && /^\d/.test(second)) return true;
    if (first.length > 3 && second.length > 3 && !/^\d/.test(first + second)) return true;
  }
  return words.some((word) => word.length > 2 && !/^\d/.test(word) && !KINDS_OF_PLACE.has(word));
}
