import { Checkbox } from '@fluentui/react-components';

import { t } from '../../language/speech';
import type { Layout } from '../../enrich/enrich-cells';
import { usePaneStyles } from '../pane-styles';

export interface LayoutFieldProps {
  readonly layout: Layout;
  readonly isTable: boolean;
  /** Rows among those of the list are left out. */
  readonly hasGaps: boolean;
  onChange(layout: Layout): void;
}

/** A formula for each cell, or one that spills. */
export function LayoutField({ layout, isTable, hasGaps, onChange }: LayoutFieldProps) {
  const styles = usePaneStyles();
  return (
    <div>
      <Checkbox
        className={styles.start}
        label={t('One formula for all names')}
        checked={layout === 'spill'}
        disabled={isTable || hasGaps}
        onChange={(_event, { checked }) => onChange(checked === true ? 'spill' : 'cells')}
      />
      <p className={styles.quiet}>{isTable ? IN_A_TABLE : hasGaps ? WITH_GAPS : WHEN_TICKED}</p>
    </div>
  );
}

const IN_A_TABLE = t('In a table, each cell gets its own formula.');
const WITH_GAPS = t('Some rows are left out, so each cell gets its own formula.');
const WHEN_TICKED = t('Fills all rows at once. Leave it off to sort or filter the list.');
