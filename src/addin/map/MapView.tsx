import { Button, makeStyles, Spinner, Subtitle2, tokens } from '@fluentui/react-components';
import {
  ArrowMaximize20Regular,
  ArrowSync20Regular,
  Dismiss20Regular,
} from '@fluentui/react-icons';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../engine/language/speech';
import { SwapOffers, swapRows } from '../enrich';
import { cellAddress, isWithin, parseArea } from '../spreadsheet/cell-address';
import { toCellArea } from '../spreadsheet/sheet-region';
import type { Host } from '../spreadsheet/host';
import { useLatest } from '../pane/parts/use-latest';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { useStoreValue } from '../pane/parts/use-store-value';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps, ViewRequest } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { readPlaces, type AskedPlaces, type ReadPlaces } from './map-reading';
import { summaryOf, type MappedPlace, type MappedPlaces } from './mapped-places';
import { MapOfPlaces, type MapLook } from './MapOfPlaces';
import { useMapGround } from './use-map-ground';
import { useMapWindow } from './use-map-window';
import { Actions, Fault, Text } from '../pane/parts/layout';

interface Asked extends AskedPlaces {
  /** Nobody pressed a button for it: a selection without places leaves the map that is shown. */
  readonly isUnasked: boolean;
}

/** The places of the selection on a map, coloured by one of their columns. */
export function MapView({ ports, request }: PaneViewProps) {
  const { host, mapData } = ports;
  const [asked, setAsked] = useState<Asked>({ isSwapped: false, isUnasked: false });
  const [lost, setLost] = useState<number>();
  const last = useRef<ReadPlaces>(undefined);
  const [handled, setHandled] = useState<ViewRequest>();
  if (request !== undefined && request !== handled) {
    setHandled(request);
    const { places } = request;
    if (places !== undefined) setAsked({ isSwapped: false, isUnasked: false, places });
  }

  // Read once: the map stays as it is when a person comes back to it.
  const drawn = useRef<object>(undefined);
  const { result, isDone } = useLatest(() => {
    if (drawn.current === asked) return undefined;
    return readPlaces(host.sheet, mapData, asked)
      .then((shown) => {
        const isKept = asked.isUnasked && shown.kind === 'words' && last.current !== undefined;
        return (last.current = isKept ? last.current : shown);
      })
      .finally(() => (drawn.current = asked));
  }, [asked, host, mapData]);
  const isReading = !isDone;
  // A list that a person turns to replaces the last one when it has been read, without a gap.
  const shown = isReading && !asked.isUnasked ? undefined : result;

  const look = (isSwapped = false, isUnasked = false): void => {
    setLost(undefined);
    setAsked({ isSwapped, isUnasked });
  };
  const { notice, isBusy, later, tell } = useNoticedSteps(() => look());
  const mapped = shown?.kind === 'places' ? shown.mapped : undefined;
  useListChoice(host.selection, mapped, () => {
    tell(undefined);
    look(false, true);
  });

  const open = ({ row }: Pick<MappedPlace, 'row'>, { block }: MappedPlaces): void => {
    host.cells.goTo(cellAddress(block.sheet, row, block.column)).catch(() => setLost(row + 1));
  };

  const showSelection = (): void => {
    tell(undefined);
    look();
  };
  return (
    <PaneSection title={t('Map')}>
      {mapped === undefined && (
        <>
          <Text tone="quiet">
            {t(
              'Select a list with coordinates or pincodes, or any cell in it. The map makes no service calls.',
            )}
          </Text>
          <Button appearance="primary" onClick={showSelection}>
            {t('Show selection')}
          </Button>
        </>
      )}
      {shown === undefined && <Spinner size="small" label={t('Reading…')} />}
      <Fault tone="quiet">{shown?.kind === 'words' ? shown.words : undefined}</Fault>
      <NoticeLine notice={notice} isBusy={isBusy || shown === undefined} />
      <Fault tone="quiet">
        {lost &&
          t('Can’t go to row {lost}. The sheet may have changed. Show the selection again.', {
            lost,
          })}
      </Fault>
      {mapped !== undefined && (
        <>
          {mapped.swap !== undefined && (
            <SwapOffers
              kind="coordinates"
              looksSwapped={mapped.swap.isWhole}
              rows={mapped.swap.rows}
              isBusy={isBusy}
              onSwap={() => look(!asked.isSwapped)}
              onSwapRows={(rows) => {
                const { place } = mapped.swap ?? {};
                if (place) later(() => swapRows(place, rows, { sheet: host.sheet, later }));
              }}
            />
          )}
          <ListMap
            mapped={mapped}
            ports={ports}
            onShow={showSelection}
            onOpen={(place) => open(place, mapped)}
          />
        </>
      )}
    </PaneSection>
  );
}

interface ListMapProps {
  readonly mapped: MappedPlaces;
  readonly ports: PanePorts;
  /** Shows what is selected now, or the list as it is now. */
  onShow(): void;
  onOpen(place: Pick<MappedPlace, 'row'>): void;
}

/** The map of one list, in the pane and large. */
function ListMap({ mapped, ports, onShow, onOpen }: ListMapProps) {
  const { host, pictures } = ports;
  const ground = useMapGround(ports);
  const { address } = mapped.block;
  const [kept, setKept] = useState<{ address?: string; look: MapLook }>({ look: NOTHING });
  // What a person looked at in one list means nothing in another.
  const { look } = kept.address === address ? kept : { look: NOTHING };
  const onLook = (change: Partial<MapLook>): void =>
    setKept((before) => {
      const own = before.address === address ? before.look : NOTHING;
      return { address, look: { ...own, ...change } };
    });
  const large = useMapWindow({ ports, mapped, look, onLook, onOpen });
  const onSelected = useEffectEvent((selected: string | undefined) => {
    const marked = placeAt(selected, mapped);
    if (marked !== undefined) onLook({ marked });
  });
  useEffect(() => host.selection.subscribe(onSelected), [host.selection]);

  const parts = { mapped, ground, look, pictures, insert: host.insertPicture, onLook };
  return (
    <>
      <Actions>
        <Button appearance="primary" icon={<ArrowMaximize20Regular />} onClick={large.open}>
          {t('Open large map')}
        </Button>
        <Button
          icon={<ArrowSync20Regular />}
          aria-label={t('Show selection')}
          title={t('Show selection')}
          onClick={onShow}
        />
      </Actions>
      {large.where === 'window' && (
        <Actions>
          <Text tone="quiet" role="status">
            {t('The large map is open in a window of its own.')}
          </Text>
          <Button onClick={large.close}>{t('Close the window')}</Button>
        </Actions>
      )}
      <Text tone="quiet">{summaryOf(mapped)}</Text>
      <MapOfPlaces {...parts} isLarge={false} onOpen={onOpen} />
      {large.where === 'page' && (
        <LargeMap title={summaryOf(mapped)} onClose={large.close}>
          <MapOfPlaces
            {...parts}
            isLarge
            onOpen={(place) => {
              large.close();
              onOpen(place);
            }}
          />
        </LargeMap>
      )}
    </>
  );
}

/** The first column of numbers, and no place. */
const NOTHING: MapLook = { measure: undefined, marked: undefined };

/**
 * Calls back when a person turns to another list: selects a cell outside the one that is shown, or
 * several rows of it. Selecting one row only looks at its place.
 */
function useListChoice(
  selection: Host['selection'],
  mapped: MappedPlaces | undefined,
  onChoice: () => void,
): void {
  const address = useStoreValue(selection);
  const seen = useRef(address);
  const choose = useEffectEvent(() => {
    const area = address === undefined ? undefined : parseArea(address);
    if (area === undefined || address === seen.current) return;
    seen.current = address;
    const isInside =
      mapped !== undefined &&
      area.startRow === area.endRow &&
      isWithin(area, toCellArea(mapped.block));
    if (!isInside) onChoice();
  });
  useEffect(() => choose(), [address]);
}

/** The index of the place whose row a person has selected in the grid. */
function placeAt(address: string | undefined, { block, places }: MappedPlaces): number | undefined {
  const area = address === undefined ? undefined : parseArea(address);
  if (area === undefined || area.sheet !== block.sheet) return undefined;
  const index = places.findIndex(({ row }) => row === area.startRow);
  return index < 0 ? undefined : index;
}

const useStyles = makeStyles({
  // The browser's own dialog: Esc closes it, and the focus returns to the button that opened it.
  root: {
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalL,
    border: 'none',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowY: 'auto',
  },
  frame: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    minHeight: '100%',
  },
  heading: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
  },
  title: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  // So high that nothing scrolls but a long aside, where the window permits it.
  content: { flex: '1 1 0', minHeight: 0 },
});

interface LargeMapProps {
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
}

/** A map over the whole page: all of the workbench, or all of a pane whose host has no windows. */
function LargeMap({ title, children, onClose }: LargeMapProps) {
  const styles = useStyles();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still on the page, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.root} aria-labelledby={id} onClose={onClose}>
      <div className={styles.frame}>
        <div className={styles.heading}>
          <Subtitle2 as="h2" id={id} className={styles.title}>
            {title}
          </Subtitle2>
          <Button icon={<Dismiss20Regular />} onClick={() => dialog.current?.close()}>
            {t('Close')}
          </Button>
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  );
}
