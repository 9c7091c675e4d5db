import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useCallback, useMemo, useRef, useState } from 'react';

import { aboutOf } from '../../engine/catalogue/name-title';
import { shortList, t } from '../../engine/language/speech';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-store';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneBoundary, PaneSection } from '../pane/parts/PaneSection';
import { ImportSection } from './ImportSection';
import { NameSearchSection } from './NameSearchSection';
import { NameSetsSection } from './NameSetsSection';
import { useEntries, useOpenCatalogue, useUsedNames } from './use-names';
import { Actions, Stack, Text } from '../pane/parts/layout';
import { CopyButton } from '../pane/parts/CopyButton';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { planOf } from '../../engine/lookup';
import { priceUpTo } from '../pane/parts/price-text';
import { insertNames, type InsertionForm } from '../enrich';
import { writeNames } from '../../engine/catalogue/name-export';
import { useStoreValue } from '../pane/parts/use-store-value';
import { SelectField } from '../pane/parts/SelectField';

/** The names of values that a person may ask for: finding, saving, inserting and importing them. */
export function NamesView({ ports }: PaneViewProps) {
  const { result: catalogue, hasFailed, again } = useOpenCatalogue(ports.catalogue);
  if (catalogue !== undefined) return <OpenNames ports={ports} catalogue={catalogue} />;
  return (
    <PaneSection title={t('Attributes')}>
      {!hasFailed ? (
        <Spinner size="small" label={t('Loading attributes…')} />
      ) : (
        <Stack gap="M" role="alert">
          <Text>{t('Attributes couldn’t load. Check your network.')}</Text>
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
  const used = useUsedNames(ports.host.sheet, catalogue);
  const searchField = useRef<HTMLDivElement>(null);
  const chosenSet = useMemo(() => new Set(chosen), [chosen]);

  const toggle = useCallback(
    (name: string): void =>
      setChosen((before) =>
        before.includes(name) ? before.filter((other) => other !== name) : [...before, name],
      ),
    [],
  );

  /** Adds a set to the names chosen by hand, which nobody would want to find again. */
  const add = (names: readonly string[]): void =>
    setChosen((before) => [...new Set([...before, ...names])]);

  return (
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
      <ChosenSection
        ports={ports}
        chosen={chosen}
        about={aboutActive(entries, active)}
        onClear={() => {
          setChosen([]);
          searchField.current?.querySelector('input')?.focus();
        }}
      />
      <NameSetsSection workbook={ports.workbook} chosen={chosen} onChoose={add} />
      <ImportSection catalogue={catalogue} ports={ports} />
      <ExportSection entries={entries} chosen={chosenSet} ports={ports} />
    </PaneBoundary>
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

interface ChosenSectionProps {
  readonly ports: Pick<PanePorts, 'host' | 'preferences' | 'copyText'>;
  /** In the order in which they were chosen. */
  readonly chosen: readonly string[];
  /** What is known of the name that a person looks at. */
  readonly about: string | undefined;
  /** Called by a button that then disappears: the focus has to go elsewhere. */
  onClear(): void;
}

const MOST_SHOWN = 20;

const useStyles = makeStyles({
  // Stays in sight beside the list of names, however long that is.
  inSight: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    // In a low window it would cover too much.
    '@media (max-height: 560px)': { position: 'static' },
    '& > section': {
      rowGap: tokens.spacingVerticalS,
      paddingTop: tokens.spacingVerticalM,
      paddingBottom: tokens.spacingVerticalM,
    },
  },
  line: { margin: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The chosen names, and the ways to put them into the sheet. */
function ChosenSection({ ports, chosen, about, onClear }: ChosenSectionProps) {
  const styles = useStyles();
  const { notice, isBusy, later, write } = useNoticedSteps();
  const { selection, cells } = ports.host;
  const isEmpty = chosen.length === 0;
  // The formula is about one place.
  const calls = planOf([chosen.length], 0).calls;
  const price = priceUpTo(calls, useStoreValue(ports.preferences), (cost) =>
    t('As formula uses {cost}.', { cost }),
  );

  const insertButton = (form: InsertionForm, title: string) => (
    <Button
      size="small"
      disabledFocusable={isBusy || isEmpty}
      onClick={() => {
        if (isEmpty) return;
        write(
          () => JSON.stringify([selection.current(), form, chosen]),
          cells.reveal,
          () => insertNames(ports.host, chosen, form, price, later),
        );
      }}
    >
      {title}
    </Button>
  );

  return (
    <div className={isEmpty ? undefined : styles.inSight}>
      <PaneSection
        title={
          isEmpty
            ? t('Insert')
            : t('Insert {chosen, plural, one {# attribute} other {# attributes}}', {
                chosen: chosen.length,
              })
        }
        aside={
          !isEmpty && (
            <Actions>
              <Button size="small" onClick={onClear}>
                {t('Clear selection')}
              </Button>
              <CopyButton size="small" text={() => chosen.join(',')} copy={ports.copyText}>
                {t('Copy')}
              </CopyButton>
            </Actions>
          )
        }
      >
        {isEmpty ? (
          <Text tone="quiet">
            {t('Choose attributes above and select a cell in the sheet. Nothing is overwritten.')}
          </Text>
        ) : (
          <>
            {(chosen.length > 1 || about === undefined) && (
              <p className={styles.line}>{shortList(chosen, MOST_SHOWN)}</p>
            )}
            {about !== undefined && (
              <p className={mergeClasses(styles.line, styles.quiet)} title={about}>
                {about}
              </p>
            )}
          </>
        )}
        <Actions>
          {insertButton('header', t('As header row'))}
          {insertButton('text', t('As text'))}
          {insertButton('formula', t('As formula'))}
        </Actions>
        {!isEmpty && (
          <Text tone="quiet" isSmall>
            {price.text}
          </Text>
        )}
        <NoticeLine notice={notice} isBusy={isBusy} />
      </PaneSection>
    </div>
  );
}

interface ExportSectionProps {
  readonly entries: readonly CatalogueEntry[];
  readonly chosen: ReadonlySet<string>;
  readonly ports: Pick<PanePorts, 'favourites' | 'saveFile' | 'copyText'>;
}

type Which = 'all' | 'favourites' | 'chosen';

const FILE_NAME = 'locus-names.csv';

/** Names as a CSV file, for a colleague or for another device. */
function ExportSection({ entries, chosen, ports }: ExportSectionProps) {
  const { names: favourites } = useStoreValue(ports.favourites);
  const [which, setWhich] = useState<Which>('all');
  const [announced, setAnnounced] = useState('');
  const sizes = { all: entries.length, favourites: favourites.size, chosen: chosen.size };
  const isEmpty = sizes[which] === 0;

  function text(): string {
    const wanted = which === 'all' ? undefined : { favourites, chosen }[which];
    return writeNames(wanted === undefined ? entries : namesOf(wanted, entries));
  }

  function download(): void {
    if (isEmpty) return;
    const isOffered = ports.saveFile(FILE_NAME, text());
    setAnnounced(
      isOffered
        ? t('Downloading {fileName}. If it doesn’t appear, select Copy as CSV instead.', {
            fileName: FILE_NAME,
          })
        : t('Can’t save files here. Select Copy as CSV, then paste into a file or a sheet.'),
    );
  }

  return (
    <PaneSection title={t('Export attributes')}>
      <SelectField<Which>
        label={t('What to export')}
        value={which}
        options={[
          ['all', t('All attributes ({all})', { all: sizes.all })],
          ['favourites', t('Favourites ({favourites})', { favourites: sizes.favourites })],
          ['chosen', t('Chosen ({chosen})', { chosen: sizes.chosen })],
        ]}
        onChange={(next) => {
          setWhich(next);
          setAnnounced('');
        }}
      />
      <Actions>
        <Button icon={<ArrowDownload20Regular />} disabledFocusable={isEmpty} onClick={download}>
          {t('Save as CSV')}
        </Button>
        {!isEmpty && (
          <CopyButton text={text} copy={ports.copyText}>
            {t('Copy as CSV')}
          </CopyButton>
        )}
      </Actions>
      <Text tone="quiet" aria-live="polite">
        {announced}
      </Text>
    </PaneSection>
  );
}

/** Includes names that are no longer known here. */
function namesOf(wanted: ReadonlySet<string>, entries: readonly CatalogueEntry[]) {
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  return [...wanted].map((name) => known.get(name) ?? { name });
}
