import { drawMap } from '../../../src/taskpane/map/map-drawing';
import type { Dot, Drawing } from '../../../src/taskpane/map/map-drawing';

const COLOURS = { land: 'white', border: 'grey', ink: 'black', plain: 'blue' };

interface Stroke {
  readonly colour: string;
  readonly width: number;
}

/** What was painted for each dot: its fill, if it has one, and its rim. */
function painted(dots: readonly Dot[], more: Partial<Drawing> = {}) {
  const circles: { readonly radius: number; fill?: string; rim?: Stroke }[] = [];
  const context = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    clearRect() {},
    beginPath() {},
    arc: (_x: number, _y: number, radius: number) => void circles.push({ radius }),
    fill() {
      const circle = circles.at(-1);
      if (circle !== undefined) circle.fill = context.fillStyle;
    },
    stroke() {
      const circle = circles.at(-1);
      if (circle === undefined) return;
      circle.rim = { colour: context.strokeStyle, width: context.lineWidth };
    },
  };
  drawMap(context as unknown as CanvasRenderingContext2D, {
    width: 300,
    height: 250,
    countries: [],
    projection: { x: (longitude) => longitude, y: (latitude) => latitude },
    dots,
    hasScale: true,
    colours: COLOURS,
    marked: undefined,
    ...more,
  });
  return circles;
}

const HOLLOW: Dot = { x: 1, y: 1, colour: undefined };
const FILLED: Dot = { x: 2, y: 2, colour: 'purple' };

describe('drawing the map', () => {
  it('draws a place without a number as a ring that is not of the land’s colour', () => {
    expect(painted([HOLLOW])).toEqual([{ radius: 5, rim: { colour: 'black', width: 1.5 } }]);
  });

  it('puts a thin rim of the same around a place whose colour may be that of the land', () => {
    expect(painted([FILLED])).toEqual([
      { radius: 5, fill: 'purple', rim: { colour: 'black', width: 1 } },
    ]);
  });

  it('fills every place with one colour where there is no number to colour them by', () => {
    const fills = painted([HOLLOW, HOLLOW], { hasScale: false }).map(({ fill }) => fill);
    expect(fills).toEqual(['blue', 'blue']);
  });

  it('draws the place that is looked at once more, larger and with a thick rim', () => {
    const [, , mark] = painted([HOLLOW, FILLED], { marked: 1 });
    expect(mark).toEqual({ radius: 7, fill: 'purple', rim: { colour: 'black', width: 3 } });
  });

  it('leaves small dots more of their colour than of their rim', () => {
    const [dot] = painted(Array.from({ length: 6_000 }, () => FILLED));
    expect(dot).toEqual({ radius: 2, fill: 'purple', rim: { colour: 'black', width: 0.5 } });
  });
});
