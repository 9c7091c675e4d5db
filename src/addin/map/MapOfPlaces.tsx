import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { BlockColumn } from '../../engine/places/column-roles';
import { valueText } from '../pane/parts/figure-text';
import { parseArea } from '../spreadsheet/cell-address';
import type { Selection } from '../spreadsheet/host';
import { distributionOf } from './distribution';
import type { Distribution } from './distribution';
import { measureOf } from './mapped-places';
import type { MappedPlace, MappedPlaces } from './mapped-places';
import type { MapGround } from './use-map-ground';
import { PlaceMap } from './PlaceMap';
import type { MapColouring } from './PlaceMap';
import { Actions, Stack, Text } from '../pane/parts/layout';
import { SelectField } from '../pane/parts/SelectField';

export interface MapOfPlacesProps {
  readonly mapped: MappedPlaces;
  readonly ground: MapGround;
  readonly selection: Selection;
  onOpen(place: MappedPlace): void;
}

const useStyles = makeStyles({
  // Two lines high from the start, so that nothing jumps under the pointer.
  looked: { minHeight: '40px' },
  root: { margin: 0 },
  bars: {
    display: 'flex',
    alignItems: 'flex-end',
    columnGap: '2px',
    height: '72px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  bar: {
    flex: '1 1 0',
    minWidth: 0,
    height: '100%',
    display: 'flex',
    alignItems: 'flex-end',
  },
  fill: {
    width: '100%',
    boxSizing: 'border-box',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderBottomWidth: 0,
    forcedColorAdjust: 'none',
  },
  ends: {
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** The map, what it is coloured by, and the place that a person looks at. */
export function MapOfPlaces({ mapped, ground, selection, onOpen }: MapOfPlacesProps) {
  const { places, measures } = mapped;
  const styles = useStyles();
  const [chosen, setChosen] = useState(measures[0]?.index);
  const [marked, setMarked] = useState<number>();
  const { title, values, distribution, colouring } = useMemo(
    () => colouringOf(places, measures, chosen),
    [places, measures, chosen],
  );
  const place = marked === undefined ? undefined : places[marked];
  useEffect(
    () =>
      selection.subscribe((address) => {
        const index = placeAt(address, mapped);
        if (index !== undefined) setMarked(index);
      }),
    [selection, mapped],
  );

  const step = (by: number): void => {
    setMarked((before) =>
      before === undefined ? 0 : (before + by + places.length) % places.length,
    );
  };

  return (
    <Stack gap="M">
      {measures.length > 0 && (
        <SelectField<number | undefined>
          label={t('Colour by')}
          value={chosen}
          options={measures.map((measure) => [measure.index, titleOf(measure)])}
          onChange={setChosen}
        />
      )}
      <PlaceMap
        places={places}
        ground={ground}
        colouring={colouring}
        marked={marked}
        onMark={setMarked}
        onOpen={onOpen}
      />
      <Text className={styles.looked} aria-live="polite">
        {place === undefined
          ? t('Point to a place, or use Previous and Next.')
          : placeText(place, title, values[marked ?? 0])}
      </Text>
      <Actions isCompact>
        <Button
          onClick={() => {
            step(-1);
          }}
        >
          {t('Previous')}
        </Button>
        <Button
          onClick={() => {
            step(1);
          }}
        >
          {t('Next')}
        </Button>
        <Button
          disabledFocusable={place === undefined}
          onClick={() => {
            if (place !== undefined) onOpen(place);
          }}
        >
          {place === undefined ? t('Go to row') : t('Go to row {row}', { row: place.row + 1 })}
        </Button>
      </Actions>
      {title !== undefined && (
        <>
          <Histogram distribution={distribution} title={title} />
          {distribution.missing > 0 && (
            <Text tone="quiet" isSmall>
              {t(
                '{missing, plural, one {# place without a value is shown as a ring} other {# places without a value are shown as rings}}.',
                { missing: distribution.missing },
              )}
            </Text>
          )}
        </>
      )}
      <Text tone="quiet" isSmall>
        {mapped.isByPincode &&
          t('Places are approximate: each is shown at the centre of its pincode. ')}
        {t('Coastlines: Natural Earth. Cities: GeoNames, CC BY 4.0.')}
      </Text>
    </Stack>
  );
}

/** The index of the place whose row a person has selected in the grid. */
function placeAt(address: string | undefined, { block, places }: MappedPlaces): number | undefined {
  const area = address === undefined ? undefined : parseArea(address);
  if (area === undefined || area.sheet !== block.sheet) return undefined;
  const index = places.findIndex(({ row }) => row === area.startRow);
  return index < 0 ? undefined : index;
}

interface Colouring {
  /** What the places are coloured by; undefined if no column holds numbers. */
  readonly title: string | undefined;
  readonly values: readonly number[];
  readonly distribution: Distribution;
  readonly colouring: MapColouring;
}

function colouringOf(
  places: readonly MappedPlace[],
  measures: readonly BlockColumn[],
  chosen: number | undefined,
): Colouring {
  const measure = measures.find(({ index }) => index === chosen);
  if (measure === undefined) {
    const distribution = distributionOf([]);
    const colouring = { hasScale: false, values: [], colourOf: distribution.colourOf };
    return { title: undefined, values: [], distribution, colouring };
  }
  const values = measureOf(places, measure);
  const distribution = distributionOf(values);
  const colouring = { hasScale: true, values, colourOf: distribution.colourOf };
  return { title: titleOf(measure), values, distribution, colouring };
}

function titleOf({ header, index }: BlockColumn): string {
  return header === '' ? t('Column {index}', { index: String(index + 1) }) : header;
}

function placeText(place: MappedPlace, title: string | undefined, value?: number): string {
  const name = place.label === '' ? t('Row {row}', { row: place.row + 1 }) : place.label;
  if (title === undefined) return name;
  const shown = value === undefined || Number.isNaN(value) ? t('no value') : valueText(value);
  return `${name}: ${title} ${shown}`;
}

interface HistogramProps {
  readonly distribution: Distribution;
  readonly title: string;
}

/** How many places have which values; each bar has the colour of its places on the map. */
function Histogram({ distribution: { bars }, title }: HistogramProps) {
  const styles = useStyles();
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <figure className={styles.root} aria-label={t('Distribution of {title}', { title })}>
      <ul className={styles.bars}>
        {bars.map(({ from, to, count, colour }) => {
          const words = t('{from} to {to}: {count, plural, one {# place} other {# places}}', {
            from: valueText(from),
            to: valueText(to),
            count,
          });
          return (
            <li key={from} className={styles.bar} title={words} aria-label={words}>
              {count > 0 && (
                <span
                  className={styles.fill}
                  style={{ height: `${String((100 * count) / highest)}%`, backgroundColor: colour }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles.ends} aria-hidden>
        <span>{valueText(first.from)}</span>
        <span>{valueText(last.to)}</span>
      </div>
    </figure>
  );
}
