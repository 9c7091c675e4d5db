import { Field, Select } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { columnLetters } from '../spreadsheet/cell-address';
import type { PlaceList } from './place-list';

export interface ColumnSelectProps<Column> {
  readonly label: string;
  readonly list: PlaceList;
  /** The option for choosing no column; if left out, a column must be chosen. */
  readonly none?: string;
  /** An option that is neither a column nor none: `other`. */
  readonly other?: string;
  /** Within the block. */
  readonly column: Column | undefined;
  onChange(column: Column | undefined): void;
}

/** One of the list's columns, by its letter and its header. */
export function ColumnSelect<Column extends number | 'other' = number>({
  label,
  list,
  none,
  other,
  column,
  onChange,
}: ColumnSelectProps<Column>) {
  const chosen = (value: string): Column | undefined => {
    if (value === '') return undefined;
    return (value === 'other' ? value : Number(value)) as Column;
  };
  return (
    <Field label={label}>
      <Select
        value={column === undefined ? '' : String(column)}
        onChange={(_event, { value }) => onChange(chosen(value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {other !== undefined && <option value="other">{other}</option>}
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
