import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { ColumnUse, ImportColumn } from '../../engine/catalogue/import-columns';

export interface ColumnUsesProps {
  readonly columns: readonly ImportColumn[];
  onChange(uses: readonly ColumnUse[]): void;
}

const USES: readonly (readonly [ColumnUse, string])[] = [
  ['name', t('Name')],
  ['title', t('Title')],
  ['unit', t('Unit')],
  ['description', t('Description')],
  ['other', t('Keep as is')],
];

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
    maxHeight: '18em',
    overflowY: 'auto',
  },
});

/** What each column of an imported list is. */
export function ColumnUses({ columns, onChange }: ColumnUsesProps) {
  const styles = useStyles();
  const uses = columns.map(({ use }) => use);
  /** The name, title, unit and description belong to one column each. */
  const changed = (index: number, use: ColumnUse): ColumnUse[] =>
    uses.map((other, at) => (at === index ? use : other === use ? 'other' : other));
  return (
    <div role="group" aria-label={t('What the columns are')} className={styles.root}>
      {columns.map(({ header, use }, index) => (
        <Field key={index} label={header}>
          <Select
            value={use}
            onChange={(_event, { value }) => {
              const chosen = USES.find(([one]) => one === value)?.[0];
              if (chosen !== undefined) onChange(changed(index, chosen));
            }}
          >
            {USES.map(([one, title]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      ))}
    </div>
  );
}
