import type { Outline } from './outline';
import type { MapSize, Projection } from './place-projection';

export interface Dot {
  readonly x: number;
  readonly y: number;
  /** Undefined: the place has no number, and is drawn hollow. */
  readonly colour: string | undefined;
}

/** The host's colours, whatever its theme. */
export interface MapColours {
  readonly land: string;
  readonly border: string;
  /** Stands out from the land, and draws the rim of every dot: a scale has colours that do not. */
  readonly ink: string;
  /** What fills the dots where there is no number to colour them by. */
  readonly plain: string;
}

export interface Drawing extends MapSize {
  readonly countries: Outline;
  readonly projection: Projection;
  readonly dots: readonly Dot[];
  /** False: every dot is plain. */
  readonly hasScale: boolean;
  readonly colours: MapColours;
  /** The dot that a person looks at. */
  readonly marked: number | undefined;
}

/** Smaller where there are more of them. */
export function dotRadius(count: number): number {
  return count > 5_000 ? 2 : count > 500 ? 3 : 5;
}

/** Draws the whole map, in CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { width, height, countries, projection, dots, hasScale, colours, marked } = drawing;
  context.clearRect(0, 0, width, height);
  traceOutline(context, countries, projection);
  context.fillStyle = colours.land;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.border;
  context.stroke();
  const radius = dotRadius(dots.length);
  const fillOf = ({ colour }: Dot) => (hasScale ? colour : colours.plain);
  context.strokeStyle = colours.ink;
  for (const dot of dots) drawDot(context, dot, fillOf(dot), radius, rimWidth(radius));
  const dot = marked === undefined ? undefined : dots[marked];
  if (dot !== undefined) drawDot(context, dot, fillOf(dot), radius + 2, MARK_WIDTH);
}

const RING_WIDTH = 1.5;
const MARK_WIDTH = 3;

/** Thinner where a dot is so small that its rim would hide what fills it. */
function rimWidth(radius: number): number {
  return radius > 3 ? 1 : 0.5;
}

function traceOutline(
  context: CanvasRenderingContext2D,
  countries: Outline,
  { x, y }: Projection,
): void {
  context.beginPath();
  for (const ring of countries) {
    ring.forEach(([longitude = 0, latitude = 0], index) => {
      if (index === 0) context.moveTo(x(longitude), y(latitude));
      else context.lineTo(x(longitude), y(latitude));
    });
    context.closePath();
  }
}

function drawDot(
  context: CanvasRenderingContext2D,
  { x, y }: Dot,
  fill: string | undefined,
  radius: number,
  rim: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  // A ring has nothing but its rim to be seen by.
  context.lineWidth = fill === undefined ? Math.max(rim, RING_WIDTH) : rim;
  context.stroke();
}
