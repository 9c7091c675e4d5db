import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { CallBudget } from './administration-client';

const useStyles = makeStyles({
  form: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  field: { width: '110px' },
  input: { minWidth: '0' },
});

interface BudgetFieldsProps {
  /** Whose budget it is, for those who hear the page. */
  readonly owner: string;
  readonly budget: CallBudget;
  onSave(budget: { callsPerDay?: number; callsPerMonth?: number }): void;
}

/** The two limits of a budget; an empty field is no limit. */
export function BudgetFields({ owner, budget, onSave }: BudgetFieldsProps) {
  const styles = useStyles();
  const [day, setDay] = useState(textOf(budget.callsPerDay));
  const [month, setMonth] = useState(textOf(budget.callsPerMonth));
  const isValid = [day, month].every((text) => /^\d*$/.test(text.trim()));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSave({
      ...(day.trim() === '' ? {} : { callsPerDay: Number(day) }),
      ...(month.trim() === '' ? {} : { callsPerMonth: Number(month) }),
    });
  };
  const field = (label: string, value: string, onChange: (text: string) => void) => (
    <Field label={label} className={styles.field}>
      <Input
        className={styles.input}
        inputMode="numeric"
        placeholder="no limit"
        aria-label={`${label}, ${owner}`}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {field('Calls a day', day, setDay)}
      {field('Calls a month', month, setMonth)}
      <Button type="submit" disabled={!isValid}>
        Save budget
      </Button>
    </form>
  );
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}
