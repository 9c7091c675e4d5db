import { t } from '../../engine/language/speech';
import { valueText } from '../pane/parts/figure-text';
import type { ComparedAttribute } from './comparison';

/** `₹85,000`, `4.2 km`, `12.5%`. */
export function valueWithUnit(value: number, unit: string): string {
  const text = valueText(value);
  if (unit === '') return text;
  if (unit === '%') return `${text}%`;
  return /^\p{Sc}$/u.test(unit) ? `${unit}${text}` : `${text} ${unit}`;
}

/** `40,000 to 95,000 in the list`. */
export function rangeText({ range, unit }: Pick<ComparedAttribute, 'range' | 'unit'>): string {
  if (range === undefined) return t('no value in the list');
  return t('{least} to {most} in the list', {
    least: valueWithUnit(range.least, unit),
    most: valueWithUnit(range.most, unit),
  });
}
