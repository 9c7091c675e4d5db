import { Component, type ReactNode } from 'react';

import { t } from '../language/speech';

/** Keeps a fault in one part of the pane from taking the rest, and the cells' functions, with it. */
export class PaneBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
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
