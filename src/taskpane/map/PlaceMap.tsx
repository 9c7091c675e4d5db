import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { MappedPlace } from './mapped-places';
import { drawMap, dotRadius } from './map-drawing';
import type { MapColours } from './map-drawing';
import { nearestDot } from './nearest-dot';
import type { Outline } from './outline';
import { projectionOf } from './place-projection';
import type { MapSize } from './place-projection';

export interface PlaceMapProps {
  readonly places: readonly MappedPlace[];
  readonly countries: Outline;
  /** Undefined for a place without a number; for a list without any, undefined as a whole. */
  readonly colours: readonly (string | undefined)[] | undefined;
  /** The index of the place that a person looks at. */
  readonly marked: number | undefined;
  onMark(index: number | undefined): void;
  onOpen(place: MappedPlace): void;
}

/** The pointer need not hit a dot to the pixel. */
const REACH = 8;

const useStyles = makeStyles({
  root: {
    // Read back as colours when drawing: a canvas knows no theme.
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    fill: tokens.colorNeutralBackground1,
    stroke: tokens.colorNeutralStroke1,
    outlineColor: tokens.colorBrandForeground1,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    overflow: 'hidden',
    aspectRatio: '6 / 5',
    maxHeight: '360px',
    width: '100%',
    boxSizing: 'border-box',
    // Of these the browser would force some and leave others, and draw white on white.
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      color: 'CanvasText',
      backgroundColor: 'Canvas',
      fill: 'Canvas',
      stroke: 'GrayText',
      outlineColor: 'Highlight',
    },
  },
  canvas: { display: 'block', width: '100%', height: '100%' },
});

/** The places over the outlines of countries. What it shows is told in words beside it, too. */
export function PlaceMap({ places, countries, colours, marked, onMark, onOpen }: PlaceMapProps) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const projection = useMemo(() => projectionOf(places, size), [places, size]);
  const dots = useMemo(
    () =>
      places.map(({ latitude, longitude }, index) => ({
        x: projection.x(longitude),
        y: projection.y(latitude),
        colour: colours?.[index],
      })),
    [places, colours, projection],
  );

  useEffect(() => {
    const context = contextOf(canvas.current, size);
    if (context === undefined || frame.current === null) return;
    const themed = themedColours(getComputedStyle(frame.current));
    const hasScale = colours !== undefined;
    drawMap(context, { ...size, countries, projection, dots, hasScale, colours: themed, marked });
  });

  function placeAt(x: number, y: number): number | undefined {
    return nearestDot(dots, x, y, REACH + dotRadius(places.length));
  }

  return (
    <div ref={frame} className={styles.root}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={`Map of ${String(places.length)} places`}
        style={{ cursor: marked === undefined ? 'default' : 'pointer' }}
        onPointerMove={({ nativeEvent }) => {
          onMark(placeAt(nativeEvent.offsetX, nativeEvent.offsetY));
        }}
        onClick={({ nativeEvent }) => {
          const index = placeAt(nativeEvent.offsetX, nativeEvent.offsetY);
          const place = index === undefined ? undefined : places[index];
          if (place !== undefined) onOpen(place);
        }}
      />
    </div>
  );
}

function useSize(frame: { readonly current: HTMLElement | null }): MapSize {
  const [size, setSize] = useState<MapSize>({ width: 300, height: 250 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [frame]);
  return size;
}

/** Sharp on every screen; undefined where there is no canvas to draw on. */
function contextOf(
  canvas: HTMLCanvasElement | null,
  { width, height }: MapSize,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (canvas === null || context === null || context === undefined) return undefined;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return context;
}

function themedColours(style: CSSStyleDeclaration): MapColours {
  const { fill, stroke, color, outlineColor } = style;
  return { land: fill, border: stroke, ink: color, plain: outlineColor };
}
