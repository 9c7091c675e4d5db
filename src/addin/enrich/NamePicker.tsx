import { Button, Checkbox, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, Search20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { t, countText, shortList } from '../../engine/language/speech';
import type { VariableSet } from '../workbook/workbook-settings';
import type { PanePorts } from '../pane/parts/pane-ports';
import { Scrolling } from '../pane/parts/Scrolling';
import { aboutOf, titleOf } from '../../engine/catalogue/name-title';
import type { TitleIndex } from '../../engine/catalogue/title-index';
import { areNames, readPastedNames, type PastedNames } from '../../engine/places/pasted-names';
import { Row, Text } from '../pane/parts/layout';
import type { NameListing } from '../../engine/catalogue/catalogue';
import { CONTRACT_NAMES } from '../../engine/contract/attribute-name';
import { useDescribedNames, useEntries, useOpenCatalogue } from '../names';
import { useLatest } from '../pane/parts/use-latest';
import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import { SelectField } from '../pane/parts/SelectField';

export interface NamePickerProps {
  readonly catalogue: PanePorts['catalogue'];
  /** The workbook's own lists of names. */
  readonly sets: readonly VariableSet[];
  /** Names in the workbook's formulas, the latest first. */
  readonly used: readonly string[];
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: '26rem',
    overflowY: 'auto',
    scrollPaddingBottom: '32px',
    // Room for the focus ring, which scrolling would cut off.
    padding: tokens.spacingHorizontalXXS,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  name: { overflowWrap: 'anywhere' },
  about: {
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  caption: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} 0`,
    color: tokens.colorNeutralForeground2,
  },
  chosenNamesName: { minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' },
});

/** The attributes that become columns: known ones are ticked, others typed or pasted. */
export function NamePicker({ catalogue, sets, used, chosen, onChange }: NamePickerProps) {
  const styles = useStyles();
  const [search, setSearch] = useState('');
  const [announced, setAnnounced] = useState('');
  const searchField = useRef<HTMLDivElement>(null);
  const isList = areNames(search);
  const describe = useDescribedNames(catalogue);
  const title = (name: string): string => titleOf(describe(name));
  const titles = useTitles(catalogue);
  const { found, more, isOutOfReach } = useNameSearch(catalogue, isList ? lastOf(search) : search);
  // Before a person searches, the names they used last are the likeliest.
  const latest = search === '' ? used.slice(0, MOST_USED) : [];
  const written = readPasted(search, titles).names.filter((name) => !chosen.includes(name));
  const mayAdd = isList && written.length > 0 && !found.some(({ name }) => name === search.trim());

  function add(text: string): void {
    const { names, invalid } = readPasted(text, titles);
    const fresh = names.filter((name) => !chosen.includes(name));
    if (fresh.length > 0) onChange([...chosen, ...fresh]);
    setSearch('');
    setAnnounced(addedMessage(fresh.length, names.length - fresh.length, invalid));
  }

  function tick(name: string, isTicked: boolean): void {
    setAnnounced('');
    onChange(isTicked ? [...chosen, name] : chosen.filter((other) => other !== name));
  }

  const option = (name: string, about: string) => (
    <Checkbox
      key={name}
      checked={chosen.includes(name)}
      onChange={(_event, { checked }) => tick(name, checked === true)}
      label={
        <>
          <span className={styles.name}>{title(name)}</span>
          <span className={styles.about}>{detailOf(name, title(name), about)}</span>
        </>
      }
    />
  );

  return (
    <>
      <ChosenNames
        chosen={chosen}
        titleOf={title}
        onChange={onChange}
        onEmptied={() => focusOnInput(searchField.current)}
      />
      {sets.length > 0 && (
        <SelectField
          label={t('Sets of attributes in this workbook')}
          value=""
          options={[
            ['', t('Add a set…')],
            ...sets.map(
              ({ name, names }) => [name, `${name} (${countText(names.length)})`] as const,
            ),
          ]}
          onChange={(chosenSet) => {
            const set = sets.find(({ name }) => name === chosenSet);
            if (set !== undefined) add(set.names.join(','));
          }}
        />
      )}
      <div ref={searchField}>
        <Field label={t('Find or paste attributes')}>
          <Input
            type="search"
            value={search}
            contentBefore={<Search20Regular />}
            placeholder={t('population, 500, w_pop_tt…')}
            autoComplete="off"
            spellCheck={false}
            onChange={(_event, { value }) => {
              setAnnounced('');
              setSearch(value);
            }}
            onPaste={(event) => {
              // A single-line box would join pasted lines.
              const text = event.clipboardData.getData('text');
              if (!/[,;\t\r\n]/.test(text.trim())) return;
              event.preventDefault();
              add(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || search.trim() === '') return;
              if (isList) add(search);
              else if (found[0] !== undefined && found.length === 1) add(found[0].name);
            }}
          />
        </Field>
      </div>
      {mayAdd && (
        <Button
          size="small"
          onClick={() => {
            add(search);
            // The button disappears once its names are added.
            focusOnInput(searchField.current);
          }}
        >
          {written.length === 1
            ? t('Add {written}', { written: written[0] ?? '' })
            : t('Add {written} attributes', { written: written.length })}
        </Button>
      )}
      {found.length > 0 ? (
        <Scrolling>
          <div className={styles.list} role="group" aria-label={t('Attributes to choose from')}>
            {latest.length > 0 && <p className={styles.caption}>{t('Used in this workbook')}</p>}
            {latest.map((name) => option(name, aboutOf(describe(name))))}
            {latest.length > 0 && <p className={styles.caption}>{t('More attributes')}</p>}
            {found.map(({ name, about }) => !latest.includes(name) && option(name, about))}
          </div>
        </Scrolling>
      ) : (
        !mayAdd && <Text tone="quiet">{t('No matching attributes.')}</Text>
      )}
      {more > 0 && (
        <Text tone="quiet">
          {t(
            '{more, plural, one {# more attribute} other {# more attributes}}. Type to find them.',
            {
              more,
            },
          )}
        </Text>
      )}
      {isOutOfReach && (
        <Text tone="quiet">
          {t('Couldn’t load the list of attributes. You can still paste their names.')}
        </Text>
      )}
      <Text tone="quiet" aria-live="polite">
        {announced}
      </Text>
    </>
  );
}

/** Pasted titles, which Enrich writes above columns, stand for the names. */
function readPasted(text: string, titles: TitleIndex | undefined): PastedNames {
  return readPastedNames(text, (title) => {
    const [name, other] = titles?.isName(title) === false ? titles.named(title) : [];
    return other === undefined ? name : undefined;
  });
}

function useTitles(port: PanePorts['catalogue']): TitleIndex | undefined {
  const { result: catalogue } = useOpenCatalogue(port);
  const entries = useEntries(catalogue);
  return useLatest(async () => catalogue?.titles(), [catalogue, entries]).result;
}

const MOST_USED = 3;

function focusOnInput(field: HTMLElement | null): void {
  field?.querySelector('input')?.focus();
}

/** The last of several names being typed, which is the one to search for. */
function lastOf(text: string): string {
  return text.split(/[\s,;]+/).at(-1) ?? '';
}

const REFUSED_SHOWN = 3;

function addedMessage(added: number, doubles: number, refused: readonly string[]): string {
  const words: string[] = [];
  if (added > 0)
    words.push(t('{added, plural, one {# attribute} other {# attributes}} added.', { added }));
  if (doubles > 0) words.push(t('{doubles} already chosen.', { doubles }));
  if (refused.length > 0) {
    const quoted = refused.map((text) => `“${text.slice(0, 40)}”`);
    words.push(t('Not names of attributes: {some}.', { some: shortList(quoted, REFUSED_SHOWN) }));
  }
  return words.join(' ');
}

/** The name and what is known besides its title; for a name without a title, what is known. */
function detailOf(name: string, title: string, about: string): string {
  if (title === name) return about;
  return about.startsWith(title) ? `${name}${about.slice(title.length)}` : name;
}

/** The known names that fit what a person types. */
interface NameSearch {
  readonly found: readonly FoundName[];
  /** How many more fit. */
  readonly more: number;
  /** The list of names could not be loaded: only those of the contract are found. */
  readonly isOutOfReach: boolean;
}

interface FoundName {
  readonly name: string;
  /** What is known about it, in one line. */
  readonly about: string;
}

/** Without a search the eight names of the contract come first, as in the catalogue. */
const SHOWN_FIRST = CONTRACT_NAMES.length;
const SHOWN_AT_MOST = 20;

function useNameSearch(port: PanePorts['catalogue'], search: string): NameSearch {
  const { result: catalogue, hasFailed } = useOpenCatalogue(port);
  const entries = useEntries(catalogue);
  const found = useLatest(
    async () =>
      catalogue === undefined ? builtInFor(search) : shownOf(await catalogue.find(search), search),
    [catalogue, entries, search],
  );
  return { ...(found.result ?? BUILT_IN), isOutOfReach: hasFailed || found.hasFailed };
}

function shownOf(listing: NameListing, search: string): Pick<NameSearch, 'found' | 'more'> {
  const most = search.trim() === '' ? SHOWN_FIRST : SHOWN_AT_MOST;
  const count = Math.min(listing.count, most);
  const found = Array.from({ length: count }, (_, index) => ({
    name: listing.name(index),
    about: listing.about(index),
  }));
  return { found, more: listing.count - count };
}

function builtInFor(search: string): Pick<NameSearch, 'found' | 'more'> {
  const wanted = search.trim().toLowerCase().replace(/\s+/g, '_');
  const found = CONTRACT_NAMES.filter((name) => name.includes(wanted));
  return { found: found.map((name) => ({ name, about: '' })), more: 0 };
}

const BUILT_IN = builtInFor('');

interface ChosenNamesProps {
  readonly chosen: readonly string[];
  /** A name's title for people. */
  titleOf(name: string): string;
  onChange(chosen: readonly string[]): void;
  /** Called when the last name and its button are gone: the focus has to go elsewhere. */
  onEmptied(): void;
}

/** Names beyond this number are counted, not listed. */
const SHOWN = 12;

/** The chosen names, in the order of the columns; a click removes one. */
function ChosenNames({ chosen, titleOf, onChange, onEmptied }: ChosenNamesProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);

  /** Moves the focus to the name that takes the removed one's place. */
  function keep(left: readonly string[], at: number): void {
    flushSync(() => onChange(left));
    const names = root.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [];
    const next = names[Math.min(at, names.length - 1)];
    if (next === undefined) onEmptied();
    else next.focus();
  }

  if (chosen.length === 0) return null;
  return (
    <Row ref={root} gap="XS" role="group" aria-label={t('Chosen attributes')}>
      {chosen.slice(0, SHOWN).map((name, index) => (
        <Button
          key={name}
          className={styles.chosenNamesName}
          size="small"
          icon={<Dismiss16Regular />}
          iconPosition="after"
          aria-label={t('Remove {name}', { name: titleOf(name) })}
          title={name}
          data-name=""
          onClick={() =>
            keep(
              chosen.filter((other) => other !== name),
              index,
            )
          }
        >
          {titleOf(name)}
        </Button>
      ))}
      {chosen.length > SHOWN && (
        <Text>{t('and {rest} more', { rest: chosen.length - SHOWN })}</Text>
      )}
      {chosen.length > 1 && (
        <Button size="small" appearance="transparent" onClick={() => keep([], 0)}>
          {t('Remove all attributes')}
        </Button>
      )}
    </Row>
  );
}

/** One for each name: its title, or the name itself if another has the same title. */
export function headersOf(names: readonly DescribedName[]): string[] {
  const titles = names.map(titleOf);
  return titles.map((each, at) =>
    titles.indexOf(each) === titles.lastIndexOf(each) ? each : (names[at]?.name ?? each),
  );
}
