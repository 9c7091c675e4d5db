import { dotRadius, drawMap, readOutline, type Drawing } from '../../../src/addin/map/map-drawing';
import { projectionOf } from '../../../src/addin/map/place-projection';
import outline from '../../../assets/outline.json';

type Dot = Drawing['dots'][number];

const COLOURS = {
  sea: 'pale',
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
    fillRect() {},
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
    names: [],
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

/** How wide the ring of a cluster is. */
const CLUSTER_RING = 4;
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
        radius: 18,
        fill: 'white',
        rim: { colour: 'purple', width: 4 },
        text: '1.2k',
      },
    ]);
    const [without] = painted([{ ...several, colour: undefined, count: 12 }]);
    expect(without).toMatchObject({ rim: { colour: 'black' }, text: '12' });
  });

  it.each([3, 9, 30, 99, 210, 999, 1_000, 2_000, 9_949, 9_950, 20_000, 99_999, 999_499])(
    'leaves room for the count of %d places within their ring',
    (count) => {
      const several = { x: 9, y: 9, count, index: undefined, cluster: 7, colour: 'purple' };
      const text = painted([several])[0]?.text ?? '';
      // The widest digits of a bold sans serif of 11 px, and their height.
      const corner = Math.hypot((6.8 * text.length) / 2, 4.5);
      expect(corner).toBeLessThan(dotRadius(count) - CLUSTER_RING / 2);
      expect(text.length).toBeLessThanOrEqual(4);
    },
  );

  it('writes the names of cities beneath the places', () => {
    const [city, place] = painted([FILLED], { cities: [{ name: 'Pune', x: 5, y: 5, start: 9 }] });
    expect(city).toEqual({ radius: 1.5, fill: 'dim', text: 'Pune' });
    expect(place).toMatchObject({ fill: 'purple' });
  });
});

const rings = readOutline(outline);

/** Whether the sum of what is painted, each ring in its direction, is land at a point. */
function isLand(longitude: number, latitude: number): boolean {
  const crossings = rings.flatMap((ring) =>
    ring.map(([x = 0, y = 0], index) => {
      const [toX = 0, toY = 0] = ring[(index + 1) % ring.length] ?? [];
      if (y > latitude === toY > latitude) return 0;
      const at = x + ((latitude - y) / (toY - y)) * (toX - x);
      if (at < longitude) return 0;
      return toY > y ? 1 : -1;
    }),
  );
  return crossings.reduce<number>((sum, crossing) => sum + crossing, 0) !== 0;
}

test.each([
  ['Bengaluru', 77.59, 12.97],
  ['Kochi', 76.35, 9.98],
  ['Srinagar', 74.8, 34.08],
  ['Berlin', 13.4, 52.5],
  ['Brasília', -47.9, -15.8],
  ['Chukotka, beyond the line where east becomes west,', 176, 66.5],
  ['Uelen, on its other side,', -170.5, 66.2],
  ['the South Pole', 0, -89],
])('%s lies on land', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(true);
});

test.each([
  ['the Arabian Sea', 68, 14],
  ['the Bay of Bengal', 88, 15],
  ['the Pacific', -140, 0],
])('%s does not', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(false);
});

test('no line but the one below Antarctica goes round the globe', () => {
  const long = rings.flatMap((ring) =>
    ring.flatMap(([x = 0, y = 0], index) => {
      const [fromX = x, fromY = y] = ring[index - 1] ?? [];
      return Math.abs(x - fromX) > 90 ? [[y, fromY]] : [];
    }),
  );
  expect(long.flat().every((latitude) => latitude < -85)).toBe(true);
});

test('a file that is no outline draws nothing', () => {
  expect(readOutline({ type: 'Topology', objects: {}, arcs: [] })).toEqual([]);
});

test('inland there is no line: a border that one country draws is disputed by another', () => {
  const inland = [
    [72, 79, 31, 36],
    [88, 97, 26.5, 29.5],
    [68, 75, 24.5, 32],
  ];
  for (const [west = 0, east = 0, south = 0, north = 0] of inland) {
    const corners = rings.flat().filter(([x = 0, y = 0]) => {
      return x > west && x < east && y > south && y < north;
    });
    expect(corners).toEqual([]);
  }
});
