import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'end',
    // A choice may be longer than the page is wide.
    '> *': { maxWidth: '100%', gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  field: { flex: '1 1 160px' },
  input: { minWidth: '0' },
});

interface AddFormProps {
  readonly label: string;
  readonly children?: ReactNode;
  onAdd(name: string): void;
}

/** Adds something by its name, with whatever else belongs to it. */
export function AddForm({ label, children, onAdd }: AddFormProps) {
  const styles = useStyles();
  const [name, setName] = useState('');
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onAdd(name.trim());
    setName('');
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field label={label} className={styles.field}>
        <Input
          className={styles.input}
          value={name}
          onChange={(_event, { value }) => setName(value)}
        />
      </Field>
      {children}
      <Button type="submit" appearance="primary" disabled={name.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
