import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

import { t } from '../../../engine/language/speech';
import { isFocusAdrift } from './use-caught-focus';
import type { Notice, NoticeAction } from './use-noticed-steps';
import { useSheetChanges } from './use-sheet-changes';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
    // In view, it must not lie under the tabs and the strip, which stick to the pane's top.
    scrollMarginTop: '136px',
    scrollMarginBottom: tokens.spacingVerticalM,
  },
  text: { margin: 0, minWidth: 0 },
  bad: { color: tokens.colorStatusDangerForeground3 },
});

export interface NoticeLineProps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  /** An earlier notice: not announced again, and shown for its undo. */
  readonly isEarlier?: boolean;
}

/** A notice where a person works, brought into view once, with its action beside it. */
export function NoticeLine({ notice, isBusy, isEarlier = false }: NoticeLineProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const isGone = useGone(notice?.action);
  const isPressed = useRef(false);
  const last = useRef<Notice>(undefined);
  useKeptInSight(root, isEarlier ? undefined : notice);

  useEffect(() => {
    // This also runs when a hidden view is shown again; then there is nothing new to ask.
    if (notice === last.current) return;
    last.current = notice;
    // Focus the question, so that it is read before it is answered: the yes comes next.
    if (notice?.isQuestion === true) words.current?.focus({ preventScroll: true });
    if (!isPressed.current || notice?.action !== undefined) return;
    isPressed.current = false;
    // The pressed button is gone, and the focus with it, unless that was moved elsewhere before.
    if (isFocusAdrift()) words.current?.focus({ preventScroll: true });
  }, [notice]);

  if (isGone && isEarlier) return null;
  return (
    <div ref={root} className={styles.root}>
      <p
        ref={words}
        data-notice=""
        tabIndex={-1}
        aria-live={isEarlier ? undefined : 'polite'}
        className={mergeClasses(styles.text, notice?.tone === 'bad' && styles.bad)}
      >
        {isGone ? t('No longer there: undone, changed or moved since.') : notice?.text}
      </p>
      {notice?.action !== undefined && !isGone && (
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

/** Whether a person has undone in the sheet what this would undo; false until that is known. */
function useGone(action: NoticeAction | undefined): boolean {
  const [gone, setGone] = useState<NoticeAction>();
  const look = (): void => {
    action?.isThere?.().then(
      (isThere) =>
        setGone((before) => (!isThere ? action : before === action ? undefined : before)),
      () => undefined,
    );
  };
  const { mayLook } = useSheetChanges(look);
  // A notice that comes back with its list: what it would undo may have been undone meanwhile.
  const lookAtFirst = useEffectEvent(look);
  useEffect(() => {
    if (mayLook) lookAtFirst();
  }, [mayLook]);
  return action !== undefined && gone === action;
}

/** What a person does when they have seen it, or look for something else. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Scrolls the element into view whenever `shown` changes, and keeps it there until the person does
 * something: what is above it may still grow, as a plan does while it is remade.
 */
function useKeptInSight(root: RefObject<HTMLElement | null>, shown: unknown): void {
  const last = useRef<unknown>(undefined);
  useEffect(() => {
    const element = root.current;
    // This also runs when a hidden view is shown again, with nothing new to tell.
    if (shown === last.current) return undefined;
    last.current = shown;
    if (shown === undefined || element === null) return undefined;

    const show = (): void => element.scrollIntoView({ block: 'nearest' });
    show();
    const observer = new ResizeObserver(show);
    observer.observe(element.closest('[role=tabpanel]') ?? element);
    const listening = new AbortController();
    const release = (): void => {
      observer.disconnect();
      listening.abort();
    };
    for (const act of ACTS) {
      document.addEventListener(act, release, { capture: true, signal: listening.signal });
    }
    return release;
  }, [root, shown]);
}
