/** @jest-environment jsdom */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';

import { legendOf } from '../../../src/addin/map/legend';
import { PlaceMap, type ShownMap } from '../../../src/addin/map/PlaceMap';
import { renderUnstyled } from '../pane/render-pane';

const PLACES = [
  { row: 1, latitude: 28.63, longitude: 77.22, label: 'Delhi' },
  { row: 2, latitude: 22.55, longitude: 88.35, label: 'Kolkata' },
];
const GROUND = { land: [], cities: [] };
/** The middle of a map that nobody has measured, with nothing but land around it. */
const MIDDLE = { clientX: 150, clientY: 125 };

/** How often anything was drawn, and on how wide a canvas. */
const drawings: number[] = [];
const noop = (): void => undefined;
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
  return new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === 'fillRect' ? () => void drawings.push(this.width) : noop),
    set: () => true,
  });
} as unknown as typeof HTMLCanvasElement.prototype.getContext;
Object.defineProperty(navigator, 'maxTouchPoints', { value: 2 });

interface Opening {
  readonly isLarge?: boolean;
  readonly places?: readonly (typeof PLACES)[number][];
  /** Each is its own colour. */
  readonly values?: readonly (number | null)[];
}

function open({ isLarge = false, places = PLACES, values }: Opening = {}) {
  let measured = noop;
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((callback) => {
    const observer: ResizeObserver = {
      observe: () => (measured = () => callback([], observer)),
      unobserve: noop,
      disconnect: noop,
    };
    return observer;
  });
  const shown: ShownMap[] = [];
  const opened: string[] = [];
  const marked: number[] = [];
  renderUnstyled(
    <PlaceMap
      places={places}
      ground={GROUND}
      measure={values && { index: 0, title: 'v', values, format: '0' }}
      legend={{
        ...legendOf(undefined),
        ...(values && { colourOf: (each) => (Number.isFinite(each) ? String(each) : undefined) }),
      }}
      description="2 places."
      marked={undefined}
      isLarge={isLarge}
      onMark={(index) => void marked.push(index)}
      onOpen={({ label }) => void opened.push(label)}
      onShown={(map) => void shown.push(map)}
    />,
  );
  const map = screen.getByRole<HTMLCanvasElement>('img', { name: /^Map of / });
  const shownNow = (): ShownMap => {
    const last = shown.at(-1);
    if (last === undefined) throw new Error('nothing is shown');
    return last;
  };
  return {
    map,
    opened,
    marked,
    dots: () => shownNow().clusters.dots(shownNow().projection, shownNow().size),
    /** jsdom does not know where on the map that is. */
    at(type: string, offsetX: number, offsetY: number): void {
      const event = new MouseEvent(type, { bubbles: true, detail: 1 });
      fireEvent(map, Object.assign(event, { offsetX, offsetY }));
    },
    shownNow,
    /** How wide the world is by now, as a multiple of what it was at first. */
    scale: () => shownNow().projection.worldWidth / (shown[0]?.projection.worldWidth ?? 0),
    placesInView: () => {
      const { projection, size } = shownNow();
      return PLACES.filter(({ latitude, longitude }) => {
        const [x, y] = [projection.x(longitude), projection.y(latitude)];
        return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
      }).length;
    },
    /** Whether the map takes the turn, so that nothing around it scrolls. */
    turn: (deltaY: number, keys: { ctrlKey?: boolean; metaKey?: boolean } = {}) =>
      !fireEvent.wheel(map, { deltaY, ...MIDDLE, ...keys }),
    resize: (width: number, height: number) => {
      const frame = map.parentElement;
      if (frame === null) throw new Error('the map has no frame');
      for (const [name, value] of Object.entries({ clientWidth: width, clientHeight: height })) {
        Object.defineProperty(frame, name, { value, configurable: true });
      }
      act(measured);
    },
  };
}

/** Whether the map takes the fingers' movement, so that nothing around it scrolls. */
function moveFingers(
  map: HTMLElement,
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): boolean {
  const touch = (type: string, points: typeof from): boolean => {
    const fingers = points.map(([clientX, clientY], identifier) => ({
      identifier,
      clientX,
      clientY,
    }));
    const event = new Event(type, { bubbles: true, cancelable: true });
    return fireEvent(map, Object.assign(event, { touches: fingers, changedTouches: fingers }));
  };
  touch('touchstart', from);
  return !touch('touchmove', to);
}

describe('the map in the pane', () => {
  it('leaves the wheel to the pane, also after a click, unless Ctrl or Cmd is held', () => {
    const { map, turn, scale } = open();
    expect(turn(900)).toBe(false);
    fireEvent.pointerDown(map);
    expect(turn(900)).toBe(false);
    expect(scale()).toBe(1);
    expect(turn(-100, { ctrlKey: true })).toBe(true);
    expect(scale()).toBeCloseTo(2 ** 0.2);
    expect(turn(-100, { metaKey: true })).toBe(true);
    expect(scale()).toBeCloseTo(2 ** 0.4);
  });

  it('keeps Ctrl and the wheel from zooming the page where it can zoom no further itself', () => {
    const { turn, scale } = open();
    for (let times = 0; times < 40; times += 1) turn(1000, { ctrlKey: true });
    const least = scale();
    expect(turn(1000, { ctrlKey: true })).toBe(true);
    expect(scale()).toBe(least);
  });

  it('zooms to twice the size at most, however far the wheel was turned at once', () => {
    const { turn, scale } = open();
    turn(-5_000, { ctrlKey: true });
    expect(scale()).toBe(2);
  });

  it('leaves one finger to the pane, and zooms by two', () => {
    const { map, scale } = open();
    expect(moveFingers(map, [[150, 125]], [[150, 60]])).toBe(false);
    const pinch = [
      [140, 125],
      [160, 125],
    ] as const;
    const apart = [
      [130, 125],
      [170, 125],
    ] as const;
    expect(moveFingers(map, pinch, apart)).toBe(true);
    expect(scale()).toBeCloseTo(2);
  });

  it('zooms by a double click, where that is not a place', () => {
    const { map, scale, opened, shownNow, at } = open();
    at('click', 150, 125);
    at('dblclick', 150, 125);
    expect(scale()).toBe(2);
    at('click', 0, 0);
    at('dblclick', 0, 0);
    expect(scale()).toBe(4);
    expect(opened).toEqual([]);
    fireEvent.keyDown(map, { key: 'Home' });
    const [delhi] = PLACES;
    const { projection } = shownNow();
    const place = [
      projection.x(delhi?.longitude ?? 0),
      projection.y(delhi?.latitude ?? 0),
    ] as const;
    at('click', ...place);
    at('dblclick', ...place);
    expect(scale()).toBe(1);
    expect(opened).toEqual(['Delhi']);
  });
});

describe('the large map', () => {
  it('zooms by the wheel alone, and by one finger is moved', () => {
    const { map, turn, scale } = open({ isLarge: true });
    expect(turn(-100)).toBe(true);
    expect(scale()).toBeCloseTo(2 ** 0.2);
    expect(moveFingers(map, [[150, 125]], [[150, 60]])).toBe(true);
  });
});

describe('a map is never blank', () => {
  it('between its places, it says that none is in view, and shows all on demand', () => {
    const { turn, placesInView } = open({ isLarge: true });
    const message = () => screen.queryByText('No places in view');
    expect(message()).toBeNull();
    for (let times = 0; times < 6; times += 1) turn(-500);
    expect(placesInView()).toBe(0);
    expect(message()).toBeTruthy();
    fireEvent.click(screen.getByText('Show all places'));
    expect(message()).toBeNull();
    expect(placesInView()).toBe(2);
  });

  it('its places cannot be lost by moving it', () => {
    const { map, placesInView } = open();
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
      for (let times = 0; times < 30; times += 1) fireEvent.keyDown(map, { key });
    }
    for (const key of ['ArrowLeft', 'ArrowUp']) fireEvent.keyDown(map, { key });
    expect(placesInView()).toBeGreaterThan(0);
  });

  it('while it is hidden, it keeps its size and its zoom', () => {
    const { turn, scale, resize } = open();
    resize(300, 250);
    turn(-100, { ctrlKey: true });
    const before = scale();
    const drawn = drawings.length;
    resize(0, 0);
    resize(300, 250);
    expect(scale()).toBe(before);
    expect(drawings.slice(drawn)).not.toContain(0);
  });

  it('two fingers at one point leave a zoom that is a number', () => {
    const { map, scale } = open();
    const point = [
      [150, 125],
      [150, 125],
    ] as const;
    moveFingers(map, point, point);
    expect(scale()).toBe(1);
  });

  it('is drawn again when the browser has lost the drawing', () => {
    const { map } = open();
    const before = drawings.length;
    fireEvent(map, new Event('contextrestored'));
    expect(drawings.length).toBe(before + 1);
  });
});

const placesAt = (...points: readonly (readonly [number, number])[]) =>
  points.map(([latitude, longitude], row) => ({ row, latitude, longitude, label: '' }));

describe('places that lie close together', () => {
  const CLOSE = placesAt([12.93, 77.6], [12.931, 77.6], [12.932, 77.6], [28.6, 77.2]);

  it('are one, with the colour of their mean, and open by a click', () => {
    const { dots, shownNow, at, scale } = open({ places: CLOSE, values: [1, 2, null, 9] });
    expect(dots().map(({ count, colour, index }) => [count, colour, index])).toEqual([
      [3, '1.5', undefined],
      [1, '9', 3],
    ]);
    const [{ x, y, cluster = 0 } = { x: 0, y: 0 }] = dots();
    expect([...shownNow().clusters.members(cluster)].sort()).toEqual([0, 1, 2]);
    // Farther off than a single place is found.
    at('click', x, y + 15);
    expect(scale()).toBeGreaterThan(100);
    expect(dots().length).toBeGreaterThan(1);
  });

  it('are marked in turn where they are at one point, and never open', () => {
    const { dots, at, marked, scale } = open({
      places: placesAt(...Array.from({ length: 4 }, () => [28.6, 77.2] as const)),
      values: [],
    });
    const [all] = dots();
    expect(all).toMatchObject({ count: 4, colour: undefined });
    at('click', all?.x ?? 0, all?.y ?? 0);
    expect([marked.length, scale()]).toEqual([1, 1]);
  });

  it('are on the whole map exactly once each, alone or with others', () => {
    const place = fc.tuple(
      fc.double({ min: -84, max: 84, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (points) => {
        const { dots, shownNow } = open({ places: placesAt(...points) });
        const found = dots().flatMap(({ index, cluster = 0 }) =>
          index === undefined ? shownNow().clusters.members(cluster) : [index],
        );
        cleanup();
        expect(found.sort((a, b) => a - b)).toEqual(points.map((_, index) => index));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['the place under it', 0, 0, [0]],
    ['the nearest within reach', 9, 0, [0]],
    ['none beyond it', 0, 14, []],
    ['the upper of two at one point', 300, 0, [2]],
  ])('a pointer finds %s', (_what, aside, below, found) => {
    const places = placesAt([20, 70], [20, 80], [20, 80]);
    const { at, marked, dots } = open({ places });
    const [first, last] = [dots()[0], dots().at(-1)];
    const { x = 0, y = 0 } = (aside > 200 ? last : first) ?? {};
    at('pointermove', aside > 200 ? x : x + aside, y + below);
    expect(marked).toEqual(found);
  });
});
