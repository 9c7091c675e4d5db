import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import type { Budget, BudgetField, Prices } from './administration-client';
import { hasPrices } from './usage-text';

const useStyles = makeStyles({
  form: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  field: { width: '110px' },
  input: { minWidth: '0' },
});

interface BudgetFieldsProps {
  /** Whose budget it is, for screen readers. */
  readonly owner: string;
  /** Undefined where there is none yet. */
  readonly budget: Budget | undefined;
  readonly prices: Prices;
  onSave(budget: Partial<Record<BudgetField, number>>): void;
}

/** The limits of a budget; empty means no limit. Price limits show only if calls have a price. */
export function BudgetFields({ owner, budget, prices, onSave }: BudgetFieldsProps) {
  const styles = useStyles();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, String(budget?.[name] ?? '')])),
  );
  const textOf = (name: BudgetField): string => texts[name]?.trim() ?? '';
  const isValid = FIELDS.every(({ name, form }) => form.test(textOf(name)));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const set = FIELDS.filter(({ name }) => textOf(name) !== '');
    onSave(Object.fromEntries(set.map(({ name }) => [name, Number(textOf(name))])));
  };
  const isShown = ({ form, name }: (typeof FIELDS)[number]): boolean =>
    form === WHOLE || hasPrices(prices) || textOf(name) !== '';
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {FIELDS.filter(isShown).map(({ name, title, form }) => {
        const label = form === WHOLE ? title : `${prices.currency || 'Credits'} ${title}`;
        return (
          <Field key={name} label={label} className={styles.field}>
            <Input
              className={styles.input}
              inputMode={form === WHOLE ? 'numeric' : 'decimal'}
              placeholder="no limit"
              aria-label={`${label}, ${owner}`}
              value={texts[name] ?? ''}
              onChange={(_event, { value }) => setTexts({ ...texts, [name]: value })}
            />
          </Field>
        );
      })}
      <Button type="submit" disabled={!isValid}>
        Save budget
      </Button>
    </form>
  );
}

const WHOLE = /^\d*$/;
const AMOUNT = /^\d*(\.\d+)?$/;
const FIELDS: readonly {
  readonly name: BudgetField;
  readonly title: string;
  readonly form: RegExp;
}[] = [
  { name: 'callsPerDay', title: 'Calls a day', form: WHOLE },
  { name: 'callsPerMonth', title: 'Calls a month', form: WHOLE },
  { name: 'pricePerDay', title: 'a day', form: AMOUNT },
  { name: 'pricePerMonth', title: 'a month', form: AMOUNT },
];
