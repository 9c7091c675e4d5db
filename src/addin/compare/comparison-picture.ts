import { t } from '../../engine/language/speech';
import type { Picture } from '../device/pictures';
import type { Comparison } from './comparison';
import { rangeText, valueWithUnit } from './comparison';

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
