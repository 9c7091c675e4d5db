import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../engine/language/speech';
import { readPlainNumber } from '../../workbook/workbook-model';

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

/**
 * A number as a person types it, such as "1,000", "1,00,000" or "1 000". Undefined for nothing, NaN
 * for what is no number or could be another: "0,25" is not 25.
 */
export function readNumber(text: string): number | undefined {
  const written = text.trim();
  if (written === '') return undefined;
  return readPlainNumber(isGrouped(written) ? written.replaceAll(/[\s,]/g, '') : written) ?? NaN;
}

/** What is wrong with a number that cannot be read because of its commas; else undefined. */
export function commaFault(text: string): string | undefined {
  return text.includes(',') && Number.isNaN(readNumber(text)) ? COMMA_WORDS : undefined;
}

const COMMA_WORDS = t('Use a decimal point, such as 0.25.');

/** Groups of thousands, or as in India: 10,00,000. */
const GROUPINGS = [
  /^[1-9]\d{0,2}(?:[\s,]\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d?(?:[\s,]\d{2})*[\s,]\d{3}(?:\.\d+)?$/,
];

function isGrouped(written: string): boolean {
  return GROUPINGS.some((grouping) => grouping.test(written));
}
