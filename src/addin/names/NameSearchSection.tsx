import { Button, Field, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Search20Regular, Star20Filled, Star20Regular } from '@fluentui/react-icons';
import { useState, type RefObject } from 'react';

import { t, countText } from '../../engine/language/speech';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry, NameOrigin } from '../../engine/catalogue/catalogue-store';
import type { Clock } from '../../engine/lookup';
import type { FavouriteNames } from '../device/favourite-names';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { troubleMessage } from './catalogue-messages';
import {
  useCatalogueState,
  useFoundNames,
  type ListedName,
  type NameMarks,
  type NameFilter,
} from './use-names';
import { NameList } from './NameList';
import { Fact, Facts, Stack, Text, Title } from '../pane/parts/layout';
import {
  kindText,
  type NameReading,
  readableTopic,
  topicText,
} from '../../engine/catalogue/name-reading';
import { titleOf } from '../../engine/catalogue/name-title';
import type { NameFacets } from '../../engine/catalogue/name-facets';
import { SelectField } from '../pane/parts/SelectField';

export interface NameSearchSectionProps {
  readonly catalogue: Catalogue;
  readonly entries: readonly CatalogueEntry[];
  readonly favourites: FavouriteNames;
  readonly chosen: ReadonlySet<string>;
  /** Names in the workbook's formulas. */
  readonly used: ReadonlySet<string>;
  /** The name that a person looks at. */
  readonly active: string | undefined;
  readonly clock: Clock;
  /** Contains the search box, which takes the focus of a button that is gone. */
  readonly searchField: RefObject<HTMLDivElement | null>;
  onActivate(name: string | undefined): void;
  onToggle(name: string): void;
}

const EVERYTHING: NameFilter = { search: '', facets: {}, show: 'all' };

/** Finding names, and what is known of each. */
export function NameSearchSection({ searchField, ...props }: NameSearchSectionProps) {
  const { catalogue, entries, chosen, used, active, onActivate: setActive, onToggle } = props;
  const { trouble } = useCatalogueState(catalogue);
  const favourites = useStoreValue(props.favourites);
  const [newest, setFilter] = useState(EVERYTHING);
  const marks = { favourites: favourites.names, chosen, used };
  const { names, facets, filter, isPreparing } = useFoundNames(
    catalogue,
    entries,
    newest,
    marks,
    props.clock,
  );
  const shown = names.find(({ name }) => name === active);

  function changeFilter(change: Partial<NameFilter>): void {
    setFilter({ ...newest, ...change });
    setActive(undefined);
  }

  return (
    <PaneSection title={t('Attributes')}>
      {trouble !== undefined && <Text>{troubleMessage(trouble)}</Text>}
      {entries.every(({ origin }) => origin === 'contract') && (
        <Text tone="quiet">
          {t(
            'These are the built-in attributes. Import your account’s list to find all the others.',
          )}
        </Text>
      )}
      <div ref={searchField}>
        <Field label={t('Find an attribute')}>
          <Input
            type="search"
            contentBefore={<Search20Regular />}
            placeholder={t('population 500m')}
            value={newest.search}
            onChange={(_event, { value }) => changeFilter({ search: value })}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              searchField.current?.parentElement
                ?.querySelector<HTMLElement>('[role=listbox]')
                ?.focus();
            }}
          />
        </Field>
      </div>
      <NameFilters
        facets={facets}
        filter={newest}
        marked={{
          favourites: favourites.names.size,
          chosen: chosen.size,
          used: used.size,
        }}
        onChange={changeFilter}
      />
      <Text tone="quiet" aria-live="polite">
        {isPreparing ? '' : countMessage(names.length, entries.length)}
      </Text>
      {isPreparing && <Spinner size="tiny" label={t('Preparing search…')} />}
      {names.length > 0 && (
        <NameList
          // A new search begins at the top of the list.
          key={JSON.stringify(filter)}
          names={names}
          active={active}
          favourites={marks.favourites}
          chosen={chosen}
          onActivate={setActive}
          onToggle={onToggle}
          onFavour={props.favourites.toggle}
        />
      )}
      {names.length === 0 && !isPreparing && (
        <>
          <Text>{nothingMessage(filter)}</Text>
          <Button
            onClick={() => {
              changeFilter(EVERYTHING);
              searchField.current?.querySelector('input')?.focus();
            }}
          >
            {t('Show all attributes')}
          </Button>
        </>
      )}
      {shown !== undefined && (
        <NameDetails
          entry={shown}
          reading={facets.readingOf(shown)}
          isFavourite={favourites.names.has(shown.name)}
          onFavour={() => props.favourites.toggle(shown.name)}
        />
      )}
      {!favourites.isKept && (
        <Text>
          {t('This device can’t save favourites. They last until you close the workbook.')}
        </Text>
      )}
    </PaneSection>
  );
}

function countMessage(found: number, all: number): string {
  return found === all
    ? t('{all, plural, one {# attribute} other {# attributes}}', { all })
    : t('{found} of {all, plural, one {# attribute} other {# attributes}}', { found, all });
}

function nothingMessage({ search, show, facets }: NameFilter): string {
  const isPlain = search.trim() === '' && Object.keys(facets).length === 0;
  if (isPlain && show === 'favourites')
    return t('No favourites yet. To add one, select the star beside an attribute.');
  if (isPlain && show === 'chosen') return t('No attributes chosen yet.');
  if (isPlain && show === 'used') return t('No formula in this workbook uses an attribute yet.');
  return t('No matching attributes. Try fewer or different words.');
}

interface NameDetailsProps {
  readonly entry: ListedName;
  readonly reading: NameReading;
  readonly isFavourite: boolean;
  onFavour(): void;
}

const useStyles = makeStyles({
  root: {
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  text: { whiteSpace: 'pre-line' },
  nameFilters: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
});

/** All that is known of one name. */
function NameDetails({ entry, reading, isFavourite, onFavour }: NameDetailsProps) {
  const styles = useStyles();
  const { name, description, others = [] } = entry;
  const title = titleOf(entry);
  const facts = [...factsOf(entry, reading), ...others.map(({ column, text }) => [column, text])];
  return (
    <Stack as="section" aria-label={t('About {name}', { name })} className={styles.root}>
      <Title>{title}</Title>
      {title !== name && <Text className={styles.text}>{name}</Text>}
      {description !== undefined && <Text className={styles.text}>{description}</Text>}
      <Facts>
        {facts.map(([term = '', fact], index) => (
          <Fact key={index} term={term} className={styles.text}>
            {fact}
          </Fact>
        ))}
      </Facts>
      <Button
        size="small"
        icon={isFavourite ? <Star20Filled /> : <Star20Regular />}
        aria-pressed={isFavourite}
        onClick={onFavour}
      >
        {t('Favourite')}
      </Button>
    </Stack>
  );
}

function factsOf({ unit, origin }: ListedName, reading: NameReading): [string, string][] {
  const { theme, measure, radiusM, area } = reading;
  const topic = readableTopic(reading);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('Theme'), theme === undefined ? undefined : kindText(theme)],
    [t('Topic'), topic === '' ? undefined : topicText(topic)],
    [t('Measure'), measure === undefined ? undefined : kindText(measure)],
    [t('Radius'), radiusM === undefined ? undefined : t('{radius} m', { radius: radiusM })],
    [t('Area'), area === undefined ? undefined : kindText(area)],
    [t('Unit'), unit],
    [t('Source'), origin === undefined ? t('Not in a list') : ORIGINS[origin]],
  ];
  return facts.flatMap(([term, fact]) => (fact === undefined ? [] : [[term, fact]]));
}

const ORIGINS: Readonly<Record<NameOrigin, string>> = {
  contract: t('Built in'),
  imported: t('Imported list'),
  team: t('Your team’s list'),
  learned: t('A service reply'),
};

interface NameFiltersProps {
  readonly facets: NameFacets;
  readonly filter: NameFilter;
  /** How many names have each mark. */
  readonly marked: Readonly<Record<keyof NameMarks, number>>;
  onChange(change: Partial<NameFilter>): void;
}

/** The filters that narrow the list down, besides the search. */
function NameFilters({ facets, filter, marked, onChange }: NameFiltersProps) {
  const styles = useStyles();
  const { theme, radiusM } = filter.facets;
  const themes = facets.themes.map(({ value, count }) => ({
    value,
    title: value === null ? t('Other') : kindText(value),
    count,
  }));
  const radii = facets.radiiM.map(({ value, count }) => ({
    value,
    title: value === null ? t('No radius') : t('{radius} m', { radius: value }),
    count,
  }));
  return (
    <div className={styles.nameFilters}>
      <FacetSelect
        label={t('Theme')}
        any={t('Any theme')}
        choices={themes}
        chosen={theme}
        onChoose={(next) => onChange({ facets: without({ theme: next, radiusM }) })}
      />
      <FacetSelect
        label={t('Radius')}
        any={t('Any radius')}
        choices={radii}
        chosen={radiusM}
        onChoose={(next) => onChange({ facets: without({ theme, radiusM: next }) })}
      />
      <SelectField<NameFilter['show']>
        label={t('Show')}
        value={filter.show}
        options={[
          ['all', t('All attributes')],
          ['favourites', t('Favourites ({favourites})', { favourites: marked.favourites })],
          ['chosen', t('Chosen ({chosen})', { chosen: marked.chosen })],
          ['used', t('In this workbook ({used})', { used: marked.used })],
        ]}
        onChange={(show) => onChange({ show })}
      />
    </div>
  );
}

interface FacetSelectProps<Value> {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly {
    readonly value: Value | null;
    readonly title: string;
    readonly count: number;
  }[];
  readonly chosen: Value | null | undefined;
  onChoose(value: Value | null | undefined): void;
}

function FacetSelect<Value>({ label, any, choices, chosen, onChoose }: FacetSelectProps<Value>) {
  return (
    <SelectField
      label={label}
      value={choices.findIndex(({ value }) => value === chosen)}
      options={[
        [-1, any],
        ...choices.map(({ title, count }, at) => [at, `${title} (${countText(count)})`] as const),
      ]}
      onChange={(at) => onChoose(choices[at]?.value)}
    />
  );
}

/** Leaves out what is undefined. */
function without<Wanted extends object>(wanted: Wanted): NameFilter['facets'] {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
