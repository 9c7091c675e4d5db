import { t } from '../language/speech';

/**
 * What an attribute's name alone tells. The service publishes no meanings. These rules describe the
 * names seen so far; whatever fits none of them is `topic`.
 */
export interface NameReading {
  readonly theme?: NameTheme;
  /** The words between theme and measure, unchanged: codes such as `hp` are not documented. */
  readonly topic: string;
  readonly measure?: NameMeasure;
  /** Metres. */
  readonly radiusM?: number;
  readonly area?: NameArea;
}

export type NameTheme = 'population' | 'places' | 'brands';
export type NameMeasure = 'total' | 'count' | 'normalised proportion' | 'percent';
export type NameArea = 'pincode';

/** Reads `p_education_cc_np_pincode` from both ends: first the theme, last the area and measure. */
export function readName(name: string): NameReading {
  const words = name.split('_').filter((word) => word !== '');
  const theme = words.length > 1 ? THEMES.get(words[0] ?? '') : undefined;
  if (theme !== undefined) words.shift();
  let radiusM: number | undefined;
  let area: NameArea | undefined;
  for (let last = words.at(-1); last !== undefined && words.length > 1; last = words.at(-1)) {
    if (last === 'pincode' && area === undefined) area = last;
    else if (isRadius(last) && radiusM === undefined) radiusM = Number(last);
    else break;
    words.pop();
  }
  const measure = MEASURES.get(words.at(-1) ?? '');
  if (measure !== undefined) words.pop();
  return {
    ...(theme !== undefined && { theme }),
    topic: words.join(' '),
    ...(measure !== undefined && { measure }),
    ...(radiusM !== undefined && { radiusM }),
    ...(area !== undefined && { area }),
  };
}

const THEMES: ReadonlyMap<string, NameTheme> = new Map([
  ['w', 'population'],
  ['p', 'places'],
  ['br', 'brands'],
]);

const MEASURES: ReadonlyMap<string, NameMeasure> = new Map([
  ['tt', 'total'],
  ['ct', 'count'],
  ['np', 'normalised proportion'],
  ['perc', 'percent'],
]);

/** Whether the word is a radius: round metres, and not a year. */
function isRadius(word: string): boolean {
  if (!/^[1-9]\d{1,5}$/.test(word)) return false;
  const metres = Number(word);
  const mayBeYear = metres > 1900 && metres < 2100 && metres !== 2000;
  return metres % 25 === 0 && !mayBeYear;
}

/**
 * The words of a topic that mean something to a person: no codes, and no abbreviation of the theme.
 */
export function readableTopic({ topic, theme = 'places' }: NameReading): string {
  const isWord = (word: string): boolean =>
    /^[a-z]{3,}$/.test(word) && /[aeiouy]/.test(word) && !theme.startsWith(word);
  return topic.split(' ').filter(isWord).join(' ');
}

/** What people call a theme, a measure or an area, in their language. */
export function kindText(kind: NameTheme | NameMeasure | NameArea): string {
  return {
    population: t('population'),
    places: t('places'),
    brands: t('brands'),
    total: t('total'),
    count: t('count'),
    'normalised proportion': t('normalised proportion'),
    percent: t('percent'),
    pincode: t('pincode'),
  }[kind];
}

/** What people call a topic in their language; a topic that the contract does not explain stays. */
export function topicText(topic: string): string {
  switch (topic) {
    case 'education':
      return t('education');
    case 'health':
      return t('health');
    case 'restaurant':
      return t('restaurant');
    case 'retail':
      return t('retail');
    default:
      return topic;
  }
}
