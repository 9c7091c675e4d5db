import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useState } from 'react';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'end',
    // An option may be longer than the page is wide.
    '> *': { maxWidth: '100%', gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  field: { flex: '1 1 160px' },
  input: { minWidth: '0' },
});

interface FormRowProps {
  readonly children: ReactNode;
  onSubmit(): void;
}

/** Fields and the button that saves them, in one row if there is room. */
export function FormRow({ children, onSubmit }: FormRowProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={useStyles().form} onSubmit={submit}>
      {children}
    </form>
  );
}

interface NameFieldProps {
  readonly label: string;
  /** The label for screen readers, if several fields have the same one. */
  readonly spoken?: string;
  readonly value: string;
  /** Whether it takes the focus when it appears. */
  readonly takesFocus?: boolean | undefined;
  onChange(value: string): void;
}

/** The widest field of a row. */
export function NameField({
  label,
  spoken = label,
  value,
  takesFocus = false,
  onChange,
}: NameFieldProps) {
  const styles = useStyles();
  return (
    <Field label={label} className={styles.field}>
      <Input
        className={styles.input}
        aria-label={spoken}
        autoFocus={takesFocus}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}

interface AddFormProps {
  readonly label: string;
  readonly children?: ReactNode;
  readonly takesFocus?: boolean;
  /** Resolves to whether it was added. */
  onAdd(name: string): Promise<boolean>;
}

/**
 * Adds something by its name, and by what else its fields say. A refused entry stays, so that it
 * can be corrected.
 */
export function AddForm({ label, children, takesFocus, onAdd }: AddFormProps) {
  const [name, setName] = useState('');
  const add = async (): Promise<void> => {
    if (await onAdd(name.trim())) setName((typed) => (typed === name ? '' : typed));
  };
  return (
    <FormRow onSubmit={() => void add()}>
      <NameField label={label} value={name} takesFocus={takesFocus} onChange={setName} />
      {children}
      <Button type="submit" appearance="primary" disabled={name.trim() === ''}>
        Add
      </Button>
    </FormRow>
  );
}
