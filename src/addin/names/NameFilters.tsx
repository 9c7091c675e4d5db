import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { kindText } from '../../engine/catalogue/name-reading';
import type { NameFacets } from '../../engine/catalogue/name-facets';
import { countText } from '../../engine/language/count-text';
import type { NameMarks, NameWish } from './use-found-names';

export interface NameFiltersProps {
  readonly facets: NameFacets;
  readonly wish: NameWish;
  /** How many names have each mark. */
  readonly marked: Readonly<Record<keyof NameMarks, number>>;
  onChange(change: Partial<NameWish>): void;
}

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
});

/** The filters that narrow the list down, besides the search. */
export function NameFilters({ facets, wish, marked, onChange }: NameFiltersProps) {
  const styles = useStyles();
  const { theme, radiusM } = wish.facets;
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
    <div className={styles.root}>
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
      <Field label={t('Show')}>
        <Select
          value={wish.show}
          onChange={(_event, { value }) => onChange({ show: value as NameWish['show'] })}
        >
          <option value="all">{t('All names')}</option>
          <option value="favourites">
            {t('Favourites ({favourites})', { favourites: marked.favourites })}
          </option>
          <option value="chosen">{t('Chosen ({chosen})', { chosen: marked.chosen })}</option>
          <option value="used">{t('In this workbook ({used})', { used: marked.used })}</option>
        </Select>
      </Field>
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
  const index = choices.findIndex(({ value }) => value === chosen);
  return (
    <Field label={label}>
      <Select
        value={String(index)}
        onChange={(_event, { value }) => onChoose(choices[Number(value)]?.value)}
      >
        <option value="-1">{any}</option>
        {choices.map(({ title, count }, at) => (
          <option key={title} value={String(at)}>
            {`${title} (${countText(count)})`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Leaves out what is undefined. */
function without<Wanted extends object>(wanted: Wanted): NameWish['facets'] {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
