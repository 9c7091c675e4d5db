import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Pane } from './Pane';
import type { PanePorts } from './parts/pane-ports';

/**
 * Draws the pane into an element of the page, and returns a function that removes it. Load this
 * module when the pane is first shown: the functions work without it.
 */
export function renderPane(element: HTMLElement, ports: PanePorts): () => void {
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <Pane ports={ports} />
    </StrictMode>,
  );
  return () => root.unmount();
}
