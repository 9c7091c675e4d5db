import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Add20Regular, Subtract20Regular, ZoomFit20Regular } from '@fluentui/react-icons';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { t } from '../../engine/language/speech';
import { labelsOf } from './cities';
import type { MapGround } from './use-map-ground';
import type { Legend } from './legend';
import { drawMap, dotRadius, type MapColours } from './map-drawing';
import type { MappedPlace, Measure } from './mapped-places';
import { createPlaceClusters, nearestDot, type PlaceClusters } from './place-clusters';
import { projectionOf, zoomed, type MapSize, type Projection } from './place-projection';
import { useMapZoom } from './use-map-zoom';

export interface PlaceMapProps {
  readonly places: readonly MappedPlace[];
  readonly ground: MapGround;
  /** What the places are coloured by; undefined if no column holds numbers. */
  readonly measure: Measure | undefined;
  readonly legend: Legend;
  /** What the map shows, in words. */
  readonly description: string;
  /** The index of the place that a person looks at. */
  readonly marked: number | undefined;
  /** As large as there is room for. */
  readonly isLarge: boolean;
  onMark(index: number): void;
  onOpen(place: MappedPlace): void;
  /** Called with what the map shows whenever that changes, for whoever makes a picture of it. */
  onShown(shown: ShownMap): void;
}

export interface ShownMap {
  readonly projection: Projection;
  readonly size: MapSize;
  readonly clusters: PlaceClusters;
}

/** In pixels beyond a dot's radius: the pointer need not hit it exactly. */
const REACH = 8;
const ZOOM_STEP = 2;
/** An arrow key moves the map by this part of it. */
const PAN = 0.25;
const NO_VALUES: Measure['values'] = [];
/** In pixels around a dot: city names keep clear of it. */
const RIM = 3;
/** In pixels from the map's edges: half of a button, and the middles of all. Names keep clear. */
const BUTTON = 20;
const BUTTONS = [20, 48, 76];

const useStyles = makeStyles({
  root: {
    position: 'relative',
    // Read back as colours for drawing: a canvas knows no theme.
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    fill: tokens.colorNeutralBackground1,
    stroke: tokens.colorNeutralStroke1,
    outlineColor: tokens.colorBrandForeground1,
    caretColor: tokens.colorNeutralForeground3,
    fontFamily: tokens.fontFamilyBase,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    overflow: 'hidden',
    aspectRatio: '6 / 5',
    maxHeight: '360px',
    width: '100%',
    minHeight: 0,
    boxSizing: 'border-box',
    // The browser would force some of these and not others, and draw white on white.
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      color: 'CanvasText',
      backgroundColor: 'Canvas',
      fill: 'Canvas',
      stroke: 'GrayText',
      outlineColor: 'Highlight',
      caretColor: 'CanvasText',
    },
  },
  large: { aspectRatio: 'auto', maxHeight: 'none', height: '100%' },
  canvas: {
    display: 'block',
    width: '100%',
    height: '100%',
    // One finger scrolls the pane, as over anything else in it; two are the map's.
    touchAction: 'pan-x pan-y',
    '&:focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
  },
  largeCanvas: { touchAction: 'none' },
  astray: {
    position: 'absolute',
    insetInline: 0,
    bottom: tokens.spacingVerticalS,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    rowGap: tokens.spacingVerticalXS,
    stroke: 'none',
    // The map around the button can be moved on.
    pointerEvents: 'none',
    '& > button': { pointerEvents: 'auto' },
    '@media (forced-colors: active)': { forcedColorAdjust: 'auto' },
  },
  buttons: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    right: tokens.spacingHorizontalS,
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    // The map's own colours are not for the signs on its buttons.
    stroke: 'none',
    '@media (forced-colors: active)': { forcedColorAdjust: 'auto' },
  },
});

/** The places over the world's land. What the map shows is also said in words beside it. */
export function PlaceMap(props: PlaceMapProps) {
  const { places, ground, measure, legend, marked, isLarge, onMark, onOpen } = props;
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const whole = useMemo(() => projectionOf(places, size), [places, size]);
  const { zoom, ...move } = useMapZoom(canvas, whole, size, isLarge ? 'map' : 'page');
  const projection = useMemo(() => zoomed(whole, zoom), [whole, zoom]);
  const { colourOf } = legend;
  const values = measure?.values ?? NO_VALUES;
  const clusters = useMemo(
    () => createPlaceClusters(places, values, colourOf),
    [places, values, colourOf],
  );
  const dots = useMemo(() => clusters.dots(projection, size), [clusters, projection, size]);
  const { cities, names } = useMemo(() => {
    const circles = dots.map(({ x, y, count }) => ({ x, y, radius: dotRadius(count) + RIM }));
    const buttons = BUTTONS.map((y) => ({ x: size.width - BUTTON, y, radius: BUTTON }));
    return labelsOf({ places, cities: ground.cities }, dots, projection, size, [
      ...circles,
      ...buttons,
    ]);
  }, [places, ground, projection, size, dots]);

  function dotOf(index: number | undefined) {
    const place = index === undefined ? undefined : places[index];
    if (place === undefined) return undefined;
    const colour = colourOf(values[index ?? 0] ?? Number.NaN);
    return { ...pointOf(projection, place), colour, index, count: 1, cluster: undefined };
  }

  useLostDrawing(canvas);
  useEffect(() => {
    const context = contextOf(canvas.current, size);
    if (context === undefined || frame.current === null) return;
    const colours = themedColours(getComputedStyle(frame.current));
    const { land } = ground;
    const hasScale = measure !== undefined;
    const drawn = { ...size, land, cities, names, projection, dots, hasScale, colours };
    drawMap(context, { ...drawn, marked: dotOf(marked) });
  });
  const tell = useEffectEvent(props.onShown);
  useEffect(() => tell({ projection, size, clusters }), [projection, size, clusters]);

  // A place that was not marked on the map itself may be out of sight. Bring it into view once: a
  // person may move the map away from it afterwards.
  const brought = useRef<number>(undefined);
  useEffect(() => {
    if (brought.current === marked) return;
    brought.current = marked;
    const dot = dotOf(marked);
    if (dot === undefined || isInSight(dot, size)) return;
    const place = places[marked ?? 0];
    if (place !== undefined) move.to(whole.x(place.longitude), whole.y(place.latitude));
  });

  function dotAt({ offsetX, offsetY }: MouseEvent) {
    const index = nearestDot(dots, offsetX, offsetY, ({ count }) => REACH + dotRadius(count));
    return index === undefined ? undefined : dots[index];
  }

  function open(cluster: number): void {
    const members = clusters.members(cluster);
    const width = clusters.opensAt(cluster);
    if (width !== undefined) {
      const middle = middleOf(
        members.flatMap((index) => places[index] ?? []),
        whole,
      );
      move.to(middle.x, middle.y, (width * OPENED) / whole.worldWidth);
      return;
    }
    // All are at one point: mark them in turn.
    const next = members[(members.indexOf(marked ?? -1) + 1) % members.length];
    if (next !== undefined) onMark(next);
  }

  // Far between its places, a map shows nothing but land, and looks broken.
  const isAstray = places.length > 0 && !dots.some((dot) => isInSight(dot, size));
  /** Whether the first click of two met a place. */
  const hasMet = useRef(false);
  const { width, height } = size;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move.aside(width * PAN, 0),
    ArrowRight: () => move.aside(-width * PAN, 0),
    ArrowUp: () => move.aside(0, height * PAN),
    ArrowDown: () => move.aside(0, -height * PAN),
    '+': () => move.by(ZOOM_STEP),
    '-': () => move.by(1 / ZOOM_STEP),
    Home: move.fit,
  };

  function pressKey(event: KeyboardEvent): void {
    // Plus without Shift.
    const act = keys[event.key === '=' ? '+' : event.key];
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  }

  return (
    <div ref={frame} className={mergeClasses(styles.root, isLarge && styles.large)}>
      <canvas
        ref={canvas}
        className={mergeClasses(styles.canvas, isLarge && styles.largeCanvas)}
        role="img"
        tabIndex={0}
        aria-label={t('Map of {places, plural, one {# place} other {# places}}', {
          places: places.length,
        })}
        aria-description={props.description}
        aria-keyshortcuts={Object.keys(keys).join(' ')}
        onKeyDown={pressKey}
        onPointerMove={({ nativeEvent, currentTarget }) => {
          const dot = dotAt(nativeEvent);
          currentTarget.style.cursor = dot === undefined ? 'grab' : 'pointer';
          // A dot stays marked when the pointer leaves it: its button is below the map.
          if (dot?.index !== undefined) onMark(dot.index);
        }}
        onClick={({ nativeEvent }) => {
          const dot = dotAt(nativeEvent);
          if (nativeEvent.detail < 2) hasMet.current = dot !== undefined;
          if (dot?.cluster !== undefined) open(dot.cluster);
          const place = dot?.index === undefined ? undefined : places[dot.index];
          if (place !== undefined) onOpen(place);
        }}
        onDoubleClick={({ nativeEvent: { offsetX, offsetY, shiftKey } }) => {
          if (hasMet.current) return;
          move.by(shiftKey ? 1 / ZOOM_STEP : ZOOM_STEP, [offsetX, offsetY]);
        }}
      />
      <div role="status" className={styles.astray}>
        {isAstray && (
          <>
            <span>{t('No places in view')}</span>
            <Button size="small" onClick={move.fit}>
              {t('Show all places')}
            </Button>
          </>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          size="small"
          icon={<Add20Regular />}
          aria-label={t('Zoom in')}
          onClick={() => move.by(ZOOM_STEP)}
        />
        <Button
          size="small"
          icon={<Subtract20Regular />}
          aria-label={t('Zoom out')}
          onClick={() => move.by(1 / ZOOM_STEP)}
        />
        <Button
          size="small"
          icon={<ZoomFit20Regular />}
          aria-label={t('Show all places')}
          onClick={move.fit}
        />
      </div>
    </div>
  );
}

/** Zooms this much further than where a cluster just opens, so that it surely does. */
const OPENED = 1.1;

function pointOf({ x, y }: Projection, { latitude, longitude }: MappedPlace): Point {
  return { x: x(longitude), y: y(latitude) };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function middleOf(places: readonly MappedPlace[], projection: Projection): Point {
  const points = places.map((place) => pointOf(projection, place));
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function isInSight({ x, y }: Point, { width, height }: MapSize): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

function useSize(frame: { readonly current: HTMLElement | null }): MapSize {
  const [size, setSize] = useState<MapSize>({ width: 300, height: 250 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      // Hidden: nothing fits into it, and what was shown is shown again when it comes back.
      if (width === 0 || height === 0) return;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Draws again when the browser has taken the drawing to save memory, and can draw again. */
function useLostDrawing(canvas: { readonly current: HTMLCanvasElement | null }): void {
  const [, setRestored] = useState(0);
  useEffect(() => {
    const element = canvas.current;
    const onRestored = (): void => setRestored((times) => times + 1);
    element?.addEventListener('contextrestored', onRestored);
    return () => element?.removeEventListener('contextrestored', onRestored);
  }, [canvas]);
}

/** A context that is sharp on every screen; undefined if there is no canvas to draw on. */
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
  const { backgroundColor, fill, stroke, color, outlineColor, caretColor, fontFamily } = style;
  return {
    sea: backgroundColor,
    land: fill,
    shore: stroke,
    ink: color,
    plain: outlineColor,
    names: caretColor,
    font: fontFamily,
  };
}
