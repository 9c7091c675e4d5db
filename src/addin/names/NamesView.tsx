import { Button, Spinner } from '@fluentui/react-components';
import { useCallback, useMemo, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { aboutOf } from '../../engine/catalogue/catalogue-entry';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-entry';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneBoundary } from '../pane/parts/PaneBoundary';
import { PaneSection } from '../pane/parts/PaneSection';
import { ChosenSection } from './ChosenSection';
import { ExportSection } from './ExportSection';
import { ImportSection } from './ImportSection';
import { NameSearchSection } from './NameSearchSection';
import { NameSetsSection } from './NameSetsSection';
import { useEntries, useOpenCatalogue } from './use-open-catalogue';
import { useUsedNames } from './use-used-names';
import { Stack, Text } from '../pane/parts/layout';

/** The names of values that a person may ask for: finding, saving, inserting and importing them. */
export function NamesView({ ports }: PaneViewProps) {
  const { result: catalogue, hasFailed, again } = useOpenCatalogue(ports.catalogue);
  if (catalogue !== undefined) return <OpenNames ports={ports} catalogue={catalogue} />;
  return (
    <PaneSection title={t('Names')}>
      {!hasFailed ? (
        <Spinner size="small" label={t('Loading names…')} />
      ) : (
        <Stack gap="M" role="alert">
          <Text>{t('Names couldn’t load. Check your network connection.')}</Text>
          <Button onClick={again}>{t('Try again')}</Button>
        </Stack>
      )}
    </PaneSection>
  );
}

interface OpenNamesProps {
  readonly ports: PanePorts;
  readonly catalogue: Catalogue;
}

function OpenNames({ ports, catalogue }: OpenNamesProps) {
  const entries = useEntries(catalogue);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [active, setActive] = useState<string>();
  const used = useUsedNames(ports.host.sheet);
  const searchField = useRef<HTMLDivElement>(null);
  const chosenSet = useMemo(() => new Set(chosen), [chosen]);

  const toggle = useCallback((name: string): void => {
    setChosen((before) =>
      before.includes(name) ? before.filter((other) => other !== name) : [...before, name],
    );
  }, []);

  /** Adds a set to the names chosen by hand, which nobody would want to find again. */
  const add = (names: readonly string[]): void => {
    setChosen((before) => [...new Set([...before, ...names])]);
  };

  return (
    <>
      <PaneBoundary>
        <NameSearchSection
          catalogue={catalogue}
          entries={entries}
          favourites={ports.favourites}
          chosen={chosenSet}
          used={used}
          active={active}
          onActivate={setActive}
          clock={ports.clock}
          searchField={searchField}
          onToggle={toggle}
        />
      </PaneBoundary>
      <PaneBoundary>
        <ChosenSection
          ports={ports}
          chosen={chosen}
          about={aboutActive(entries, active)}
          onClear={() => {
            setChosen([]);
            searchField.current?.querySelector('input')?.focus();
          }}
        />
      </PaneBoundary>
      <PaneBoundary>
        <NameSetsSection workbook={ports.workbook} chosen={chosen} onChoose={add} />
      </PaneBoundary>
      <PaneBoundary>
        <ImportSection catalogue={catalogue} ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <ExportSection entries={entries} chosen={chosenSet} ports={ports} />
      </PaneBoundary>
    </>
  );
}

/** What is known about the active name, in one line. */
function aboutActive(
  entries: readonly CatalogueEntry[],
  active: string | undefined,
): string | undefined {
  const entry = entries.find(({ name }) => name === active);
  return entry && `${entry.name}: ${aboutOf(entry)}`;
}
