import { makeStyles, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';

import { t } from '../../engine/language/speech';
import type { Host } from '../spreadsheet/host';
import { PaneSection } from '../pane/parts/PaneSection';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: tokens.spacingVerticalXS,
    columnGap: tokens.spacingHorizontalM,
    margin: 0,
  },
  keys: { margin: 0, textAlign: 'end', color: tokens.colorNeutralForeground2 },
});

const ANYWHERE = [
  [t('Move between sheet and pane'), 'F6'],
  [t('Move between tabs'), '← →'],
  [t('Open a tab'), 'Enter'],
  [t('Move between names'), '↑ ↓'],
  [t('Choose a name'), 'Enter'],
  [t('Add a name to favourites'), 'F'],
] as const;

const OF_HOST = {
  excel: [
    [t('Recalculate all formulas'), 'Ctrl+Alt+F9'],
    [t('Show a function’s arguments'), 'Ctrl+A'],
  ],
  workbench: [
    [t('Leave the sheet'), t('Esc, then Tab')],
    [t('Open a file'), 'Ctrl+O'],
    [t('Save as'), 'Ctrl+S'],
  ],
} as const;

/** What the keys do, in the pane and around it. */
export function ShortcutsSection({ host }: { readonly host: Pick<Host, 'kind'> }) {
  const styles = useStyles();
  return (
    <PaneSection title={t('Keyboard shortcuts')}>
      <dl className={styles.list}>
        {[...ANYWHERE, ...OF_HOST[host.kind]].map(([what, keys]) => (
          <Fragment key={what}>
            <dt>{what}</dt>
            <dd className={styles.keys}>{keys}</dd>
          </Fragment>
        ))}
      </dl>
    </PaneSection>
  );
}
