import { makeStyles, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';

import type { Host } from '../../spreadsheet/host';
import { PaneSection } from '../PaneSection';

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
  ['Move between sheet and pane', 'F6'],
  ['Move along the tabs', '← →'],
  ['Open a tab', 'Enter'],
  ['Move along the names', '↑ ↓'],
  ['Choose a name', 'Enter'],
  ['Favourite a name', 'F'],
] as const;

const OF_HOST = {
  excel: [
    ['Recalculate all formulas', 'Ctrl+Alt+F9'],
    ['Show a function’s arguments', 'Ctrl+A'],
  ],
  workbench: [
    ['Leave the sheet', 'Esc, then Tab'],
    ['Open a file', 'Ctrl+O'],
    ['Save as', 'Ctrl+S'],
  ],
} as const;

/** What the keys do, here and around the pane. */
export function ShortcutsSection({ host }: { readonly host: Pick<Host, 'kind'> }) {
  const styles = useStyles();
  return (
    <PaneSection title="Keyboard shortcuts">
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
