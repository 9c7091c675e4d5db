import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { FormRow, NameField } from './FormRow';

interface AddFormProps {
  readonly label: string;
  readonly children?: ReactNode;
  onAdd(name: string): void;
}

/** Adds something by its name, with whatever else belongs to it. */
export function AddForm({ label, children, onAdd }: AddFormProps) {
  const [name, setName] = useState('');
  const onSubmit = (): void => {
    onAdd(name.trim());
    setName('');
  };
  return (
    <FormRow onSubmit={onSubmit}>
      <NameField label={label} value={name} onChange={setName} />
      {children}
      <Button type="submit" appearance="primary" disabled={name.trim() === ''}>
        Add
      </Button>
    </FormRow>
  );
}
