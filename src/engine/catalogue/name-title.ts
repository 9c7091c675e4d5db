import { t } from '../language/speech';
import type { DescribedName } from './catalogue-entry';
import { topicText } from './name-reading';
import { readName } from './name-reading';
import type { NameMeasure, NameReading } from './name-reading';

/** What people call an attribute: its own title, or one from the name's parts; else the name. */
export function titleOf({ name, title }: Pick<DescribedName, 'name' | 'title'>): string {
  return title ?? readTitle(readName(name)) ?? name;
}

/** `Population within 500 m`, `Retail (gc), normalised`. */
function readTitle({ theme, topic, measure, radiusM, area }: NameReading): string | undefined {
  if (theme === undefined || topic === '') return undefined;
  const isPopulation = theme === 'population' && topic === 'pop';
  let title = isPopulation ? t('Population') : subject(theme, spelled(topic));
  if (measure !== undefined && !(isPopulation && measure === 'total')) {
    title = measured(measure, title);
  }
  if (radiusM !== undefined) title = t('{title} within {radius} m', { title, radius: radiusM });
  return area === undefined ? title : t('{title} in the pincode', { title });
}

function subject(theme: NonNullable<NameReading['theme']>, topic: string): string {
  if (theme === 'population') return t('Population, {topic}', { topic });
  return theme === 'brands' ? t('Brand: {topic}', { topic }) : topic;
}

function measured(measure: NameMeasure, title: string): string {
  switch (measure) {
    case 'total':
      return t('{title}, total', { title });
    case 'count':
      return t('{title}, count', { title });
    case 'normalised proportion':
      return t('{title}, normalised', { title });
    case 'percent':
      return t('{title}, %', { title });
  }
}

/** A code at the end, whose meaning is not published, goes in brackets: `Retail (gc)`. */
function spelled(topic: string): string {
  const [, words = topic, code] = /^(.*\S) (\w{1,2})$/.exec(topic) ?? [];
  const text = topicText(words);
  const head = text.charAt(0).toUpperCase() + text.slice(1);
  return code === undefined ? head : `${head} (${code})`;
}
