import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';

import { t } from '../language/speech';
import { isFocusAdrift } from './caught-focus';
import { useKeptInSight } from './kept-in-sight';
import type { Notice } from '../spreadsheet/notice';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
    // Brought into sight, it is not to lie under the tabs and the strip, which stick to the pane's top.
    scrollMarginTop: '136px',
    scrollMarginBottom: tokens.spacingVerticalM,
  },
  text: { margin: 0, minWidth: 0 },
  bad: { color: tokens.colorStatusDangerForeground3 },
});

export interface NoticeLineProps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** It was told before, and stands there for its way back. */
  readonly isEarlier?: boolean;
}

/** Told once, where a person works and in their sight, with the way back beside it. */
export function NoticeLine({ notice, isBusy, isEarlier = false }: NoticeLineProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);
  const last = useRef<Notice>(undefined);
  useKeptInSight(root, isEarlier ? undefined : notice);

  useEffect(() => {
    // A view that is shown again comes by here too, and asks nothing anew.
    if (notice === last.current) return;
    last.current = notice;
    // Who is asked is not to look for the question, nor to answer it unread: the yes comes next.
    if (notice?.isQuestion === true) words.current?.focus({ preventScroll: true });
    if (!isPressed.current || notice?.action !== undefined) return;
    isPressed.current = false;
    // The button that was pressed is gone, and with it the focus, unless it went elsewhere before.
    if (isFocusAdrift()) words.current?.focus({ preventScroll: true });
  }, [notice]);

  return (
    <div ref={root} className={styles.root}>
      <p
        ref={words}
        data-told=""
        tabIndex={-1}
        aria-live={isEarlier ? undefined : 'polite'}
        className={mergeClasses(styles.text, notice?.tone === 'bad' && styles.bad)}
      >
        {notice?.text}
      </p>
      {notice?.action !== undefined && (
        <Button
          size="small"
          appearance={notice.isQuestion === true ? 'primary' : 'secondary'}
          disabledFocusable={isBusy}
          onClick={() => {
            isPressed.current = true;
            notice.action?.run();
          }}
        >
          {isEarlier ? t('Undo previous change') : notice.action.title}
        </Button>
      )}
    </div>
  );
}
