import { select } from 'd3-selection';
import { zoom, zoomIdentity } from 'd3-zoom';
import { useEffect, useMemo, useState } from 'react';

import { WIDEST_WORLD } from './place-clusters';
import type { MapSize, Projection, Zoom } from './place-projection';

export interface MapZoom {
  readonly zoom: Zoom;
  by(factor: number): void;
  /** Centres a point of the whole map; `k`, if given, becomes the scale. */
  to(x: number, y: number, k?: number): void;
  /** Shows all places again. */
  fit(): void;
}

/**
 * Moves and zooms a map by dragging, with two fingers or with the wheel. Over a map that has not
 * been pressed since the pointer entered it, the wheel scrolls the pane, unless Ctrl or Cmd is
 * held.
 */
export function useMapZoom(
  canvas: { readonly current: HTMLCanvasElement | null },
  whole: Projection,
  { width, height }: MapSize,
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
      .on('zoom', ({ transform }: { readonly transform: Zoom }) => {
        setSeen(transform);
      });
  }, [whole, width, height]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    let isTouched = false;
    const touch = (): void => void (isTouched = true);
    const leave = (): void => void (isTouched = false);
    behaviour.filter((event: MouseEvent) => {
      if (event.type !== 'wheel') return event.button === 0 && !event.ctrlKey;
      return isTouched || event.ctrlKey || event.metaKey;
    });
    element.addEventListener('pointerdown', touch);
    element.addEventListener('pointerleave', leave);
    // A click opens a place, so a double click must not zoom.
    const selected = select(element).call(behaviour).on('dblclick.zoom', null);
    // Other places, or another size: the old zoom no longer fits them.
    behaviour.transform(selected, zoomIdentity);
    return () => {
      selected.on('.zoom', null);
      element.removeEventListener('pointerdown', touch);
      element.removeEventListener('pointerleave', leave);
    };
  }, [canvas, behaviour]);

  const change = (act: (element: HTMLCanvasElement) => void): void => {
    if (canvas.current !== null) act(canvas.current);
  };
  return {
    zoom: seen,
    by: (factor) => {
      change((element) => {
        behaviour.scaleBy(select(element), factor);
      });
    },
    to: (x, y, k) => {
      change((element) => {
        if (k !== undefined) behaviour.scaleTo(select(element), k);
        behaviour.translateTo(select(element), x, y);
      });
    },
    fit: () => {
      change((element) => {
        behaviour.transform(select(element), zoomIdentity);
      });
    },
  };
}
