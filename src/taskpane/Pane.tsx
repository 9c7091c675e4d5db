import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { ActivitySection } from './activity/ActivitySection';
import { AnswersSection } from './answers/AnswersSection';
import { ConnectionSection } from './connection/ConnectionSection';
import type { PanePorts } from './pane-ports';
import { paneThemes } from './pane-theme';
import { PaneBoundary } from './PaneBoundary';
import { PaneHeader } from './PaneHeader';
import { createProblemBoard } from './problems/problem-board';
import { ProblemsSection } from './problems/ProblemsSection';
import { useStoreValue } from './store-value';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    minHeight: '100%',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

/** The whole pane. It draws again only when the host's theme changes. */
export function Pane({ ports }: { readonly ports: PanePorts }) {
  const styles = useStyles();
  const { theme, selection, cells } = ports.host;
  const themeName = useStoreValue(theme);
  const [board] = useState(() => createProblemBoard(ports.problems, ports.clock));
  return (
    <FluentProvider theme={paneThemes[themeName]} className={styles.root}>
      <PaneBoundary>
        <PaneHeader selection={selection} isSampleData={ports.isSampleData} />
      </PaneBoundary>
      <main>
        <PaneBoundary>
          <ConnectionSection ports={ports} />
        </PaneBoundary>
        <PaneBoundary>
          <ActivitySection ports={ports} board={board} />
        </PaneBoundary>
        <PaneBoundary>
          <ProblemsSection board={board} cells={cells} />
        </PaneBoundary>
        <PaneBoundary>
          <AnswersSection ports={ports} />
        </PaneBoundary>
      </main>
    </FluentProvider>
  );
}
