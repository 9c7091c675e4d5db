import { Checkbox } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { Layout, OwnFormulas } from './enrich-cells';
import { usePaneStyles } from '../pane/parts/pane-styles';

export interface LayoutFieldProps {
  readonly layout: Layout;
  /** Why nobody can choose. */
  readonly why: OwnFormulas | undefined;
  onChange(layout: Layout): void;
}

/** A formula for each cell, or one that spills. */
export function LayoutField({ layout, why, onChange }: LayoutFieldProps) {
  const styles = usePaneStyles();
  return (
    <div>
      <Checkbox
        className={styles.start}
        label={t('One formula for all names')}
        checked={layout === 'spill'}
        disabled={why !== undefined}
        onChange={(_event, { checked }) => onChange(checked === true ? 'spill' : 'cells')}
      />
      <p className={styles.quiet}>{why === undefined ? WHEN_TICKED : REASONS[why]}</p>
    </div>
  );
}

const REASONS: Readonly<Record<OwnFormulas, string>> = {
  table: t('In a table, each cell gets its own formula.'),
  gaps: t('Some rows are left out, so each cell gets its own formula.'),
  size: t('One formula would be too large for Excel on the web, so each cell gets its own.'),
};
const WHEN_TICKED = t('Fills all rows at once. Leave it off to sort or filter the list.');
