import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Children, Component, type ReactNode, useId } from 'react';
import { t } from '../../../engine/language/speech';
import { asWideAsTheirText } from './layout';

export interface PaneSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
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
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
  },
  title: { margin: 0 },
});

/** One titled part of the pane. */
export function PaneSection({ title, aside, children, onEscape, onEnter }: PaneSectionProps) {
  const styles = useStyles();
  const id = useId();
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
      <div className={styles.heading}>
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
