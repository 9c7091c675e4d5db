import { drawMap } from '../../../src/addin/map/map-drawing';
import type { Drawing } from '../../../src/addin/map/map-drawing';
import { projectionOf } from '../../../src/addin/map/place-projection';
import type { Dot } from '../../../src/addin/map/place-clusters';

const COLOURS = {
  land: 'white',
  shore: 'grey',
  ink: 'black',
  plain: 'blue',
  names: 'dim',
  font: 'sans-serif',
};

interface Stroke {
  readonly colour: string;
  readonly width: number;
}

interface Circle {
  readonly radius: number;
  fill?: string;
  /** The last stroke lies on top. */
  rim?: Stroke;
  text?: string;
}

/** What was painted for each dot: its fill, if it has one, its rim, and what stands beside it. */
function painted(dots: readonly Dot[], more: Partial<Drawing> = {}) {
  const circles: Circle[] = [];
  const context = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    font: '',
    textAlign: '',
    textBaseline: '',
    clearRect() {},
    strokeText() {},
    fillText(text: string) {
      const circle = circles.at(-1);
      if (circle !== undefined) circle.text = text;
    },
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
    land: [],
    cities: [],
    projection: projectionOf([], { width: 300, height: 250 }),
    dots,
    hasScale: true,
    colours: COLOURS,
    marked: undefined,
    ...more,
  });
  return circles;
}

const PLACE = { count: 1, index: 0, cluster: undefined };
const HOLLOW: Dot = { ...PLACE, x: 1, y: 1, colour: undefined };
const FILLED: Dot = { ...PLACE, x: 2, y: 2, colour: 'purple' };

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
    const [, , mark] = painted([HOLLOW, FILLED], { marked: FILLED });
    expect(mark).toEqual({ radius: 7, fill: 'purple', rim: { colour: 'black', width: 3 } });
  });

  it('draws several places as their number in a ring of their colour', () => {
    const several = { x: 9, y: 9, count: 1_234, index: undefined, cluster: 7 };
    expect(painted([{ ...several, colour: 'purple' }])).toEqual([
      {
        radius: expect.closeTo(14.2, 1),
        fill: 'white',
        rim: { colour: 'purple', width: 4 },
        text: '1k',
      },
    ]);
    const [without] = painted([{ ...several, colour: undefined, count: 12 }]);
    expect(without).toMatchObject({ rim: { colour: 'black' }, text: '12' });
  });

  it('writes the names of cities beneath the places', () => {
    const [city, place] = painted([FILLED], { cities: [{ name: 'Pune', x: 5, y: 5, start: 9 }] });
    expect(city).toEqual({ radius: 1.5, fill: 'dim', text: 'Pune' });
    expect(place).toMatchObject({ fill: 'purple' });
  });
});
