import { Field, Select } from '@fluentui/react-components';

import type { WorkbookModel } from '../../spreadsheet/scoring-model';

export interface ModelSelectProps {
  readonly models: readonly WorkbookModel[];
  readonly selected: WorkbookModel;
  onSelect(model: WorkbookModel): void;
}

/** Which of the workbook's models is meant; with a single one there is nothing to ask. */
export function ModelSelect({ models, selected, onSelect }: ModelSelectProps) {
  if (models.length < 2) return null;
  return (
    <Field label="Model">
      <Select
        value={selected.alias}
        onChange={(_event, { value }) => {
          const model = models.find(({ alias }) => alias === value);
          if (model !== undefined) onSelect(model);
        }}
      >
        {models.map(({ alias }) => (
          <option key={alias} value={alias}>
            {alias}
          </option>
        ))}
      </Select>
    </Field>
  );
}
