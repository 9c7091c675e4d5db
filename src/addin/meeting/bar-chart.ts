import { largest } from '../../engine/async/extremes';
import { numberFormat } from '../../engine/language/speech';
import type { Picture } from '../device/pictures';

/** Numbers to draw as bars: for each category, a bar of each series. */
export interface Bars {
  readonly title: string;
  readonly width: number;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly unknown[] }[];
}

const FONT = 'system-ui';
const INK = '#1b1a19';
const RULE = '#c8c6c4';
/** The colours differ in lightness too, for a printer without colours. */
const COLOURS = ['#0f6cbd', '#e08a1e', '#3b7d23', '#9a6ccf', '#8a8886'];
const HEADING = 34;
const LEGEND = 24;
const LABEL = 190;
const NUMBER = 48;
const GAP = 8;
const EDGE = 8;
const ALONE = 15;
const AMONG = 10;

/** Draws the bars on a white background, from 0 to the largest number. */
export function barChart({ title, width, categories, series }: Bars): Picture {
  const bar = series.length === 1 ? ALONE : AMONG;
  const block = series.length * bar + GAP;
  const top = HEADING + (series.length > 1 ? LEGEND : 0);
  const most = Math.max(0, largest(series.flatMap(({ values }) => values.map(sizeOf))));
  const decimals = series.every(({ values }) => values.every(isWhole)) ? 0 : 1;
  const numbers = numberFormat({
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const room = width - LABEL - NUMBER - EDGE;
  return {
    width,
    height: top + categories.length * block + EDGE,
    draw(context) {
      const write = (text: string, x: number, y: number, style: string, limit: number): void => {
        context.font = `${style} ${FONT}`;
        context.fillStyle = INK;
        context.fillText(fittedText(context, text, limit), x, y);
      };
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      context.textBaseline = 'middle';
      context.textAlign = 'left';
      write(title, EDGE, HEADING / 2, '600 15px', width - 2 * EDGE);
      if (series.length > 1) {
        const each = (width - 2 * EDGE) / series.length;
        series.forEach(({ name }, index) => {
          const x = EDGE + index * each;
          context.fillStyle = colourOf(index);
          context.fillRect(x, HEADING + 3, 10, 10);
          write(name, x + 15, HEADING + 8, '12px', each - 24);
        });
      }
      categories.forEach((category, at) => {
        const y = top + at * block;
        context.textAlign = 'right';
        write(category, LABEL - GAP, y + (block - GAP) / 2, '12px', LABEL - GAP - EDGE);
        context.textAlign = 'left';
        series.forEach(({ values }, index) => {
          const value = values[at];
          if (typeof value !== 'number') return;
          const length = most === 0 ? 0 : (room * sizeOf(value)) / most;
          context.fillStyle = colourOf(index);
          context.fillRect(LABEL, y + index * bar, length, bar - 1);
          const middle = y + index * bar + bar / 2;
          write(numbers.format(value), LABEL + length + 5, middle, '11px', NUMBER);
        });
      });
      context.strokeStyle = RULE;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(LABEL - 0.5, top - 2);
      context.lineTo(LABEL - 0.5, top + categories.length * block - GAP + 2);
      context.stroke();
    },
  };
}

function isWhole(value: unknown): boolean {
  return typeof value !== 'number' || Number.isInteger(value);
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? INK;
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

/**
 * Shortens a text with an ellipsis, so that it is no wider than this many pixels in the context's
 * font.
 */
export function fittedText(
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
