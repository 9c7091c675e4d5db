import { Checkbox } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { Text } from '../pane/parts/layout';
import type { Layout, OwnFormulas } from './enrich-cells';

interface LayoutFieldProps {
  readonly layout: Layout;
  /** Why nobody can choose. */
  readonly why: OwnFormulas | undefined;
  onChange(layout: Layout): void;
}

/** A formula for each cell, or one that spills. */
export function LayoutField({ layout, why, onChange }: LayoutFieldProps) {
  return (
    <div>
      <Checkbox
        label={t('One formula for all attributes')}
        checked={layout === 'spill'}
        disabled={why !== undefined}
        onChange={(_event, { checked }) => onChange(checked === true ? 'spill' : 'cells')}
      />
      <Text tone="quiet">{why === undefined ? WHEN_TICKED : REASONS[why]}</Text>
    </div>
  );
}

const REASONS: Readonly<Record<OwnFormulas, string>> = {
  table: t('In a table, each cell gets its own formula.'),
  gaps: t('Some rows are left out, so each cell gets its own formula.'),
  size: t('One formula would be too large for Excel on the web, so each cell gets its own.'),
};
const WHEN_TICKED = t('Fills all rows at once. Leave it off to sort or filter the list.');
