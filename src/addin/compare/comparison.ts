import { countText, t } from '../../engine/language/speech';
import { cellName } from '../spreadsheet/cell-address';
import { writeLiteral } from '../spreadsheet/formula-tokens';
import type { Picture } from '../device/pictures';
import {
  measureColumns,
  numberIn,
  rangeOf,
  rowLabel,
  shareOf,
  type ListRow,
  type ListRows,
  type ValueRange,
} from '../rank';
import { columnTitle, SCORE_FORMAT, type PlaceList } from '../enrich';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput, SheetLook } from '../spreadsheet/sheet';
import { valueText } from '../pane/parts/figure-text';
import { fittedText } from '../meeting';

/** The title for a place without room for the places' names. */
export function shortTitle(count: number): string {
  return t('Comparison of {count, plural, one {# place} other {# places}}', { count });
}

/** Places side by side: the value of each attribute, compared with the whole list. */
export interface Comparison {
  readonly places: readonly ComparedPlace[];
  readonly attributes: readonly ComparedAttribute[];
  /** What counts as 100, in words; undefined without an index. */
  readonly baseTitle: string | undefined;
}

/** What counts as 100: something of the whole list, or the place in a row of the sheet. */
export type IndexBase = 'none' | 'mean' | 'median' | number;

export interface ComparedPlace {
  /** The row of the sheet, from 0. */
  readonly row: number;
  /** Different for each place: two shops of one name have their rows added. */
  readonly label: string;
}

export interface ComparedAttribute {
  /** The column of the list. */
  readonly column: number;
  readonly title: string;
  /** The unit, such as `km`; "" if it is not known. */
  readonly unit: string;
  /** The range of the list; undefined if no place has a number. */
  readonly range: ValueRange | undefined;
  /** The number that counts as 100; undefined without an index, or if there is no number. */
  readonly base: number | undefined;
  /** One for each place. */
  readonly values: readonly ComparedValue[];
}

export interface ComparedValue {
  /** Undefined if the cell has no number. */
  readonly value: number | undefined;
  /** The position between the list's least (0) and most (1). */
  readonly share: number | undefined;
  /** 100 if the value equals the base. Undefined if either is missing, or the base is 0 or less. */
  readonly index: number | undefined;
}

/** More columns would not fit beside each other. */
export const MOST_PLACES = 5;

/**
 * Compares places.
 *
 * @param rows rows of the sheet, in the order in which the places appear.
 * @param unitOf returns the unit of a column of the list.
 * @param indexBase a row that is not among the places counts as `none`.
 */
export function compare(
  list: PlaceList,
  { rows: all }: ListRows,
  rows: readonly number[],
  unitOf: (column: number) => string,
  indexBase: IndexBase = 'none',
): Comparison {
  const chosen = rows
    .flatMap((row) => all.find((one) => one.row === row) ?? [])
    .slice(0, MOST_PLACES);
  const cells = all.map((one) => one.cells);
  const places = placesOf(chosen);
  const baseTitle = titleOfBase(places, indexBase);
  const baseCells =
    typeof indexBase === 'number' ? all.filter(({ row }) => row === indexBase) : all;
  return {
    places,
    baseTitle,
    attributes: measureColumns(list).map((column) => {
      const range = rangeOf(cells, column.index);
      const based = baseCells.flatMap((one) => numberIn(one.cells, column.index) ?? []);
      const base =
        baseTitle === undefined
          ? undefined
          : indexBase === 'median'
            ? medianOf(based)
            : meanOf(based);
      return {
        column: column.index,
        title: columnTitle(list, column.index),
        unit: unitOf(column.index),
        range,
        base,
        values: chosen.map((one) => {
          const value = numberIn(one.cells, column.index);
          const isKnown = value !== undefined && range !== undefined;
          return {
            value,
            share: isKnown ? shareOf(value, range) : undefined,
            index:
              value !== undefined && base !== undefined && base > 0
                ? (value / base) * 100
                : undefined,
          };
        }),
      };
    }),
  };
}

function titleOfBase(places: readonly ComparedPlace[], base: IndexBase): string | undefined {
  switch (base) {
    case 'none':
      return undefined;
    case 'mean':
      return t('Mean of the list');
    case 'median':
      return t('Median of the list');
    default:
      return places.find(({ row }) => row === base)?.label;
  }
}

/** Of one number, that number. */
function meanOf(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  return numbers.reduce((sum, number) => sum + number / numbers.length, 0);
}

function medianOf(numbers: readonly number[]): number | undefined {
  const sorted = Float64Array.from(numbers).sort();
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? undefined : low / 2 + high / 2;
}

/** Names the places of a list, each differently. */
export function placesOf(rows: readonly ListRow[]): readonly ComparedPlace[] {
  const counts = new Map<string, number>();
  const labels = rows.map(rowLabel);
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return rows.map(({ row }, index) => {
    const name = labels[index] ?? '';
    const isAlone = counts.get(name) === 1;
    return { row, label: isAlone ? name : t('{name} (row {row})', { name, row: String(row + 1) }) };
  });
}

/**
 * Writes the comparison as cells of a sheet. The values are those of now, so sorting the list does
 * not change them. Indices are formulas over these, so that a person can type another base.
 */
export function comparisonCells({
  places,
  attributes,
  baseTitle,
}: Comparison): readonly (readonly CellInput[])[] {
  const names = places.map(({ label }) => textAsInput(label));
  const indices = (cells: readonly CellInput[]): readonly CellInput[] =>
    baseTitle === undefined ? [] : cells;
  return [
    [
      ...[t('Attribute'), t('Unit')],
      ...names,
      ...[t('Least in the list'), t('Most in the list')],
      ...indices([
        textAsInput(t('{base} = 100', { base: baseTitle ?? '' })),
        ...places.map(({ label }) => textAsInput(t('Index: {name}', { name: label }))),
      ]),
    ],
    ...attributes.map(({ title, unit, range, base, values }, index) => [
      textAsInput(title),
      textAsInput(unit),
      ...values.map(({ value }) => value ?? t('no value')),
      range?.least ?? t('no value'),
      range?.most ?? t('no value'),
      ...indices([
        base ?? t('no value'),
        ...places.map((_, at) =>
          indexFormula(
            cellName(index + 1, FIRST_PLACE + at),
            `$${cellName(index + 1, FIRST_PLACE + places.length + 2)}`,
          ),
        ),
      ]),
    ]),
  ];
}

/** The column of the first place, beside those of the attribute and its unit. */
const FIRST_PLACE = 2;

function indexFormula(value: string, base: string): string {
  const index = `IF(${base}>0,${value}/${base}*100,${writeLiteral(t('no index: the value for 100 is 0 or less'))})`;
  const based = `IF(ISNUMBER(${base}),${index},${writeLiteral(t('no index: no value for 100'))})`;
  return `=IF(ISNUMBER(${value}),${based},${writeLiteral(t('no value'))})`;
}

export function comparisonLook({ places, baseTitle }: Comparison): SheetLook {
  // Beside the places, the least, the most and the base; above them, what each column holds.
  const isIndexed = baseTitle !== undefined;
  const numbers = Array.from({ length: places.length + (isIndexed ? 3 : 2) }, () => SCORE_FORMAT);
  const indices = isIndexed ? places.map(() => '0') : [];
  return { headings: [0], formats: [undefined, undefined, ...numbers, ...indices] };
}

/** Says what counts as 100, `Mean of the list: ₹66,000 = 100`, or why there is no index. */
export function baseText(
  { base, unit }: Pick<ComparedAttribute, 'base' | 'unit'>,
  title: string,
): string {
  if (base === undefined) return t('{base}: no value, so no index', { base: title });
  const value = valueWithUnit(base, unit);
  return base > 0
    ? t('{base}: {value} = 100', { base: title, value })
    : t('{base}: {value}, so no index', { base: title, value });
}

/** Writes a value with its index: `₹90,000 (index 113)`. Without an index, only the value. */
export function comparedText(value: number, index: number | undefined, unit: string): string {
  const text = valueWithUnit(value, unit);
  return index === undefined
    ? text
    : t('{value} (index\u00a0{index})', { value: text, index: countText(Math.round(index)) });
}

/** `₹85,000`, `4.2 km`, `12.5%`. */
function valueWithUnit(value: number, unit: string): string {
  const text = valueText(value);
  if (unit === '') return text;
  if (unit === '%') return `${text}%`;
  return /^\p{Sc}$/u.test(unit) ? `${unit}${text}` : `${text} ${unit}`;
}

/** Says the range of the list: `40,000 to 95,000 in the list`. */
export function rangeText({ range, unit }: Pick<ComparedAttribute, 'range' | 'unit'>): string {
  if (range === undefined) return t('no value in the list');
  return t('{least} to {most} in the list', {
    least: valueWithUnit(range.least, unit),
    most: valueWithUnit(range.most, unit),
  });
}

const WIDTH = 720;
const MARGIN = 24;
const LINE = 26;
const LABEL = 220;
const BAR = 300;
const GAP = 16;
const TITLE = 40;
const FONT = 'system-ui';
const INK = '#1b1a19';
const QUIET = '#5c5a58';
const TRACK = '#e6e4e2';
const FILL = '#0f6cbd';

/**
 * Draws the comparison on a white background: for each attribute, a line and a bar for each place.
 */
export function comparisonPicture(
  { places, attributes, baseTitle }: Comparison,
  title: string,
): Picture {
  const isIndexed = baseTitle !== undefined;
  const block = LINE + places.length * LINE + GAP;
  // An index takes its room from the bars.
  const barWidth = isIndexed ? BAR - 60 : BAR;
  return {
    width: WIDTH,
    height: MARGIN * 2 + TITLE + attributes.length * block,
    draw(context) {
      const { canvas } = context;
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.textBaseline = 'middle';
      let y = MARGIN + TITLE / 2;
      const write = (text: string, x: number, style: string, colour: string, width: number) => {
        context.font = `${style} ${FONT}`;
        context.fillStyle = colour;
        context.fillText(fittedText(context, text, width), x, y);
      };
      write(title, MARGIN, '600 18px', INK, WIDTH - 2 * MARGIN);
      y += TITLE / 2 + LINE / 2;
      for (const attribute of attributes) {
        write(attribute.title, MARGIN, '600 14px', INK, LABEL + BAR);
        context.textAlign = 'end';
        const words = isIndexed ? baseText(attribute, baseTitle) : rangeText(attribute);
        write(words, WIDTH - MARGIN, '12px', QUIET, BAR);
        context.textAlign = 'start';
        y += LINE;
        for (const [index, { label }] of places.entries()) {
          const compared = attribute.values[index];
          const share = compared?.share;
          write(label, MARGIN, '14px', INK, LABEL - GAP);
          if (share !== undefined) {
            context.fillStyle = TRACK;
            context.fillRect(MARGIN + LABEL, y - 6, barWidth, 12);
            context.fillStyle = FILL;
            context.fillRect(MARGIN + LABEL, y - 6, Math.max(2, barWidth * share), 12);
          }
          const isMissing = compared?.value === undefined;
          const text = isMissing
            ? t('no value')
            : comparedText(compared.value, compared.index, attribute.unit);
          const x = MARGIN + LABEL + barWidth + GAP;
          write(text, x, '14px', isMissing ? QUIET : INK, WIDTH - MARGIN - x);
          y += LINE;
        }
        y += GAP;
      }
    },
  };
}
