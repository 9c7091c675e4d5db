import { legendOf } from '../../../src/addin/map/legend';
import { mapPicture } from '../../../src/addin/map/map-picture';
import { createPlaceClusters } from '../../../src/addin/map/place-clusters';
import { projectionOf } from '../../../src/addin/map/place-projection';

/** What a picture says and fills, in order; every letter is as wide as `letter` says. */
function painted(
  values: readonly (number | null)[],
  letter = 6,
  title = 'Rent: 3 places',
  latitudes = [12.9, 13.1, 19.1],
) {
  const texts: string[] = [];
  const fills: string[] = [];
  const context = new Proxy<Record<string, unknown>>(
    {
      measureText: (text: string) => ({ width: letter * text.length }),
      fillText: (text: string) => texts.push(text),
      fillRect: (...box: number[]) => fills.push(`${String(context['fillStyle'])} ${box.join()}`),
    },
    { get: (own, name) => (name in own ? own[String(name)] : () => undefined) },
  );
  const places = latitudes.map((latitude) => ({ latitude, longitude: 77.6 }));
  const legend = legendOf({ index: 3, title: 'Rent', values, format: '0' });
  const size = { width: 300, height: 250 };
  const picture = mapPicture({
    title,
    legend,
    attribution: 'Cities: GeoNames, CC BY 4.0.',
    places: [],
    ground: { land: [], cities: [['Pune', 18.52, 77.5]] },
    clusters: createPlaceClusters(places, values, legend.colourOf),
    shown: { projection: projectionOf(places, size), size },
  });
  picture.draw(context as unknown as CanvasRenderingContext2D);
  return { texts, fills, picture };
}

describe('the picture of a map', () => {
  it('says what it shows, what its colours mean, and whose data it holds', () => {
    const { texts } = painted([5, 7, null]);
    expect(texts).toEqual([
      'Rent: 3 places',
      'Pune',
      'Rent',
      '5 (1 place)',
      '7 (1 place)',
      'No value (1 place)',
      'Cities: GeoNames, CC BY 4.0.',
    ]);
  });

  it('explains the number of places close together, in as many lines as it takes', () => {
    const { texts } = painted([5, 7, 9], 6, 'Rent', [12.9, 12.9, 12.9]);
    expect(texts).toContain('3');
    const from = texts.indexOf('9 (1 place)') + 1;
    expect(texts.slice(from, -1)).toEqual([
      'A number counts places close together.',
      'Its ring has the colour of their',
      'average.',
    ]);
  });

  it('is white paper, whatever the theme', () => {
    const { fills, picture } = painted([5, 7, 9]);
    expect(fills[0]).toBe(`#ffffff 0,0,${picture.width},${picture.height}`);
  });

  it('cuts off what is too long for it, and says so', () => {
    const { texts } = painted([5, 7, 9], 60, 'A long title');
    expect(texts[0]).toBe('A long title');
    const { texts: cut } = painted([5, 7, 9], 100, 'A very long title indeed');
    expect(cut[0]).toMatch(/^A very.*…$/);
  });
});
