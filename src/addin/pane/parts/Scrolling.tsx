import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import { t } from '../../../engine/language/speech';

const useStyles = makeStyles({
  root: { position: 'relative', minWidth: 0 },
  sign: {
    position: 'absolute',
    // Within the list's border.
    insetInline: '1px',
    bottom: '1px',
    display: 'flex',
    justifyContent: 'center',
    paddingTop: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalXXS,
    // The list below it takes the clicks.
    pointerEvents: 'none',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    backgroundImage: `linear-gradient(transparent, ${tokens.colorNeutralBackground1} 50%)`,
    // Forced colours leave no gradient.
    '@media (forced-colors: active)': {
      paddingTop: tokens.spacingVerticalXXS,
      borderTop: '1px solid CanvasText',
      backgroundColor: 'Canvas',
      backgroundImage: 'none',
    },
  },
});

/**
 * One element that scrolls on its own, and while there is more below it, words that say so: where a
 * scroll bar shows only during scrolling, a list that is cut between two lines looks complete.
 */
export function Scrolling({ children }: { readonly children: ReactNode }) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = useEffectEvent(() => {
    const box = root.current?.firstElementChild;
    if (!(box instanceof HTMLElement)) return;
    setHasMore(box.scrollHeight - box.clientHeight - box.scrollTop > SLACK_PX);
  });
  // What it holds may have changed.
  useEffect(() => look());
  useEffect(() => {
    const box = root.current?.firstElementChild;
    if (!(box instanceof HTMLElement)) return undefined;
    const onScroll = (): void => look();
    const observer = new ResizeObserver(() => look());
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);
  return (
    <div ref={root} className={styles.root}>
      {children}
      {hasMore && (
        <div aria-hidden className={styles.sign}>
          {t('Scroll for more')}
        </div>
      )}
    </div>
  );
}

/** Less than a line: rounding, and the padding below the last one. */
const SLACK_PX = 8;
