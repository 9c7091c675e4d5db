import { Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { t } from '../../engine/language/speech';

const useStyles = makeStyles({
  // The browser's own dialog: Esc closes it, and the focus returns to the button that opened it.
  root: {
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalL,
    border: 'none',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowY: 'auto',
  },
  frame: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    minHeight: '100%',
  },
  heading: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
  },
  title: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  // So high that nothing scrolls but a long aside, where the window permits it.
  content: { flex: '1 1 0', minHeight: 0 },
});

export interface LargeMapProps {
  readonly title: string;
  readonly children: ReactNode;
  onClose(): void;
}

/** A map over the whole page: all of the workbench, or all of a pane whose host has no windows. */
export function LargeMap({ title, children, onClose }: LargeMapProps) {
  const styles = useStyles();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still on the page, so that the browser returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.root} aria-labelledby={id} onClose={onClose}>
      <div className={styles.frame}>
        <div className={styles.heading}>
          <Subtitle2 as="h2" id={id} className={styles.title}>
            {title}
          </Subtitle2>
          <Button icon={<Dismiss20Regular />} onClick={() => dialog.current?.close()}>
            {t('Close')}
          </Button>
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  );
}
