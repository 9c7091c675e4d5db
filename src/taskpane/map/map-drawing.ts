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
  readonly rim: string;
  readonly marked: string;
}

export interface Drawing extends MapSize {
  readonly countries: Outline;
  readonly projection: Projection;
  readonly dots: readonly Dot[];
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
  const { width, height, countries, projection, dots, colours, marked } = drawing;
  context.clearRect(0, 0, width, height);
  traceOutline(context, countries, projection);
  context.fillStyle = colours.land;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.border;
  context.stroke();
  const radius = dotRadius(dots.length);
  for (const dot of dots) drawDot(context, dot, radius, colours.rim);
  const dot = marked === undefined ? undefined : dots[marked];
  if (dot === undefined) return;
  drawDot(context, dot, radius + 2, colours.marked);
  context.lineWidth = 2;
  context.strokeStyle = colours.marked;
  context.stroke();
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
  { x, y, colour }: Dot,
  radius: number,
  rim: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (colour !== undefined) {
    context.fillStyle = colour;
    context.fill();
  }
  context.lineWidth = 1;
  context.strokeStyle = rim;
  context.stroke();
}
