import { Field, Select } from '@fluentui/react-components';

export interface SelectFieldProps<Value> {
  readonly label: string;
  readonly hint?: string;
  readonly className?: string | undefined;
  readonly value: Value;
  /** What can be chosen, each with its title; `lang` where that is in another language. */
  readonly options: readonly (readonly [value: Value, title: string, lang?: string])[];
  onChange(value: Value): void;
}

/** One of a few things to choose. Their texts differ; undefined is the empty one. */
export function SelectField<Value extends string | number | undefined>(
  props: SelectFieldProps<Value>,
) {
  const { label, hint, className, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint ?? null} className={className ?? ''}>
      <Select
        value={textOf(value)}
        onChange={(_event, chosen) => {
          const option = options.find(([one]) => textOf(one) === chosen.value);
          if (option !== undefined) onChange(option[0]);
        }}
      >
        {options.map(([one, title, lang]) => (
          <option key={textOf(one)} value={textOf(one)} lang={lang}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function textOf(value: string | number | undefined): string {
  return String(value ?? '');
}
