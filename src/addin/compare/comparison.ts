import { t } from '../../engine/language/speech';
import type { Picture } from '../device/pictures';
import {
  columnTitle,
  measureColumns,
  numberIn,
  rangeOf,
  rowLabel,
  shareOf,
  type ListRow,
  type ListRows,
  type ValueRange,
} from '../rank';
import { SCORE_FORMAT, type PlaceList } from '../enrich';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput, SheetLook } from '../spreadsheet/sheet';
import { valueText } from '../pane/parts/figure-text';

/** Places side by side: what each has of each attribute, against the range of the whole list. */
export interface Comparison {
  readonly places: readonly ComparedPlace[];
  readonly attributes: readonly ComparedAttribute[];
}

export interface ComparedPlace {
  /** Zero-based, in the sheet. */
  readonly row: number;
  /** Differs from all others: two shops of one name have their rows beside it. */
  readonly label: string;
}

export interface ComparedAttribute {
  readonly title: string;
  /** Such as `km`; "" where nothing is known. */
  readonly unit: string;
  /** Of the list; undefined if no place has a number. */
  readonly range: ValueRange | undefined;
  /** For each place. */
  readonly values: readonly ComparedValue[];
}

export interface ComparedValue {
  /** Undefined where the cell holds no number. */
  readonly value: number | undefined;
  /** Where it stands between the list's least, 0, and most, 1. */
  readonly share: number | undefined;
}

/** More would not fit beside each other, nor into anybody's head. */
export const MOST_PLACES = 5;

/**
 * @param rows of the sheet, in the order in which the places stand.
 * @param unitOf of a column of the list.
 */
export function compare(
  list: PlaceList,
  { rows: all }: ListRows,
  rows: readonly number[],
  unitOf: (column: number) => string,
): Comparison {
  const chosen = rows
    .flatMap((row) => all.find((one) => one.row === row) ?? [])
    .slice(0, MOST_PLACES);
  const cells = all.map((one) => one.cells);
  return {
    places: placesOf(chosen),
    attributes: measureColumns(list).map((column) => {
      const range = rangeOf(cells, column.index);
      return {
        title: columnTitle(list, column),
        unit: unitOf(column.index),
        range,
        values: chosen.map((one) => {
          const value = numberIn(one.cells, column.index);
          const isKnown = value !== undefined && range !== undefined;
          return { value, share: isKnown ? shareOf(value, range) : undefined };
        }),
      };
    }),
  };
}

/** What the places of a list are called, each in its own way. */
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

/** The comparison as rows of a sheet: values as they are now, which sorting the list leaves alone. */
export function comparisonCells({
  places,
  attributes,
}: Comparison): readonly (readonly CellInput[])[] {
  const names = places.map(({ label }) => textAsInput(label));
  return [
    [t('Attribute'), t('Unit'), ...names, t('Least in the list'), t('Most in the list')],
    ...attributes.map(({ title, unit, range, values }) => [
      textAsInput(title),
      textAsInput(unit),
      ...values.map(({ value }) => value ?? t('no value')),
      range?.least ?? t('no value'),
      range?.most ?? t('no value'),
    ]),
  ];
}

export function comparisonLook({ places }: Comparison): SheetLook {
  // Beside the places, the least and the most; above them, what each column holds.
  const numbers = Array.from({ length: places.length + 2 }, () => SCORE_FORMAT);
  return { headings: [0], formats: [undefined, undefined, ...numbers] };
}

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

/** The comparison on white paper: for each attribute a line and a bar for each place. */
export function comparisonPicture({ places, attributes }: Comparison, title: string): Picture {
  const block = LINE + places.length * LINE + GAP;
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
        context.fillText(fitted(context, text, width), x, y);
      };
      write(title, MARGIN, '600 18px', INK, WIDTH - 2 * MARGIN);
      y += TITLE / 2 + LINE / 2;
      for (const attribute of attributes) {
        write(attribute.title, MARGIN, '600 14px', INK, LABEL + BAR);
        context.textAlign = 'end';
        write(rangeText(attribute), WIDTH - MARGIN, '12px', QUIET, BAR);
        context.textAlign = 'start';
        y += LINE;
        for (const [index, { label }] of places.entries()) {
          const { value, share } = attribute.values[index] ?? {};
          write(label, MARGIN, '14px', INK, LABEL - GAP);
          if (share !== undefined) {
            context.fillStyle = TRACK;
            context.fillRect(MARGIN + LABEL, y - 6, BAR, 12);
            context.fillStyle = FILL;
            context.fillRect(MARGIN + LABEL, y - 6, Math.max(2, BAR * share), 12);
          }
          const text = value === undefined ? t('no value') : valueWithUnit(value, attribute.unit);
          const colour = value === undefined ? QUIET : INK;
          write(
            text,
            MARGIN + LABEL + BAR + GAP,
            '14px',
            colour,
            WIDTH - LABEL - BAR - GAP - 2 * MARGIN,
          );
          y += LINE;
        }
        y += GAP;
      }
    },
  };
}

/** The text, cut so that it is no wider than this. */
function fitted(
  context: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
  width: number,
): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) {
    letters.pop();
  }
  return `${letters.join('')}…`;
}
