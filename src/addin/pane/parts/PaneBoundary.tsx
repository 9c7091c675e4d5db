import { Children, Component, type ReactNode } from 'react';

import { t } from '../../../engine/language/speech';

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
