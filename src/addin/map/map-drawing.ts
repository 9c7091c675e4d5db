import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

import type { CityLabel } from './cities';
import type { Dot } from './place-clusters';
import type { MapSize, Projection } from './place-projection';

/** The colours of the host's theme, or of paper. */
export interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly shore: string;
  /** Contrasts with the land, and draws every dot's rim: some colours of the scale do not. */
  readonly ink: string;
  /** Fills the dots if there are no numbers to colour them by. */
  readonly plain: string;
  /** For city names, which a person should read after the dots. */
  readonly names: string;
  readonly font: string;
}

export interface Drawing extends MapSize {
  readonly land: Outline;
  readonly cities: readonly CityLabel[];
  /** The names of places. */
  readonly names: readonly CityLabel[];
  readonly projection: Projection;
  readonly dots: readonly Dot[];
  /** If false, every dot is plain. */
  readonly hasScale: boolean;
  readonly colours: MapColours;
  /** The place that a person looks at, even if it is drawn as part of a cluster. */
  readonly marked: Dot | undefined;
}

const DOT_RADIUS = 5;
const FEW = 3;
/** Of a dot with a rank of two digits in it. */
export const MARKED_RADIUS = 9;
const RING_WIDTH = 1.5;
const MARK_WIDTH = 3;
const CLUSTER_WIDTH = 4;
/** A cluster is more than a place, though its count may be narrow. */
const LEAST_CLUSTER = 10;
const CITY_RADIUS = 1.5;
/** In pixels, of the bold type that counts are written in: the widest digit, and the line. */
const DIGIT = 7;
const DIGIT_HEIGHT = 9;

/** The radius of a dot; a cluster's ring runs around its count, and never through it. */
export function dotRadius(count: number): number {
  if (count < FEW) return DOT_RADIUS;
  const half = (DIGIT * shortCount(count).length) / 2;
  const room = Math.hypot(half, DIGIT_HEIGHT / 2) + CLUSTER_WIDTH / 2 + 1;
  return Math.max(LEAST_CLUSTER, Math.ceil(room));
}

/** At most four characters: 999, 1.2k, 25k, 120k, 2M. */
function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const [size, unit] = count < 999_500 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M'];
  return `${size < 9.95 ? String(Math.round(size * 10) / 10) : String(Math.round(size))}${unit}`;
}

/** Draws the whole map, in CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { width, height, land, cities, names, projection, dots } = drawing;
  const { hasScale, colours, marked } = drawing;
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, width, height);
  traceOutline(context, land, projection);
  context.fillStyle = colours.land;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.shore;
  context.stroke();
  context.font = `11px ${colours.font}`;
  context.textBaseline = 'middle';
  for (const city of cities) {
    drawCityDot(context, city, colours);
    writeName(context, city, colours.names, colours);
  }
  const fillOf = ({ colour }: Dot) => (hasScale ? colour : colours.plain);
  context.font = `600 11px ${colours.font}`;
  for (const dot of dots) {
    if (dot.mark !== undefined) drawMarked(context, dot, fillOf(dot), colours);
    else if (dot.count > 1) drawCluster(context, dot, fillOf(dot), colours);
    else drawDot(context, dot, fillOf(dot), DOT_RADIUS, 1, colours);
  }
  for (const name of names) writeName(context, name, colours.ink, colours);
  if (marked !== undefined) {
    drawDot(context, marked, fillOf(marked), DOT_RADIUS + 2, MARK_WIDTH, colours);
  }
}

function drawCityDot(
  context: CanvasRenderingContext2D,
  { x, y }: CityLabel,
  colours: MapColours,
): void {
  context.beginPath();
  context.arc(x, y, CITY_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = colours.names;
  context.fill();
}

function writeName(
  context: CanvasRenderingContext2D,
  { name, y, start, end }: CityLabel,
  colour: string,
  { land }: MapColours,
): void {
  context.fillStyle = colour;
  context.textAlign = end === undefined ? 'left' : 'right';
  // An outline, so that no shore runs through the letters.
  context.lineWidth = 3;
  context.strokeStyle = land;
  context.strokeText(name, end ?? start, y);
  context.fillText(name, end ?? start, y);
}

/** The number of places, in a ring of the colour of their mean. */
function drawCluster(
  context: CanvasRenderingContext2D,
  { x, y, count }: Dot,
  colour: string | undefined,
  { land, ink }: MapColours,
): void {
  const radius = dotRadius(count);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = land;
  context.fill();
  // A wider ring of ink beneath, in case the colour is close to the land's.
  context.lineWidth = CLUSTER_WIDTH + 2;
  context.strokeStyle = ink;
  context.stroke();
  if (colour !== undefined) {
    context.lineWidth = CLUSTER_WIDTH;
    context.strokeStyle = colour;
    context.stroke();
  }
  context.textAlign = 'center';
  context.fillStyle = ink;
  context.fillText(shortCount(count), x, y);
}

/** A dot with a few letters in it. */
function drawMarked(
  context: CanvasRenderingContext2D,
  { x, y, mark = '' }: Dot,
  fill: string | undefined,
  colours: MapColours,
): void {
  drawDot(context, { x, y }, fill, MARKED_RADIUS, 1, colours);
  context.textAlign = 'center';
  context.fillStyle = colours.land;
  context.fillText(mark, x, y + 0.5);
}

function traceOutline(
  context: CanvasRenderingContext2D,
  land: Outline,
  { x, y }: Projection,
): void {
  context.beginPath();
  for (const ring of land) {
    ring.forEach(([longitude = 0, latitude = 0], index) => {
      if (index === 0) context.moveTo(x(longitude), y(latitude));
      else context.lineTo(x(longitude), y(latitude));
    });
    context.closePath();
  }
}

/** A place's dot; without a fill, a ring. */
export function drawDot(
  context: CanvasRenderingContext2D,
  { x, y }: Pick<Dot, 'x' | 'y'>,
  fill: string | undefined,
  radius: number,
  rim: number,
  { ink }: Pick<MapColours, 'ink'>,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  // An unfilled dot can be seen by nothing but its rim.
  context.lineWidth = fill === undefined ? Math.max(rim, RING_WIDTH) : rim;
  context.strokeStyle = ink;
  context.stroke();
}

/** The shores of the world's land, each a closed line that does not go round the globe. */
export type Outline = readonly Ring[];

/** Longitude and latitude, in degrees. */
type Ring = readonly (readonly number[])[];

/** Reads what scripts/make/map.mjs made from Natural Earth; empty if it holds no land. */
export function readOutline(fetched: unknown): Outline {
  const topology = fetched as Topology;
  const land = topology.objects['land'];
  if (land?.type !== 'GeometryCollection') return [];
  return feature(topology, land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
}
