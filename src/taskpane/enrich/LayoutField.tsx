import { Checkbox } from '@fluentui/react-components';

import { t } from '../../language/speech';
import type { Layout } from '../../enrich/enrich-cells';
import { usePaneStyles } from '../pane-styles';

export interface LayoutFieldProps {
  readonly layout: Layout;
  readonly isTable: boolean;
  onChange(layout: Layout): void;
}

/** A formula for each cell, or one that spills. */
export function LayoutField({ layout, isTable, onChange }: LayoutFieldProps) {
  const styles = usePaneStyles();
  return (
    <div>
      <Checkbox
        className={styles.start}
        label={t('One formula for all names')}
        checked={layout === 'spill'}
        disabled={isTable}
        onChange={(_event, { checked }) => onChange(checked === true ? 'spill' : 'cells')}
      />
      <p className={styles.quiet}>
        {isTable ? IN_A_TABLE : layout === 'spill' ? SPILLING : CELL_BY_CELL}
      </p>
    </div>
  );
}

const IN_A_TABLE = t('In a table, each cell gets its own formula.');
const SPILLING = t('One formula fills all rows. It stays in place when you sort the list.');
const CELL_BY_CELL = t('Each cell gets its own formula, so you can sort and filter the list.');
