import list from '../../../assets/cities.json';
import { cityLabels, labelsOf, readCities } from '../../../src/addin/map/cities';
import { citiesOfTheWorld } from '../../../src/sample/city';
import { projectionOf } from '../../../src/addin/map/place-projection';

const size = { width: 300, height: 250 };
const at = (latitude: number, longitude: number) => ({
  row: 0,
  latitude,
  longitude,
  label: '',
});

describe('names of cities', () => {
  const cities = readCities(list);
  const namesAround = (...corners: ReturnType<typeof at>[]) =>
    cityLabels(cities, projectionOf(corners, size), size, []);

  it('are those of the largest in sight', () => {
    const names = namesAround(at(8, 70), at(32, 90)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Mumbai', 'Delhi']));
    expect(names).not.toContain('London');
  });

  it('are written as English maps write them, without marks of a transliteration', () => {
    const names = cities.map(([name]) => name);
    expect(names.filter((name) => /[^\x20-\x7e]/.test(name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['Surat', 'Ludhiana', 'Howrah', 'Prayagraj', "Xi'an", 'Sao Paulo']),
    );
  });

  it('are not of villages and sections that GeoNames gives the people of a district', () => {
    const names = cities.map(([name]) => name);
    const districts = ['Teni', 'Nowrangapur', 'Rohini', 'Bilimora', 'Narela', 'Gosaba', 'Nangi'];
    for (const wrong of districts) {
      expect(names).not.toContain(wrong);
    }
    expect(cities.filter(([name]) => name === 'Gorakhpur')).toEqual([['Gorakhpur', 26.77, 83.37]]);
  });

  it('come from the same list as the sample’s people, the largest first', () => {
    const large = citiesOfTheWorld().filter(
      ({ country, population }) => country === 'IN' && population >= 50_000,
    );
    const ranks = large.map(({ name, lat, lng }) =>
      cities.findIndex(
        ([other, latitude, longitude]) =>
          other === name && Math.hypot(latitude - lat, longitude - lng) < 0.02,
      ),
    );
    expect(ranks.filter((rank) => rank < 0)).toEqual([]);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const names = large.map(({ name }) => name);
    expect(names.slice(0, 5)).toEqual(['Mumbai', 'Delhi', 'Bengaluru', 'Kolkata', 'Chennai']);
    // Whose people GeoNames has three times over.
    expect(names.indexOf('Tirunelveli')).toBeGreaterThan(names.indexOf('Madurai'));
  });

  it('are never of a smaller city of the same name', () => {
    const corners = [at(8, 60), at(32, 90)];
    const map = projectionOf(corners, size);
    const hyderabad = { x: map.x(78.46), y: map.y(17.38), radius: 12 };
    const around = [-30, 30].map((aside) => ({ ...hyderabad, x: hyderabad.x + aside }));
    const labels = cityLabels(cities, map, size, [hyderabad, ...around]);
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.map(({ name }) => name)).not.toContain('Hyderabad');
  });

  it('are smaller ones where only those are in sight', () => {
    expect(namesAround(at(12.8, 77.4), at(13.1, 77.8)).map(({ name }) => name)).toContain(
      'Bengaluru',
    );
  });

  it('neither lie over one another nor leave the map', () => {
    const labels = namesAround(at(-50, -150), at(65, 160));
    expect(labels.length).toBeGreaterThan(5);
    for (const [index, { start, y, name }] of labels.entries()) {
      expect(start + 6 * name.length).toBeLessThan(size.width);
      for (const other of labels.slice(0, index)) {
        const isBeside =
          start > other.start + 6 * other.name.length || other.start > start + 6 * name.length;
        expect(Math.abs(y - other.y) > 12 || isBeside).toBe(true);
      }
    }
  });

  it('stand beside a place in the city, and are left out where another would hide them', () => {
    const map = projectionOf([at(12.8, 77.4), at(13.1, 77.8)], size);
    const [city] = cityLabels(cities, map, size, []);
    const { x = 0, y = 0, name = '' } = city ?? {};
    const [beside] = cityLabels(cities, map, size, [{ x: x + 2, y, radius: 12 }]);
    expect(beside).toEqual({ name, x, y, start: x + 18 });
    const onLeft = [x + 2, x + 30].map((at) => ({ x: at, y, radius: 12 }));
    expect(cityLabels(cities, map, size, onLeft)[0]).toEqual({
      name,
      x,
      y,
      start: x - 14 - 7 * name.length,
      end: x - 14,
    });
    const hidden = [...onLeft, { x: x - 30, y, radius: 12 }];
    expect(cityLabels(cities, map, size, hidden).map((label) => label.name)).not.toContain(name);
  });

  it.each([[undefined], ['<html>'], [[['Pune']]], [{ 0: 1 }]])(
    'of %j there are none',
    (fetched) => {
      expect(readCities(fetched)).toEqual([]);
    },
  );
});

describe('the names of places', () => {
  const places = [
    { ...at(12.93, 77.62), label: '1. Koramangala', mark: '1' },
    { ...at(12.9301, 77.64), label: '2. Indiranagar', mark: '2' },
    { ...at(12.9302, 77.66), label: '3. Whitefield', mark: '3' },
    { ...at(12.9, 77.7), label: 'Not ranked' },
  ];
  const projection = projectionOf(places, size);
  const dots = places.map((_, index) => ({ index }));
  const circles = places.map(({ latitude, longitude }) => ({
    x: projection.x(longitude),
    y: projection.y(latitude),
    radius: 6,
  }));

  test('are their ranks where the whole has no room, and none is left out', () => {
    const { names } = labelsOf({ places, cities: [] }, dots, projection, size, circles);
    // The names of the first two would cover the dots beside them.
    expect(names.map(({ name }) => name)).toEqual(['3. Whitefield', '1', '2']);
  });

  test('are not written for places that share a dot', () => {
    const { names } = labelsOf({ places, cities: [] }, dots.slice(1), projection, size, circles);
    expect(names.map(({ name }) => name)).not.toContain('1. Koramangala');
  });
});
