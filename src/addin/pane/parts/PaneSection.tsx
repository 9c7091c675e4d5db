import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Children, Component, type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../../engine/language/speech';
import { asWideAsTheirText } from './layout';

export interface PaneSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Counts up whenever a person is led here: its title then comes into view, with the focus. */
  readonly timesWanted?: number;
  /** Called when Escape is pressed in it. */
  readonly onEscape?: (() => void) | undefined;
  /** Called when the pointer or the keyboard focus enters it. */
  readonly onEnter?: (() => void) | undefined;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
    ...asWideAsTheirText,
  },
  heading: {
    // In view, it must not lie under the tabs and the strip, which stick to the pane's top.
    scrollMarginTop: '136px',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
  },
  title: { margin: 0 },
});

/** One titled part of the pane. */
export function PaneSection(props: PaneSectionProps) {
  const { title, aside, children, timesWanted = 0, onEscape, onEnter } = props;
  const styles = useStyles();
  const id = useId();
  const heading = useRef<HTMLDivElement>(null);
  const timesShown = useRef(0);
  useEffect(() => {
    // This also runs when a hidden view is shown again.
    if (timesWanted === timesShown.current) return;
    timesShown.current = timesWanted;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [timesWanted]);
  return (
    <section
      className={styles.root}
      aria-labelledby={id}
      onPointerEnter={onEnter}
      onFocus={onEnter}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onEscape?.();
      }}
    >
      <div ref={heading} tabIndex={timesWanted > 0 ? -1 : undefined} className={styles.heading}>
        <Subtitle2 as="h2" id={id} className={styles.title}>
          {title}
        </Subtitle2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface Guarded {
  readonly children: ReactNode;
}

/** Keeps an error in one of its parts from breaking the others, or the cells' functions. */
export function PaneBoundary({ children }: Guarded) {
  return Children.map(children, (part) => <Boundary>{part}</Boundary>);
}

class Boundary extends Component<Guarded, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <p role="alert">{t('Something went wrong here. Close the pane and reopen it.')}</p>
    ) : (
      this.props.children
    );
  }
}
