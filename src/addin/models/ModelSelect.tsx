import { Field, Select } from '@fluentui/react-components';

import type { WorkbookModel } from '../spreadsheet/host';

export interface ModelSelectProps {
  readonly label: string;
  readonly models: readonly WorkbookModel[];
  /** The chosen model's alias; "" for none. */
  readonly alias: string;
  /** The option for choosing no model; if left out, a model must be chosen. */
  readonly none?: string;
  onSelect(alias: string): void;
}

/** One of the workbook's models. */
export function ModelSelect({ label, models, alias, none, onSelect }: ModelSelectProps) {
  return (
    <Field label={label}>
      <Select value={alias} onChange={(_event, { value }) => onSelect(value)}>
        {none !== undefined && <option value="">{none}</option>}
        {models.map((model) => (
          <option key={model.alias} value={model.alias}>
            {model.alias}
          </option>
        ))}
      </Select>
    </Field>
  );
}
