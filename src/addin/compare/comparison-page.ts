import { t } from '../../engine/language/speech';
import { numberPattern, PAGE_WIDTH, type FormatOf, type MeetingContent } from '../meeting';
import type { PageColumn } from '../spreadsheet/printed-page';
import { shortTitle, type Comparison } from './comparison';

const MOST_COLUMNS = 6;
const ATTRIBUTE = 170;
/** In letters, which fill two lines. */
const LONGEST_TITLE = 110;

/**
 * Makes a page with the places side by side, and each value compared with the list's least and
 * most.
 */
export function comparisonPage(
  { places, attributes, baseTitle }: Comparison,
  title: string,
  formatOf: FormatOf,
): MeetingContent {
  const some = attributes.slice(0, MOST_COLUMNS);
  const width = Math.floor((PAGE_WIDTH - ATTRIBUTE) / (places.length + 2));
  const number: PageColumn = { width, align: 'right' };
  const names = places.map(({ label }) => label);
  const titles = some.map((one) =>
    one.unit === '' ? one.title : t('{title} ({unit})', { title: one.title, unit: one.unit }),
  );
  const left = attributes.length - some.length;
  const against =
    baseTitle === undefined
      ? t('Against the list: 0 is the least, 100 the most')
      : t('Index: {base} = 100', { base: baseTitle });
  return {
    id: 'comparison',
    name: t('Comparison page'),
    title: title.length <= LONGEST_TITLE ? title : shortTitle(places.length),
    notes:
      left === 0
        ? []
        : [
            t('The first {shown} of {all} columns.', {
              shown: some.length,
              all: attributes.length,
            }),
          ],
    columns: [
      { width: PAGE_WIDTH - width * (places.length + 2), align: 'left' },
      ...names.map(() => number),
      number,
      number,
    ],
    tables: [
      {
        heading: ['', ...names, t('Least in the list'), t('Most in the list')],
        lines: some.map(({ column, values, range }, at) => {
          const numbers = values.flatMap(({ value }) => value ?? []);
          const pattern = numberPattern(formatOf(column), numbers);
          return {
            cells: [
              titles[at] ?? '',
              ...values.map(({ value }) => value ?? t('no value')),
              range?.least ?? t('no value'),
              range?.most ?? t('no value'),
            ],
            formats: [undefined, ...names.map(() => pattern), pattern, pattern],
          };
        }),
      },
      {
        title: against,
        heading: ['', ...names],
        lines: some.map(({ values }, at) => ({
          cells: [
            titles[at] ?? '',
            ...values.map(({ value, share = 0, index }) => {
              if (value === undefined) return t('no value');
              if (baseTitle === undefined) return Math.round(100 * share);
              return index === undefined ? t('no index') : Math.round(index);
            }),
          ],
          formats: [undefined, ...names.map(() => '0')],
        })),
      },
    ],
    chart: { title: against, column: 0, columns: 1 + places.length },
    shown: some.map(({ column }) => column),
    places: places.map(({ row }, index) => ({ row, rank: index + 1, score: 0 })),
  };
}
