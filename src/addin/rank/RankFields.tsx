import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useMemo, type ReactNode } from 'react';

import { t } from '../../engine/language/speech';
import { Heading, Stack, Title } from '../pane/parts/layout';
import { valueText } from '../pane/parts/figure-text';
import {
  commaFault,
  NumberField,
  readNumber,
  TypedField,
  type NumberFieldProps,
} from '../pane/parts/NumberField';
import { SelectField } from '../pane/parts/SelectField';
import type { ListRow } from './list-rows';
import { rangeOf, type Criterion } from './ranking-rule';
import type { ChosenCondition, ChosenFilter } from './use-ranking';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    gap: tokens.spacingHorizontalS,
    alignItems: 'start',
  },
});

interface CriterionFieldsProps {
  readonly criterion: Criterion;
  readonly title: string;
  readonly share: string;
  readonly rows: readonly ListRow[];
  onChange(change: Partial<Omit<Criterion, 'column'>>): void;
  onRemove(): void;
}

/** One column that counts: its weight, and whether more, less or what is closest is better. */
export function CriterionFields({ criterion, title, share, rows, ...acts }: CriterionFieldsProps) {
  const styles = useStyles();
  const { column } = criterion;
  const range = useMemo(
    () =>
      rangeOf(
        rows.map(({ cells }) => cells),
        column,
      ),
    [rows, column],
  );
  return (
    <Chosen title={title} onRemove={() => acts.onRemove()}>
      <div className={styles.pair}>
        <NumberField
          label={t('Weight')}
          hint={share}
          value={criterion.weight}
          save={(weight = 0) => {
            if (!(weight >= 0)) return t('Enter 0 or more.');
            acts.onChange({ weight });
            return undefined;
          }}
        />
        <SelectField<Criterion['better']>
          label={t('Better')}
          value={criterion.better}
          options={[
            ['more', t('More is better')],
            ['less', t('Less is better')],
            ['closest', t('Closest to')],
          ]}
          onChange={(better) => acts.onChange({ better })}
        />
        {criterion.better === 'closest' && <span />}
        {criterion.better === 'closest' && (
          <AmountField
            label={t('Best value')}
            hint={
              range === undefined
                ? ''
                : t('{least} to {most} in the list', {
                    least: valueText(range.least),
                    most: valueText(range.most),
                  })
            }
            value={criterion.target}
            save={(target) => {
              acts.onChange({ target });
              return undefined;
            }}
          />
        )}
      </div>
    </Chosen>
  );
}

/** A number as the list's cells may show it: `12%`, `₹60,000`. */
function AmountField({ value, save, ...field }: NumberFieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="decimal"
      value={value === undefined ? '' : String(value)}
      save={(typed) => {
        const bare = typed.trim().replace(/^(?:\p{Sc}|Rs\.?)\s*/iu, '');
        const amount = bare.replace(/\s*%$/, '');
        const number = readNumber(amount);
        if (Number.isNaN(number)) return commaFault(amount) ?? t('Enter a number.');
        return save(number !== undefined && amount !== bare ? number / 100 : number);
      }}
    />
  );
}

interface FilterFieldsProps {
  readonly filter: ChosenFilter;
  readonly title: string;
  readonly rows: readonly ListRow[];
  onChange(change: Partial<Omit<ChosenFilter, 'id'>>): void;
  onRemove(): void;
}

/** One condition that places must meet. */
export function FilterFields({ filter, title, rows, ...acts }: FilterFieldsProps) {
  const styles = useStyles();
  const { column, condition, limit, upper } = filter;
  const isText = condition === 'is' || condition === 'is-not';
  const texts = useMemo(() => textsIn(rows, column), [rows, column]);
  const number = (label: string, value: number | undefined, name: 'limit' | 'upper') => (
    <AmountField
      label={label}
      value={value}
      save={(next) => {
        acts.onChange({ [name]: next });
        return undefined;
      }}
    />
  );
  return (
    <Chosen title={title} onRemove={() => acts.onRemove()}>
      <div className={styles.pair}>
        <SelectField<ChosenCondition>
          label={t('Condition')}
          value={condition}
          options={CONDITIONS}
          onChange={(next) => {
            const wasText = isText;
            const willBeText = next === 'is' || next === 'is-not';
            acts.onChange({ condition: next, ...(wasText !== willBeText && { limit: undefined }) });
          }}
        />
        {!isText &&
          number(
            condition === 'between' ? t('From') : t('Value'),
            typeof limit === 'number' ? limit : undefined,
            'limit',
          )}
        {isText && texts.length <= MOST_TEXTS && (
          <SelectField<string>
            label={t('Value')}
            value={String(limit ?? '')}
            options={[['', t('Choose a value')], ...texts.map((each) => [each, each] as const)]}
            onChange={(next) => acts.onChange({ limit: next })}
          />
        )}
        {isText && texts.length > MOST_TEXTS && (
          <TypedField
            label={t('Value')}
            value={String(limit ?? '')}
            save={(next) => {
              acts.onChange({ limit: next.trim() });
              return undefined;
            }}
          />
        )}
        {condition === 'between' && <span />}
        {condition === 'between' && number(t('To'), upper, 'upper')}
      </div>
    </Chosen>
  );
}

const CONDITIONS: readonly (readonly [ChosenCondition, string])[] = [
  ['under', t('under')],
  ['over', t('over')],
  ['between', t('between')],
  ['is', t('is')],
  ['is-not', t('is not')],
];

/** More are typed, not chosen. */
const MOST_TEXTS = 60;

/** The different contents of a column, as texts. */
function textsIn(rows: readonly ListRow[], column: number): readonly string[] {
  const texts = new Map<string, string>();
  for (const { cells } of rows) {
    const cell = cells[column] ?? '';
    const text = typeof cell === 'object' ? '' : String(cell).trim();
    if (text !== '' && !texts.has(text.toLowerCase())) texts.set(text.toLowerCase(), text);
    if (texts.size > MOST_TEXTS) break;
  }
  return [...texts.values()].sort((one, other) => one.localeCompare(other));
}

interface ChosenProps {
  readonly title: string;
  readonly children: ReactNode;
  onRemove(): void;
}

/** A column that was chosen, with what was chosen about it. */
function Chosen({ title, children, onRemove }: ChosenProps) {
  return (
    <Stack isBoxed role="group" aria-label={title}>
      <Heading>
        <Title>{title}</Title>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss16Regular />}
          aria-label={t('Remove {name}', { name: title })}
          onClick={onRemove}
        />
      </Heading>
      {children}
    </Stack>
  );
}
