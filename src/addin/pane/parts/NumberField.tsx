import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';

import { commaFault, readNumber } from './typed-number';

export interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Shown after the number: what it counts. */
  readonly unit?: string;
  /** The current value; undefined shows an empty box. */
  readonly value: number | undefined;
  /** Saves what was typed, undefined for an empty box; returns what is wrong with it, in words. */
  save(value: number | undefined): string | undefined;
}

/** A number that takes effect when a person leaves its box or presses Enter, not while typing. */
export function NumberField({ label, hint, unit, value, save }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();

  function finish(): void {
    if (typed === undefined) return;
    const found = commaFault(typed) ?? save(readNumber(typed));
    setFault(found);
    if (found === undefined) setTyped(undefined);
  }

  return (
    <Field
      label={label}
      hint={fault === undefined ? (hint ?? null) : null}
      validationState={fault === undefined ? 'none' : 'error'}
      validationMessage={fault ?? null}
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? (value === undefined ? '' : String(value))}
        contentAfter={unit ?? null}
        onChange={(_event, data) => {
          setTyped(data.value);
        }}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
      />
    </Field>
  );
}
