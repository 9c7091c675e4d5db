import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, ZoomTransform } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'react';

import { WIDEST_WORLD } from './place-clusters';
import { nearPlaces, type MapSize, type Projection, type Zoom } from './place-projection';

interface MapZoom {
  readonly zoom: Zoom;
  /** Zooms around a point of the map; left out: around its middle. */
  by(factor: number, at?: [x: number, y: number]): void;
  /** Moves what is shown by so many pixels. */
  aside(right: number, down: number): void;
  /** Centres a point of the whole map; `k`, if given, becomes the scale. */
  to(x: number, y: number, k?: number): void;
  /** Shows all places again. */
  fit(): void;
}

type Selected = Selection<HTMLCanvasElement, unknown, null, undefined>;

/** Whose the wheel and one finger are: `page` if a page around the map scrolls by them. */
type MapGestures = 'map' | 'page';

/**
 * Moves and zooms a map by dragging, with two fingers or with the wheel. Where the page needs the
 * wheel and one finger for itself, the map takes the wheel only while Ctrl or Cmd is held, which is
 * also how browsers report two fingers on a touchpad, and only two fingers on a screen.
 */
export function useMapZoom(
  canvas: { readonly current: HTMLCanvasElement | null },
  whole: Projection,
  { width, height }: MapSize,
  gestures: MapGestures,
): MapZoom {
  const [seen, setSeen] = useState<Zoom>(zoomIdentity);
  const behaviour = useMemo(() => {
    const least = Math.min(1, width / whole.worldWidth);
    return zoom<HTMLCanvasElement, unknown>()
      .extent([
        [0, 0],
        [width, height],
      ])
      .scaleExtent([least, Math.max(1, WIDEST_WORLD / whole.worldWidth)])
      .constrain((transform) => {
        const { k, x, y } = nearPlaces(transform, { width, height });
        return new ZoomTransform(k, x, y);
      })
      .filter((event: MouseEvent | TouchEvent) => isForMap(event, gestures))
      .wheelDelta(wheelDelta)
      .on('zoom', ({ transform }: { readonly transform: Zoom }) => setSeen(transform));
  }, [whole, width, height, gestures]);

  const fitted = useRef<typeof behaviour>(undefined);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    // At the last step of the zoom, too: otherwise, Ctrl and the wheel would then zoom the page.
    const keep = (event: WheelEvent): void => {
      if (isForMap(event, gestures)) event.preventDefault();
    };
    element.addEventListener('wheel', keep, { passive: false });
    // A click opens a place, so a double click is for the map to judge.
    const selected = select(element).call(behaviour).on('dblclick.zoom', null);
    // Other places, or another size: the old zoom no longer fits them. A view that a person comes
    // back to has its zoom still.
    if (fitted.current !== behaviour) behaviour.transform(selected, zoomIdentity);
    fitted.current = behaviour;
    return () => {
      selected.on('.zoom', null);
      element.removeEventListener('wheel', keep);
    };
  }, [canvas, behaviour, gestures]);

  const change = (act: (map: Selected) => void): void => {
    if (canvas.current !== null) act(select(canvas.current));
  };
  return {
    zoom: seen,
    by: (factor, at) => change((map) => behaviour.scaleBy(map, factor, at)),
    aside: (right, down) =>
      change((map) => behaviour.translateBy(map, right / seen.k, down / seen.k)),
    to: (x, y, k) =>
      change((map) => {
        if (k !== undefined) behaviour.scaleTo(map, k);
        behaviour.translateTo(map, x, y);
      }),
    fit: () => change((map) => behaviour.transform(map, zoomIdentity)),
  };
}

function isForMap(event: MouseEvent | TouchEvent, gestures: MapGestures): boolean {
  if ('touches' in event) return gestures === 'map' || event.touches.length > 1;
  if (event.type !== 'wheel') return event.button === 0 && !event.ctrlKey;
  return gestures === 'map' || event.ctrlKey || event.metaKey;
}

/** In pixels: two fingers on a touchpad are reported in smaller steps than any turn of a wheel. */
const MOST_OF_PINCH = 50;
/** The power of two for a pixel, a line and a page: the units that a browser may report in. */
const POWERS = [0.002, 0.05, 1];

/** The power of two to zoom by: at most one, however far the wheel was turned. */
function wheelDelta({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const isPinch = ctrlKey && Math.abs(deltaY) < MOST_OF_PINCH;
  const power = -deltaY * (POWERS[deltaMode] ?? 0) * (isPinch ? 10 : 1);
  return Math.max(-1, Math.min(1, power));
}
