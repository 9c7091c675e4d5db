import { Field, Select } from '@fluentui/react-components';

import { t } from '../../language/speech';
import { columnLetters } from '../../spreadsheet/cell-address';
import type { PlaceList } from '../../enrich/place-list';

export interface ColumnSelectProps {
  readonly label: string;
  readonly list: PlaceList;
  /** The option for choosing no column; if left out, a column must be chosen. */
  readonly none?: string;
  /** Within the block. */
  readonly column: number | undefined;
  onChange(column: number | undefined): void;
}

/** One of the list's columns, by its letter and its header. */
export function ColumnSelect({ label, list, none, column, onChange }: ColumnSelectProps) {
  return (
    <Field label={label}>
      <Select
        value={column === undefined ? '' : String(column)}
        onChange={(_event, { value }) => onChange(value === '' ? undefined : Number(value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {list.columns.columns.map(({ index, header }) => (
          <option key={index} value={String(index)}>
            {columnTitle(list.block.column + index, header)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function columnTitle(column: number, header: string): string {
  const letters = columnLetters(column);
  return header === '' ? t('Column {letters}', { letters }) : `${header} (${letters})`;
}
