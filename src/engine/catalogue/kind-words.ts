import { t } from '../language/speech';
import type { NameArea, NameMeasure, NameTheme } from './name-reading';

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
