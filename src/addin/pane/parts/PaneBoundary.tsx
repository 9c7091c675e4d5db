import { Component, type ReactNode } from 'react';

import { t } from '../../../engine/language/speech';

/** Keeps an error in one part of the pane from breaking the rest, or the cells' functions. */
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
