import {
  FluentProvider,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  teamsHighContrastTheme,
  tokens,
  webDarkTheme,
  webLightTheme,
  type Theme,
} from '@fluentui/react-components';
import { useSyncExternalStore, type ReactNode } from 'react';

const useStyles = makeStyles({
  root: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
  page: {
    maxWidth: '720px',
    margin: '0 auto',
    padding: '16px',
    boxSizing: 'border-box',
    display: 'grid',
    gap: '16px',
  },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  end: { alignItems: 'end' },
});

/** The frame of a gateway's page: light, dark or in high contrast, as the system is set. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  const styles = useStyles();
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  return (
    <FluentProvider theme={theme} className={styles.root}>
      <main className={styles.page}>{children}</main>
    </FluentProvider>
  );
}

interface RowProps {
  /** @default center */
  readonly align?: 'center' | 'end';
  readonly children: ReactNode;
}

/** A row of items, which wraps if there is no room. */
export function Row({ align, children }: RowProps) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.row, align === 'end' && styles.end)}>{children}</div>;
}

const DARK = '(prefers-color-scheme: dark)';
const CONTRAST = '(forced-colors: active), (prefers-contrast: more)';

function currentTheme(): Theme {
  if (matchMedia(CONTRAST).matches) return teamsHighContrastTheme;
  return matchMedia(DARK).matches ? webDarkTheme : webLightTheme;
}

function onThemeChange(listener: () => void): () => void {
  const queries = [DARK, CONTRAST].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => queries.forEach((query) => query.removeEventListener('change', listener));
}

interface ProblemBarProps {
  readonly problem: string | undefined;
  readonly notice?: string | undefined;
}

/** Shows the problem if there is one; otherwise the notice of what was done. */
export function ProblemBar({ problem, notice }: ProblemBarProps) {
  return (
    <div role="status" style={{ display: 'contents' }}>
      {(problem ?? notice) !== undefined && (
        <MessageBar intent={problem === undefined ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>{problem ?? notice}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
