import { Button, Spinner } from '@fluentui/react-components';
import { useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import { SwapOffers, swapRows, withOwnColumns } from '../enrich';
import { formatArea } from '../spreadsheet/cell-address';
import type { Host } from '../spreadsheet/host';
import { useLatest } from '../pane/parts/use-latest';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useMapGround } from './use-map-ground';
import { mapPlaces, readPincodePlaces } from './mapped-places';
import type { MappedPlace, MappedPlaces } from './mapped-places';
import { MapOfPlaces } from './MapOfPlaces';
import { Text } from '../pane/parts/layout';

/** On a map of this size, more dots would show nothing more. */
const MAX_ROWS = 20_000;

type Shown =
  | { readonly kind: 'places'; readonly mapped: MappedPlaces }
  | { readonly kind: 'words'; readonly words: string };

/** The places of the selection on a map, and the distribution of one of their columns. */
export function MapView({ ports }: PaneViewProps) {
  const { host, mapData } = ports;
  const ground = useMapGround(ports);
  const [asked, setAsked] = useState({ isSwapped: false });
  const [lost, setLost] = useState<number>();

  // Read once: the map stays as it is when a person comes back to it.
  const drawn = useRef<object>(undefined);
  const { result, isDone } = useLatest(() => {
    if (drawn.current === asked) return undefined;
    return read(host.sheet, mapData, asked.isSwapped).finally(() => (drawn.current = asked));
  }, [asked, host, mapData]);
  const shown = isDone ? result : undefined;

  const look = (swapped = false): void => {
    setLost(undefined);
    setAsked({ isSwapped: swapped });
  };
  const { notice, isBusy, later, tell } = useNoticedSteps(() => look());

  const open = (place: MappedPlace, { block }: MappedPlaces): void => {
    const { sheet, column } = block;
    const cell = { startRow: place.row, endRow: place.row, startColumn: column, endColumn: column };
    host.cells.goTo(formatArea({ sheet, ...cell })).catch(() => {
      setLost(place.row + 1);
    });
  };

  return (
    <PaneSection title={t('Map')}>
      <Text tone="quiet">
        {t(
          'Select a list with coordinates or pincodes, or any cell in it. The map makes no service calls.',
        )}
      </Text>
      <Button
        appearance="primary"
        onClick={() => {
          tell(undefined);
          look();
        }}
      >
        {t('Show selection')}
      </Button>
      {shown === undefined && <Spinner size="small" label={t('Reading…')} />}
      {shown?.kind === 'words' && (
        <Text role="alert" tone="quiet">
          {shown.words}
        </Text>
      )}
      <NoticeLine notice={notice} isBusy={isBusy || shown === undefined} />
      {lost !== undefined && (
        <Text role="alert" tone="quiet">
          {t('Can’t go to row {lost}. The sheet may have changed. Show the selection again.', {
            lost,
          })}
        </Text>
      )}
      {shown?.kind === 'places' && (
        <>
          <Text tone="quiet">{summary(shown.mapped)}</Text>
          {shown.mapped.swap !== undefined && (
            <SwapOffers
              kind="coordinates"
              looksSwapped={shown.mapped.swap.isWhole}
              rows={shown.mapped.swap.rows}
              isBusy={isBusy}
              onSwap={() => look(!asked.isSwapped)}
              onSwapRows={(rows) => {
                const { place } = shown.mapped.swap ?? {};
                if (place) later(() => swapRows(place, rows, { sheet: host.sheet, later }));
              }}
            />
          )}
          <MapOfPlaces
            key={shown.mapped.block.address}
            mapped={shown.mapped}
            ground={ground}
            selection={host.selection}
            onOpen={(place) => {
              open(place, shown.mapped);
            }}
          />
        </>
      )}
    </PaneSection>
  );
}

async function read(
  sheet: Host['sheet'],
  mapData: (part: 'pincodes') => Promise<unknown>,
  isSwapped: boolean,
): Promise<Shown> {
  const reading = await sheet.readSelection({ rows: MAX_ROWS });
  if (reading.kind === 'failed') return { kind: 'words', words: reading.message };
  if (reading.kind === 'nothing') return { kind: 'words', words: t('The selection is empty.') };
  const pincodes = async () => readPincodePlaces(await mapData('pincodes').catch(() => undefined));
  const mapped = await mapPlaces(await withOwnColumns(reading.block, sheet), pincodes, isSwapped);
  if (mapped === undefined || (mapped.places.length === 0 && mapped.swap === undefined)) {
    const words = t(
      'No coordinates or pincodes found in {address}. The list needs columns of latitude and longitude, or one of pincodes.',
      { address: reading.block.address },
    );
    return { kind: 'words', words };
  }
  return { kind: 'places', mapped };
}

function summary({ block, places, skipped, isByPincode }: MappedPlaces): string {
  const parts = [
    t('{places, plural, one {# place} other {# places}} from {address}', {
      places: places.length,
      address: block.address,
    }),
  ];
  if (skipped > 0) {
    const lacking = isByPincode ? t('a known pincode') : t('coordinates');
    parts.push(
      t('{skipped, plural, one {# row} other {# rows}} without {lacking} skipped', {
        skipped,
        lacking,
      }),
    );
  }
  const unread = block.rows - block.values.length;
  if (unread > 0) parts.push(t('showing the first {values} rows', { values: block.values.length }));
  return t('{text}.', { text: parts.join('; ') });
}
