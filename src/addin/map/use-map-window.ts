import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { spokenLanguage } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { OpenedWindow } from '../spreadsheet/host';
import { readFromMapWindow, type FromMapWindow, type ToMapWindow } from './map-window';
import type { MapLook } from './MapOfPlaces';
import type { MappedPlace, MappedPlaces } from './mapped-places';

/** The large map: in a window of the host's, or over the page. */
export interface LargeMapState {
  /** `page` if the host has no windows, or did not open one. */
  readonly where: 'window' | 'page' | undefined;
  open(): void;
  close(): void;
}

interface LargeMapParts {
  readonly ports: Pick<PanePorts, 'host'>;
  readonly mapped: MappedPlaces;
  readonly look: MapLook;
  onLook(change: Partial<MapLook>): void;
  onOpen(place: Pick<MappedPlace, 'row'>): void;
}

/**
 * Shows the same in the window as in the pane, whichever of the two a person works in. The window
 * stays open while another view of the pane is in sight.
 */
export function useMapWindow({
  ports,
  mapped,
  look,
  onLook,
  onOpen,
}: LargeMapParts): LargeMapState {
  const { host } = ports;
  const theme = useStoreValue(host.theme);
  const [where, setWhere] = useState<LargeMapState['where']>();
  const opened = useRef<OpenedWindow>(undefined);
  const [isReady, setIsReady] = useState(false);
  /** What the window shows by itself already. */
  const own = useRef<MapLook>(undefined);

  const send = (message: ToMapWindow): void => opened.current?.send(message);
  const close = (): void => {
    opened.current?.close();
    opened.current = undefined;
    setIsReady(false);
    setWhere(undefined);
  };

  const receive = useEffectEvent((message: FromMapWindow): void => {
    if (message.kind === 'ready') setIsReady(true);
    if (message.kind === 'close') close();
    if (message.kind === 'open') onOpen(message);
    if (message.kind === 'look') {
      own.current = { ...look, ...message.look };
      onLook(message.look);
    }
    if (message.kind === 'insert') {
      void host
        .insertPicture?.(message.picture)
        .then((outcome) => send({ kind: 'inserted', outcome }));
    }
  });

  async function openWindow(): Promise<void> {
    if (where !== undefined) return;
    setWhere(host.openWindow === undefined ? 'page' : 'window');
    const window = await host.openWindow?.({
      received(message) {
        const read = readFromMapWindow(message);
        if (read !== undefined) receive(read);
      },
      closed() {
        opened.current = undefined;
        setIsReady(false);
        setWhere((before) => (before === 'window' ? undefined : before));
      },
    });
    opened.current = window;
    if (window === undefined) setWhere('page');
  }

  const show = useEffectEvent(() => {
    const canInsert = host.insertPicture !== undefined;
    send({ kind: 'show', mapped, look, theme, language: spokenLanguage(), canInsert });
  });
  useEffect(() => {
    if (isReady) show();
  }, [isReady, mapped, theme]);

  const tell = useEffectEvent(() => {
    const shown = own.current;
    own.current = undefined;
    if (shown?.measure === look.measure && shown?.marked === look.marked) return;
    send({ kind: 'look', look });
  });
  useEffect(() => {
    if (isReady) tell();
  }, [isReady, look]);

  return { where, open: () => void openWindow(), close };
}
