import {
  Button,
  Field,
  makeStyles,
  mergeClasses,
  Select,
  tokens,
} from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useMemo, useRef } from 'react';
import { t } from '../../engine/language/speech';
import { Actions, Stack, Text } from '../pane/parts/layout';
import type { Pictures } from '../device/pictures';
import type { InsertPicture } from '../spreadsheet/host';
import { PictureActions } from '../pane/parts/PictureActions';
import { SelectField } from '../pane/parts/SelectField';
import { clusterNote, legendOf, type Legend } from './legend';
import { mapPicture } from './map-picture';
import {
  attributionOf,
  nameOf,
  type MappedPlace,
  type MappedPlaces,
  type Measure,
} from './mapped-places';
import type { MapGround } from './use-map-ground';
import { PlaceMap, type ShownMap } from './PlaceMap';

/** What a person looks at on a map; a small and a large one show the same. */
export interface MapLook {
  /** The column that the places are coloured by, if any holds numbers. */
  readonly measure: number | undefined;
  /** The index of a place. */
  readonly marked: number | undefined;
}

export interface MapOfPlacesProps {
  readonly mapped: MappedPlaces;
  readonly ground: MapGround;
  readonly look: MapLook;
  readonly pictures: Pictures;
  /** Left out: the host cannot put a picture on a sheet. */
  readonly insert?: InsertPicture | undefined;
  readonly isLarge: boolean;
  onLook(change: Partial<MapLook>): void;
  onOpen(place: MappedPlace): void;
}

const useStyles = makeStyles({
  // Two lines high from the start, so that nothing jumps under the pointer.
  looked: { minHeight: '40px' },
  place: { flex: '1 1 120px' },
  // The map beside what explains it, or above it where the window is narrow.
  large: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'auto minmax(260px, 1fr) auto',
    gap: tokens.spacingHorizontalL,
    height: '100%',
    '@media (min-width: 720px)': {
      gridTemplateColumns: 'minmax(0, 1fr) 280px',
      gridTemplateRows: 'auto minmax(0, 1fr)',
    },
  },
  map: { minHeight: 0, '@media (min-width: 720px)': { gridArea: '1 / 1 / span 2 / 1' } },
  colours: { minWidth: 0, '@media (min-width: 720px)': { gridArea: '1 / 2' } },
  aside: { minWidth: 0, '@media (min-width: 720px)': { gridArea: '2 / 2', overflowY: 'auto' } },
});

/** The map, what its colours mean, and the place that a person looks at. */
export function MapOfPlaces(props: MapOfPlacesProps) {
  const { mapped, ground, look, pictures, insert, isLarge, onLook, onOpen } = props;
  const { places, measures } = mapped;
  const styles = useStyles();
  const measure = measures.find(({ index }) => index === look.measure) ?? measures[0];
  const legend = useMemo(() => legendOf(measure), [measure]);
  const shown = useRef<ShownMap>(undefined);
  const place = look.marked === undefined ? undefined : places[look.marked];
  const description = useMemo(
    () => descriptionOf(mapped, measure, legend),
    [mapped, measure, legend],
  );

  const colours = (
    <Stack gap="S">
      {measures.length > 0 && (
        <SelectField<number | undefined>
          label={t('Colour by')}
          value={measure?.index}
          options={measures.map(({ index, title }) => [index, title])}
          onChange={(chosen) => onLook({ measure: chosen })}
        />
      )}
      <MapLegend legend={legend} isLarge={isLarge} />
    </Stack>
  );
  const map = (
    <PlaceMap
      places={places}
      ground={ground}
      measure={measure}
      legend={legend}
      description={description}
      marked={look.marked}
      isLarge={isLarge}
      onMark={(index) => onLook({ marked: index })}
      onOpen={onOpen}
      onShown={(now) => {
        shown.current = now;
      }}
    />
  );
  const rest = (
    <Stack gap="M">
      <PlaceChoice
        places={places}
        legend={legend}
        measure={measure}
        marked={look.marked}
        onMark={(index) => onLook({ marked: index })}
      />
      <Text className={styles.looked} aria-live="polite">
        {place === undefined
          ? t('Point to a place, or choose it from the list.')
          : placeText(place, legend, measure?.values[look.marked ?? 0])}
      </Text>
      <Actions>
        <Button
          disabledFocusable={place === undefined}
          onClick={() => {
            if (place !== undefined) onOpen(place);
          }}
        >
          {place === undefined ? t('Go to row') : t('Go to row {row}', { row: place.row + 1 })}
        </Button>
      </Actions>
      <PictureActions
        pictures={pictures}
        insert={insert}
        name={fileName(mapped)}
        description={description}
        beside={mapped.block}
        picture={() => {
          const { projection, size, clusters } = shown.current ?? {};
          if (!projection || !size || !clusters) throw new Error('no map was drawn');
          return mapPicture({
            title: headline(mapped, legend),
            legend,
            attribution: attributionOf(mapped),
            ground,
            places,
            clusters,
            shown: { projection, size },
          });
        }}
      />
      <Text tone="quiet" isSmall>
        {attributionOf(mapped)}
      </Text>
    </Stack>
  );
  if (!isLarge) {
    return (
      <Stack gap="M">
        {colours}
        {map}
        {rest}
      </Stack>
    );
  }
  return (
    <div className={styles.large}>
      <div className={styles.colours}>{colours}</div>
      <div className={styles.map}>{map}</div>
      <div className={styles.aside}>{rest}</div>
    </div>
  );
}

/** More options would make the page slow; the sheet itself is the way to the others. */
const MOST_OPTIONS = 2_000;

interface PlaceChoiceProps {
  readonly places: readonly MappedPlace[];
  readonly legend: Legend;
  readonly measure: Measure | undefined;
  readonly marked: number | undefined;
  onMark(index: number): void;
}

/** Every place by its name, for those who do not use the pointer, and a step to the next one. */
function PlaceChoice({ places, legend, measure, marked, onMark }: PlaceChoiceProps) {
  const styles = useStyles();
  // A list of thousands is drawn once, and not at each movement of the pointer.
  const options = useMemo(
    () =>
      places.slice(0, MOST_OPTIONS).map((place, index) => (
        <option key={index} value={index}>
          {placeText(place, legend, measure?.values[index], true)}
        </option>
      )),
    [places, legend, measure],
  );
  const step = (by: number): void =>
    onMark(marked === undefined ? 0 : (marked + by + places.length) % places.length);
  const isListed = marked !== undefined && marked < MOST_OPTIONS;
  return (
    <Field
      label={t('Place')}
      hint={
        places.length > MOST_OPTIONS
          ? t('The list has the first {count} places. Select a row in the sheet to show another.', {
              count: MOST_OPTIONS,
            })
          : null
      }
    >
      {(field) => (
        <Actions isCompact>
          <Select
            {...field}
            className={styles.place}
            value={isListed ? String(marked) : ''}
            onChange={(_event, { value }) => {
              if (value !== '') onMark(Number(value));
            }}
          >
            <option value="">{t('Choose a place')}</option>
            {options}
          </Select>
          <Button
            icon={<ChevronLeft20Regular />}
            aria-label={t('Previous')}
            onClick={() => step(-1)}
          />
          <Button icon={<ChevronRight20Regular />} aria-label={t('Next')} onClick={() => step(1)} />
        </Actions>
      )}
    </Field>
  );
}

function placeText(
  place: MappedPlace,
  { title, valueText }: Legend,
  value: number | null | undefined,
  isShort = false,
): string {
  const name = nameOf(place);
  if (title === undefined) return name;
  const text = valueText(value);
  return isShort ? `${name}: ${text}` : `${name}: ${title} ${text}`;
}

/** What the map shows, for those who cannot see it: the extremes, and what has no value. */
function descriptionOf(mapped: MappedPlaces, measure: Measure | undefined, legend: Legend): string {
  const { places } = mapped;
  const count = t('{places, plural, one {# place} other {# places}}', { places: places.length });
  if (measure === undefined) return t('{text}.', { text: count });
  const known = measure.values.flatMap((value, index) =>
    value === null ? [] : [{ value, index }],
  );
  const [first] = known;
  if (first === undefined)
    return t('{text}.', { text: `${count}, ${measure.title}: ${t('no value')}` });
  const least = known.reduce((one, other) => (other.value < one.value ? other : one), first);
  const most = known.reduce((one, other) => (other.value > one.value ? other : one), first);
  const textOf = ({ value, index }: typeof first): string => {
    const place = places[index];
    return place === undefined ? '' : placeText(place, legend, value, true);
  };
  const words = t('{count}, coloured by {title}. Least: {least}. Most: {most}.', {
    count,
    title: measure.title,
    least: textOf(least),
    most: textOf(most),
  });
  const missing = places.length - known.length;
  if (missing === 0) return words;
  return `${words} ${t('{missing, plural, one {# place has} other {# places have}} no value.', { missing })}`;
}

/** What a picture shows, to those who see it without its sheet. */
function headline({ places, block }: MappedPlaces, { title }: Legend): string {
  const words = { places: places.length, sheet: block.sheet };
  const where = t('{places, plural, one {# place} other {# places}} in “{sheet}”', words);
  return title === undefined ? where : t('{title}: {where}', { title, where });
}

/** What no system permits in a file's name is left out of the sheet's. */
function fileName({ block }: MappedPlaces): string {
  const sheet = block.sheet.replaceAll(/[\\/:*?"<>|]/g, ' ').trim();
  return t('{sheet} map', { sheet });
}

const useLegendStyles = makeStyles({
  root: { margin: 0, minWidth: 0 },
  entries: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  column: {
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase300,
  },
  entry: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  swatch: {
    flex: 'none',
    width: '12px',
    height: '12px',
    boxSizing: 'border-box',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralForeground1}`,
    forcedColorAdjust: 'none',
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  ring: { borderRadius: '50%' },
  count: { color: tokens.colorNeutralForeground2 },
  note: { marginTop: tokens.spacingVerticalS },
  aside: { flex: 1, textAlign: 'right' },
});

/** What the colours mean and how many places have each. */
function MapLegend({ legend, isLarge }: { readonly legend: Legend; readonly isLarge: boolean }) {
  const styles = useLegendStyles();
  const { title, entries } = legend;
  if (title === undefined) return null;
  return (
    <figure className={styles.root} aria-label={t('Legend: {title}', { title })}>
      <ul className={mergeClasses(styles.entries, isLarge && styles.column)}>
        {entries.map(({ colour, text, count }) => (
          <li key={text} className={styles.entry}>
            <span
              className={mergeClasses(styles.swatch, colour === undefined && styles.ring)}
              style={{ backgroundColor: colour }}
              aria-hidden
            />
            <span>{text}</span>
            <span className={mergeClasses(styles.count, isLarge && styles.aside)}>
              {isLarge
                ? t('{count, plural, one {# place} other {# places}}', { count })
                : `(${String(count)})`}
            </span>
          </li>
        ))}
      </ul>
      {isLarge && (
        <Text tone="quiet" isSmall className={styles.note}>
          {clusterNote()}
        </Text>
      )}
    </figure>
  );
}
