import { FluentProvider, makeStyles, Spinner, Subtitle2, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { LANGUAGES } from '../../engine/language/languages';
import { spokenLanguage, t } from '../../engine/language/speech';
import type { Pictures } from '../device/pictures';
import { paneThemes } from '../pane/parts/pane-theme';
import type { InsertPicture, PictureInsertion } from '../spreadsheet/host';
import { readToMapWindow, type FromMapWindow, type ShowMap } from './map-window';
import { MapOfPlaces, type MapLook } from './MapOfPlaces';
import { summaryOf } from './mapped-places';
import { useMapGround, type MapData } from './use-map-ground';

/** All that a map in a window of its own may touch: no workbook, no key, no service. */
export interface MapWindowPorts {
  readonly mapData: MapData;
  readonly pictures: Pictures;
  send(message: FromMapWindow): void;
  /** Calls the listener with what the pane sends; returns a function that ends that. */
  subscribe(listener: (message: unknown) => void): () => void;
}

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    height: '100vh',
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
  title: { margin: 0, overflowWrap: 'anywhere' },
  content: { flex: '1 1 0', minHeight: 0 },
});

/** The page of a window that the host opened: the map, its legend, and its picture. */
export function MapWindow({ ports }: { readonly ports: MapWindowPorts }) {
  const [shown, setShown] = useState<ShowMap>();
  const inserting = useRef<(outcome: PictureInsertion) => void>(undefined);
  const receive = useEffectEvent((message: unknown): void => {
    const read = readToMapWindow(message);
    if (read?.kind === 'show') setShown(read);
    if (read?.kind === 'look') setShown((before) => before && { ...before, look: read.look });
    if (read?.kind === 'inserted') inserting.current?.(read.outcome);
  });
  useEffect(() => {
    const stop = ports.subscribe(receive);
    ports.send({ kind: 'ready' });
    return stop;
  }, [ports]);

  const insert: InsertPicture = (picture) =>
    new Promise((resolve) => {
      inserting.current = resolve;
      ports.send({ kind: 'insert', picture });
    });
  return (
    <FluentProvider
      theme={paneThemes[shown?.theme ?? 'light']}
      dir={LANGUAGES[spokenLanguage()].direction}
    >
      {shown === undefined ? (
        <Spinner label={t('Opening…')} />
      ) : (
        <ShownMap
          ports={ports}
          shown={shown}
          insert={shown.canInsert ? insert : undefined}
          onLook={(change) => {
            setShown((before) => before && { ...before, look: { ...before.look, ...change } });
            ports.send({ kind: 'look', look: change });
          }}
        />
      )}
    </FluentProvider>
  );
}

interface ShownMapProps {
  readonly ports: MapWindowPorts;
  readonly shown: ShowMap;
  readonly insert: InsertPicture | undefined;
  onLook(change: Partial<MapLook>): void;
}

function ShownMap({ ports, shown: { mapped, look }, insert, onLook }: ShownMapProps) {
  const styles = useStyles();
  const ground = useMapGround(ports);
  return (
    <main
      className={styles.root}
      onKeyDown={({ key }) => {
        if (key === 'Escape') ports.send({ kind: 'close' });
      }}
    >
      <Subtitle2 as="h1" className={styles.title}>
        {summaryOf(mapped)}
      </Subtitle2>
      <div className={styles.content}>
        <MapOfPlaces
          mapped={mapped}
          ground={ground}
          look={look}
          pictures={ports.pictures}
          insert={insert}
          isLarge
          onLook={onLook}
          onOpen={({ row }) => ports.send({ kind: 'open', row })}
        />
      </div>
    </main>
  );
}
