import { inEnglish, t as inTheirLanguage } from '../language/speech';
import type { DescribedName } from './catalogue-store';
import { readName, type NameMeasure, type NameReading, type NameTheme } from './name-reading';

/** What people call an attribute: its own title, or one from the name's parts; else the name. */
export function titleOf({ name, title }: Pick<DescribedName, 'name' | 'title'>): string {
  return title ?? readTitle(readName(name), inTheirLanguage) ?? name;
}

/** Every title that people may know it by; none for a name that says nothing. */
export function titlesOf({ name, title }: Pick<DescribedName, 'name' | 'title'>): string[] {
  const reading = readName(name);
  const read = [inTheirLanguage, inEnglish].map((t) => readTitle(reading, t));
  return [...new Set([title, ...read])].filter((text) => text !== undefined);
}

/** What is known about a name, in one line: its title, if it has one, its unit and description. */
export function aboutOf(described: DescribedName): string {
  const { name, unit, description } = described;
  const title = titleOf(described);
  const head = title === name ? '' : title;
  const measured = unit === undefined ? head : `${head} (${unit})`.trim();
  return [measured, description].filter((part) => part !== undefined && part !== '').join(': ');
}

/**
 * A title that reads as a name: `Population within 500 m`, `Number of retail outlets (GC)`,
 * `Normalised share of places (cinema) in the pincode`.
 */
function readTitle(
  { theme, topic, measure, radiusM, area }: NameReading,
  t: Say,
): string | undefined {
  if (theme === undefined || topic === '') return undefined;
  const subject = SUBJECTS[theme](topic.split(' '), measure, t);
  // All the people are the population.
  const isWhole = measure === undefined || (theme === 'population' && measure === 'total');
  let title = isWhole ? subject : measured(measure, subject, t);
  if (radiusM !== undefined) title = t('{title} within {radius} m', { title, radius: radiusM });
  if (area !== undefined) title = t('{title} in the pincode', { title });
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** `t`, in some language. */
type Say = typeof inTheirLanguage;

function measured(measure: NameMeasure, subject: string, t: Say): string {
  switch (measure) {
    case 'total':
      return t('total {subject}', { subject });
    case 'count':
      return t('number of {subject}', { subject });
    case 'normalised proportion':
      return t('normalised share of {subject}', { subject });
    case 'percent':
      return t('percentage of {subject}', { subject });
  }
}

/** What is measured; whatever is left of the topic stands in brackets after it. */
const SUBJECTS: Readonly<
  Record<NameTheme, (topic: readonly string[], measure: NameMeasure | undefined, t: Say) => string>
> = {
  population([first = '', ...rest], measure, t) {
    const isPart = measure === 'normalised proportion' || measure === 'percent';
    const who = measure === 'count' ? t('people') : isPart ? t('the population') : t('population');
    return who + inBrackets(first === 'pop' ? rest : [first, ...rest]);
  },
  places([first = '', ...rest], _measure, t) {
    const kind = placesOf(first, t);
    return kind === undefined
      ? t('places') + inBrackets([first, ...rest])
      : kind + inBrackets(rest);
  },
  brands(topic, _measure, t) {
    // A short last word tells variants apart: it is no part of the brand's name.
    const isCoded = topic.length > 1 && /^\w{1,2}$/.test(topic.at(-1) ?? '');
    const [words, code] = isCoded ? [topic.slice(0, -1), topic.slice(-1)] : [topic, []];
    const brand = words
      .map(spelled)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
    return t('{brand} outlets', { brand }) + inBrackets(code);
  },
};

/** Undefined for a topic that the contract's names do not have. */
function placesOf(topic: string, t: Say): string | undefined {
  switch (topic) {
    case 'education':
      return t('education facilities');
    case 'health':
      return t('health facilities');
    case 'restaurant':
      return t('restaurants');
    case 'retail':
      return t('retail outlets');
    default:
      return undefined;
  }
}

function inBrackets(words: readonly string[]): string {
  return words.length === 0 ? '' : ` (${words.map(spelled).join(' ')})`;
}

/** A code, whose meaning is not published, looks like one: `gc` is GC, `kfc` is KFC. */
function spelled(word: string): string {
  return /^(?:[a-z]{1,2}|[b-df-hj-np-tv-xz]+)$/.test(word) ? word.toUpperCase() : word;
}
