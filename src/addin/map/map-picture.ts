import { t } from '../../engine/language/speech';
import type { Picture } from '../device/pictures';
import { labelsOf } from './cities';
import type { MappedPlace } from './mapped-places';
import { clusterNote, type Legend } from './legend';
import { dotRadius, drawDot, drawMap, MARKED_RADIUS, type MapColours } from './map-drawing';
import type { PlaceClusters } from './place-clusters';
import { resized, type MapSize, type Projection } from './place-projection';
import type { MapGround } from './use-map-ground';

/** What a picture of a map is made of. */
export interface MapPictureParts {
  readonly title: string;
  readonly legend: Legend;
  /** Whose data the picture holds, as their licences ask. */
  readonly attribution: string;
  readonly ground: MapGround;
  readonly places: readonly MappedPlace[];
  readonly clusters: Pick<PlaceClusters, 'dots'>;
  /** What the map on the screen shows. */
  readonly shown: { readonly projection: Projection; readonly size: MapSize };
  /** @default as large as most slides have room for */
  readonly size?: MapSize;
}

/** A fifth wider than high, as most pages and slides have room for. */
const SIZE: MapSize = { width: 1_120, height: 700 };
const EDGE = 24;
const HEADING = 68;
const FOOT = 44;
const ASIDE = 240;
const LINE = 26;
const SWATCH = 16;
const NOTE_LINE = 17;

/** The device’s own, which has every letter that the device can write. */
const FONT = 'system-ui';
/** For white paper, whatever the theme. */
const PAPER: MapColours = {
  sea: '#eef3f8',
  land: '#ffffff',
  shore: '#b4bcc6',
  ink: '#1f1f1f',
  plain: '#0f6cbd',
  names: '#5c5c5c',
  font: FONT,
};
const QUIET = '#5c5c5c';

/** The map as it is on the screen, with its title, its legend and where its data come from. */
export function mapPicture(parts: MapPictureParts): Picture {
  const { width, height } = parts.size ?? SIZE;
  return {
    width,
    height,
    draw(context) {
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
      context.textBaseline = 'middle';
      context.textAlign = 'left';
      write(context, parts.title, EDGE, EDGE + 14, width - 2 * EDGE, `600 22px ${FONT}`);
      const hasClusters = drawFrame(context, parts);
      drawLegend(context, parts.legend, width - EDGE - ASIDE, hasClusters);
      const foot = height - FOOT / 2;
      context.fillStyle = QUIET;
      write(context, parts.attribution, EDGE, foot, width - 2 * EDGE, `12px ${FONT}`, QUIET);
    },
  };
}

/** Whether it draws several places as one. */
function drawFrame(context: CanvasRenderingContext2D, parts: MapPictureParts): boolean {
  const { ground, places, clusters, shown, legend } = parts;
  const hasAside = legend.entries.length > 0;
  const { width, height } = parts.size ?? SIZE;
  const size = {
    width: width - 2 * EDGE - (hasAside ? ASIDE + EDGE : 0),
    height: height - HEADING - FOOT,
  };
  const projection = resized(shown.projection, shown.size, size);
  const dots = clusters.dots(projection, size);
  const circles = dots.map(({ x, y, count, mark }) => ({
    x,
    y,
    radius: (mark === undefined ? dotRadius(count) : MARKED_RADIUS) + 3,
  }));
  context.save();
  context.translate(EDGE, HEADING);
  context.beginPath();
  context.rect(0, 0, size.width, size.height);
  context.clip();
  drawMap(context, {
    ...size,
    land: ground.land,
    ...labelsOf({ places, cities: ground.cities }, dots, projection, size, circles),
    projection,
    dots,
    hasScale: legend.title !== undefined,
    colours: PAPER,
    marked: undefined,
  });
  context.restore();
  context.lineWidth = 1;
  context.strokeStyle = PAPER.shore;
  context.strokeRect(EDGE + 0.5, HEADING + 0.5, size.width - 1, size.height - 1);
  return dots.some(({ count }) => count > 1);
}

function drawLegend(
  context: CanvasRenderingContext2D,
  { title, entries }: Legend,
  left: number,
  hasClusters: boolean,
): void {
  if (title === undefined) return;
  let y = HEADING + LINE / 2;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  write(context, title, left, y, ASIDE, `600 15px ${FONT}`);
  for (const { colour, text, count } of entries) {
    y += LINE;
    if (colour === undefined) {
      drawDot(context, { x: left + SWATCH / 2, y }, undefined, SWATCH / 2 - 2, 1, PAPER);
    } else {
      context.fillStyle = colour;
      context.fillRect(left, y - SWATCH / 2, SWATCH, SWATCH);
      context.lineWidth = 1;
      context.strokeStyle = PAPER.ink;
      context.strokeRect(left + 0.5, y - SWATCH / 2 + 0.5, SWATCH - 1, SWATCH - 1);
    }
    const words = t('{text} ({count, plural, one {# place} other {# places}})', { text, count });
    write(context, words, left + SWATCH + 8, y, ASIDE - SWATCH - 8, `14px ${FONT}`);
    if (hasClusters) writeLines(context, clusterNote(), left, y + LINE + 6, ASIDE, `12px ${FONT}`);
  }
}

/** As many words on each line as fit. */
function writeLines(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  top: number,
  width: number,
  font: string,
): void {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    const isFull = lines.length === 0 || context.measureText(longer).width > width;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((line, at) => write(context, line, x, top + at * NOTE_LINE, width, font, QUIET));
}

/** Cuts a text off that is too long for its place, and says so with an ellipsis. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  font: string,
  colour: string = PAPER.ink,
): void {
  context.font = font;
  context.fillStyle = colour;
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width) {
    shown = `${[...shown].slice(0, -2).join('')}…`;
  }
  context.fillText(shown, x, y);
}
