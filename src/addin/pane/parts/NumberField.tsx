import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';

import { commaFault, readNumber } from './typed-number';

export interface TypedFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Shown after the text: what a number counts. */
  readonly unit?: string;
  readonly inputMode?: 'decimal';
  /** What is saved now. */
  readonly value: string;
  /** Saves what was typed; returns what is wrong with it, in words. */
  save(typed: string): string | undefined;
}

/** A text that takes effect when a person leaves its box or presses Enter, not while typing. */
export function TypedField({ label, hint, unit, value, save, ...input }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();

  function finish(): void {
    if (typed === undefined) return;
    const found = save(typed);
    setFault(found);
    if (found === undefined) setTyped(undefined);
  }

  return (
    <Field
      label={label}
      hint={fault === undefined ? (hint ?? null) : null}
      {...validationOf(fault)}
    >
      <Input
        {...input}
        autoComplete="off"
        value={typed ?? value}
        contentAfter={unit ?? null}
        onChange={(_event, data) => setTyped(data.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
      />
    </Field>
  );
}

export interface NumberFieldProps extends Omit<TypedFieldProps, 'value' | 'save'> {
  /** The current value; undefined shows an empty box. */
  readonly value: number | undefined;
  /** Saves what was typed, undefined for an empty box; returns what is wrong with it, in words. */
  save(value: number | undefined): string | undefined;
}

/** A number, saved in the same way. */
export function NumberField({ value, save, ...field }: NumberFieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="decimal"
      value={value === undefined ? '' : String(value)}
      save={(typed) => commaFault(typed) ?? save(readNumber(typed))}
    />
  );
}

/** The props with which a field shows its own error. */
export function validationOf(fault: string | undefined): {
  readonly validationState: 'none' | 'error';
  readonly validationMessage: string | null;
} {
  return fault === undefined
    ? { validationState: 'none', validationMessage: null }
    : { validationState: 'error', validationMessage: fault };
}
