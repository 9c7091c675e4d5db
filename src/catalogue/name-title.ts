import type { DescribedName } from './catalogue-entry';
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
  const what = isPopulation ? 'Population' : `${BEFORE[theme]}${spelled(topic)}`;
  const how = measure === undefined || (isPopulation && measure === 'total') ? '' : AFTER[measure];
  const where = radiusM === undefined ? '' : ` within ${radiusM.toLocaleString('en')} m`;
  return `${what}${how}${where}${area === undefined ? '' : ' in the pincode'}`;
}

const BEFORE = { population: 'Population, ', places: '', brands: 'Brand: ' } as const;

const AFTER: Readonly<Record<NameMeasure, string>> = {
  total: ', total',
  count: ', count',
  'normalised proportion': ', normalised',
  percent: ', %',
};

/** Codes at the end, of which nobody publishes what they mean, stand apart: `Retail (gc)`. */
function spelled(topic: string): string {
  const [, words = topic, code] = /^(.*\S) (\w{1,2})$/.exec(topic) ?? [];
  const head = words.charAt(0).toUpperCase() + words.slice(1);
  return code === undefined ? head : `${head} (${code})`;
}
